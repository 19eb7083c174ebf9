package dev.gridlock.toxiproxy.api;

import dev.gridlock.toxiproxy.json.BadBodyException;
import dev.gridlock.toxiproxy.json.JsonBody;
import dev.gridlock.toxiproxy.proxy.ProxyRegistry;
import dev.gridlock.toxiproxy.proxy.RefusedException;
import dev.gridlock.toxiproxy.proxy.ToxicChain;

/** What the API does to the toxics of a proxy. Thread-safe. */
final class ToxicApi {
    private final ProxyRegistry proxies;

    ToxicApi(ProxyRegistry proxies) {
        this.proxies = proxies;
    }

    private ToxicChain of(String proxy) throws RefusedException {
        return proxies.get(proxy).toxics();
    }

    Answer index(String proxy) throws RefusedException {
        return Answer.json(200, ApiJson.toxics(of(proxy).all()));
    }

    Answer create(String proxy, String body) throws RefusedException, BadBodyException {
        return Answer.json(200, ApiJson.toxic(of(proxy).add(JsonBody.object(body))));
    }

    Answer show(String proxy, String toxic) throws RefusedException {
        return Answer.json(200, ApiJson.toxic(of(proxy).get(toxic)));
    }

    Answer update(String proxy, String toxic, String body) throws RefusedException, BadBodyException {
        ToxicChain toxics = of(proxy);
        // an unknown name is told before a bad body
        String name = toxics.get(toxic).name();
        return Answer.json(200, ApiJson.toxic(toxics.change(name, JsonBody.object(body))));
    }

    Answer delete(String proxy, String toxic) throws RefusedException {
        of(proxy).remove(toxic);
        return Answer.empty(204);
    }
}
