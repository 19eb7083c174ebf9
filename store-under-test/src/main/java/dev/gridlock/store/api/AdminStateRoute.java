package dev.gridlock.store.api;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.gridlock.store.config.StoreConfig;
import dev.gridlock.store.crdt.ActorId;
import dev.gridlock.store.crdt.VersionRange;
import dev.gridlock.store.crdt.VersionSet;
import dev.gridlock.store.storage.StateDigest;
import java.io.IOException;
import java.util.Map;
import org.apache.hc.core5.http.HttpException;

/** {@code GET /admin/state}: what an observer needs to tell whether nodes agree. Nodes agree when heads and digests are equal and nothing is needed. */
final class AdminStateRoute implements Route {
    private final StoreConfig.Node node;
    private final ActorId actor;
    private final StateDigest digest;

    AdminStateRoute(StoreConfig.Node node, ActorId actor, StateDigest digest) {
        this.node = node;
        this.actor = actor;
        this.digest = digest;
    }

    @Override
    public void handle(Exchange exchange) throws IOException, HttpException {
        StateDigest.State state = digest.read();
        exchange.respondJson(200, json -> {
            json.writeStartObject();
            json.writeStringField("node", node.name());
            json.writeStringField("region", node.region());
            json.writeStringField("actor_id", actor.toString());
            json.writeObjectFieldStart("heads");
            for (Map.Entry<ActorId, VersionSet> entry : state.versions().entrySet()) {
                json.writeNumberField(
                        entry.getKey().toString(), entry.getValue().head());
            }
            json.writeEndObject();
            json.writeObjectFieldStart("need");
            for (Map.Entry<ActorId, VersionSet> entry : state.versions().entrySet()) {
                need(json, entry.getKey(), entry.getValue());
            }
            json.writeEndObject();
            json.writeStringField("digest", state.digest());
            json.writeNumberField("rows", state.rows());
            json.writeEndObject();
        });
    }

    private static void need(JsonGenerator json, ActorId actor, VersionSet versions) throws IOException {
        if (versions.gaps().isEmpty()) {
            return;
        }
        json.writeArrayFieldStart(actor.toString());
        for (VersionRange gap : versions.gaps()) {
            json.writeStartObject();
            json.writeNumberField("start", gap.start());
            json.writeNumberField("end", gap.end());
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
