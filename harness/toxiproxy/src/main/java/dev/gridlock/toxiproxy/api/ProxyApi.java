package dev.gridlock.toxiproxy.api;

import dev.gridlock.toxiproxy.json.BadBodyException;
import dev.gridlock.toxiproxy.json.JsonBody;
import dev.gridlock.toxiproxy.json.JsonFields;
import dev.gridlock.toxiproxy.proxy.Proxy;
import dev.gridlock.toxiproxy.proxy.ProxyRegistry;
import dev.gridlock.toxiproxy.proxy.ProxyState;
import dev.gridlock.toxiproxy.proxy.RefusedException;
import dev.gridlock.toxiproxy.proxy.RefusedException.Reason;
import java.util.ArrayList;
import java.util.List;

/** What the API does to proxies as a whole. Thread-safe. */
public final class ProxyApi {
    private final ProxyRegistry proxies;

    public ProxyApi(ProxyRegistry proxies) {
        this.proxies = proxies;
    }

    Answer index() {
        return Answer.json(200, ApiJson.proxies(proxies.all()));
    }

    Answer show(String name) throws RefusedException {
        return Answer.json(200, ApiJson.proxy(proxies.get(name)));
    }

    Answer create(String body) throws RefusedException, BadBodyException {
        Wanted wanted = Wanted.of(JsonBody.object(body), "");
        return Answer.json(201, ApiJson.proxy(proxies.add(wanted.name(), wanted.state())));
    }

    Answer update(String name, String body) throws RefusedException, BadBodyException {
        ProxyState old = proxies.get(name).state();
        JsonFields given = JsonBody.object(body);
        ProxyState wanted = new ProxyState(
                given.text("listen", old.listen()),
                given.text("upstream", old.upstream()),
                given.flag("enabled", old.enabled()));
        return Answer.json(200, ApiJson.proxy(proxies.change(name, wanted)));
    }

    Answer delete(String name) throws RefusedException {
        proxies.remove(name);
        return Answer.empty(204);
    }

    Answer reset() throws RefusedException {
        proxies.reset();
        return Answer.empty(204);
    }

    Answer populate(String body) {
        List<Proxy> done = new ArrayList<>();
        try {
            populate(body, done);
        } catch (BadBodyException e) {
            return Answer.json(400, ApiJson.populated(400, Routes.BAD_BODY + e.getMessage(), done));
        } catch (RefusedException e) {
            int status = Routes.status(e);
            return Answer.json(status, ApiJson.populated(status, e.getMessage(), done));
        }
        return Answer.json(201, ApiJson.populated(201, null, done));
    }

    /**
     * Creates the proxies of a list, or replaces those that differ; ends at the first that cannot be.
     *
     * @param body JSON
     * @param done gets those that are as the list wants them
     */
    public void populate(String body, List<Proxy> done) throws BadBodyException, RefusedException {
        List<Wanted> all = new ArrayList<>();
        for (JsonFields given : JsonBody.objects(body)) {
            all.add(Wanted.of(given, " at proxy " + (all.size() + 1)));
        }
        for (Wanted wanted : all) {
            done.add(proxies.addOrReplace(wanted.name(), wanted.state()));
        }
    }

    /** A proxy that a client asks for. */
    private record Wanted(String name, ProxyState state) {
        static Wanted of(JsonFields given, String where) throws RefusedException, BadBodyException {
            String name = given.text("name", "");
            ProxyState state =
                    new ProxyState(given.text("listen", ""), given.text("upstream", ""), given.flag("enabled", true));
            if (name.isEmpty()) {
                throw missing("name" + where);
            }
            if (state.upstream().isEmpty()) {
                throw missing("upstream" + where);
            }
            return new Wanted(name, state);
        }

        private static RefusedException missing(String field) {
            return new RefusedException(Reason.INVALID, "missing required field: " + field);
        }
    }
}
