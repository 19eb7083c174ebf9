package dev.gridlock.store.api;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.gridlock.store.events.EventLog;
import dev.gridlock.store.storage.SchemaException;
import dev.gridlock.store.storage.Storage;
import java.io.IOException;
import org.apache.hc.core5.http.HttpException;

/** {@code POST /admin/reload}: reads the schema files again (Corrosion's {@code reload}); answers with the tables that there are then. */
final class AdminReloadRoute implements Route {
    private final Storage storage;
    private final EventLog events;

    AdminReloadRoute(Storage storage, EventLog events) {
        this.storage = storage;
        this.events = events;
    }

    @Override
    public void handle(Exchange exchange) throws ApiException, IOException, HttpException {
        try {
            storage.reload();
        } catch (SchemaException e) {
            throw new ApiException(400, String.valueOf(e.getMessage()));
        }
        events.emit("schema.reload", this::tables);
        exchange.respondJson(200, json -> {
            json.writeStartObject();
            tables(json);
            json.writeEndObject();
        });
    }

    private void tables(JsonGenerator json) throws IOException {
        json.writeArrayFieldStart("tables");
        for (String table : storage.tables().current().keySet()) {
            json.writeString(table);
        }
        json.writeEndArray();
    }
}
