package dev.gridlock.store.api;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.gridlock.store.crdt.ActorId;
import dev.gridlock.store.storage.VersionLog;
import java.io.IOException;
import java.util.List;
import org.apache.hc.core5.http.HttpException;

/** {@code GET /admin/bookkeeping}: whether what the node believes it has is what its database has (Corrosion's CheckBookieConsistency). */
final class AdminBookkeepingRoute implements Route {
    private final VersionLog versions;

    AdminBookkeepingRoute(VersionLog versions) {
        this.versions = versions;
    }

    @Override
    public void handle(Exchange exchange) throws IOException, HttpException {
        VersionLog.Comparison comparison = versions.compareWithDisk();
        exchange.respondJson(200, json -> {
            json.writeStartObject();
            json.writeBooleanField("ok", comparison.ok());
            json.writeNumberField("in_memory_actors", comparison.inMemoryActors());
            json.writeNumberField("db_actors", comparison.dbActors());
            actors(json, "value_mismatch_actors", comparison.valueMismatchActors());
            actors(json, "only_in_memory_actors", comparison.onlyInMemoryActors());
            actors(json, "only_in_db_actors", comparison.onlyInDbActors());
            json.writeEndObject();
        });
    }

    private static void actors(JsonGenerator json, String name, List<ActorId> actors) throws IOException {
        json.writeArrayFieldStart(name);
        for (ActorId actor : actors) {
            json.writeString(actor.toString());
        }
        json.writeEndArray();
    }
}
