package dev.gridlock.store.api;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.gridlock.store.config.StoreConfig;
import dev.gridlock.store.crdt.ActorId;
import dev.gridlock.store.crdt.ActorVersions;
import dev.gridlock.store.crdt.PartialVersion;
import dev.gridlock.store.crdt.SeqRange;
import dev.gridlock.store.crdt.VersionRange;
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
            for (Map.Entry<ActorId, ActorVersions> entry : state.versions().entrySet()) {
                json.writeNumberField(
                        entry.getKey().toString(), entry.getValue().head());
            }
            json.writeEndObject();
            json.writeObjectFieldStart("need");
            for (Map.Entry<ActorId, ActorVersions> entry : state.versions().entrySet()) {
                need(json, entry.getKey(), entry.getValue());
            }
            json.writeEndObject();
            json.writeObjectFieldStart("partial_need");
            for (Map.Entry<ActorId, ActorVersions> entry : state.versions().entrySet()) {
                partialNeed(json, entry.getKey(), entry.getValue());
            }
            json.writeEndObject();
            json.writeStringField("digest", state.digest());
            json.writeNumberField("rows", state.rows());
            json.writeEndObject();
        });
    }

    private static void need(JsonGenerator json, ActorId actor, ActorVersions versions) throws IOException {
        if (versions.need().isEmpty()) {
            return;
        }
        json.writeArrayFieldStart(actor.toString());
        for (VersionRange gap : versions.need()) {
            range(json, gap.start(), gap.end());
        }
        json.writeEndArray();
    }

    private static void partialNeed(JsonGenerator json, ActorId actor, ActorVersions versions) throws IOException {
        if (versions.partials().isEmpty()) {
            return;
        }
        json.writeObjectFieldStart(actor.toString());
        for (Map.Entry<Long, PartialVersion> partial : versions.partials().entrySet()) {
            json.writeArrayFieldStart(partial.getKey().toString());
            for (SeqRange missing : partial.getValue().missing()) {
                range(json, missing.start(), missing.end());
            }
            json.writeEndArray();
        }
        json.writeEndObject();
    }

    private static void range(JsonGenerator json, long start, long end) throws IOException {
        json.writeStartObject();
        json.writeNumberField("start", start);
        json.writeNumberField("end", end);
        json.writeEndObject();
    }
}
