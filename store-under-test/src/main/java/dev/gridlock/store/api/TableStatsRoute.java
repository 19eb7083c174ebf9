package dev.gridlock.store.api;

import dev.gridlock.store.sql.SqlText;
import dev.gridlock.store.storage.Database;
import dev.gridlock.store.storage.Tables;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hc.core5.http.HttpException;

/** {@code POST /v1/table_stats}: how many rows some tables have together. */
final class TableStatsRoute implements Route {
    private final Database database;
    private final Tables tables;

    /**
     * @param tables the replicated tables
     */
    TableStatsRoute(Database database, Tables tables) {
        this.database = database;
        this.tables = tables;
    }

    @Override
    public void handle(Exchange exchange) throws ApiException, IOException, HttpException {
        List<String> valid = new ArrayList<>();
        List<String> invalid = new ArrayList<>();
        for (String name : names(exchange)) {
            (tables.current().containsKey(name) ? valid : invalid).add(name);
        }
        long rows = database.read(session -> {
            long sum = 0;
            for (String table : valid) {
                sum += session.first("SELECT count(*) FROM " + SqlText.quote(table), List.of(), row -> row.getLong(1))
                        .orElse(0L);
            }
            return sum;
        });
        exchange.respondJson(200, json -> {
            json.writeStartObject();
            json.writeNumberField("total_row_count", rows);
            json.writeArrayFieldStart("invalid_tables");
            for (String name : invalid) {
                json.writeString(name);
            }
            json.writeEndArray();
            json.writeEndObject();
        });
    }

    private static List<String> names(Exchange exchange) throws ApiException, IOException {
        if (exchange.body() instanceof Map<?, ?> object && object.get("tables") instanceof List<?> list) {
            List<String> names = new ArrayList<>();
            for (Object element : list) {
                if (!(element instanceof String name)) {
                    throw new ApiException(422, "found " + element + " in tables, expected names");
                }
                names.add(name);
            }
            return names;
        }
        throw new ApiException(422, "found no list of tables, expected {\"tables\": [\"name\"]}");
    }
}
