package dev.gridlock.scenarios.fleet;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The rows of a store, and the digest that a proxy would tell of each application. The digest is that of the proxy's
 * {@code CatalogDigest}, written a second time from its description, so that one of the two being wrong shows.
 */
final class StoreRows {

    private static final String SEPARATOR = "\u001f";
    private static final String MACHINE = "machine";
    private static final int COLUMNS = 7;

    private record Row(String kind, String id, String app, List<String> rest, String updateId) {

        /** Whether a proxy that keeps machines of these regions has it. */
        boolean isIn(List<String> regions) {
            return regions.isEmpty() || !kind.equals(MACHINE) || regions.contains(rest.getFirst());
        }

        String line() {
            var fields = new ArrayList<String>();
            fields.add(kind);
            fields.add(id);
            if (kind.equals(MACHINE)) {
                fields.add(app);
                fields.addAll(rest);
            } else {
                fields.add(rest.getFirst());
            }
            fields.add(updateId);
            return String.join(SEPARATOR, fields) + "\n";
        }
    }

    /** Rows by application, the application's own row first, then machines, each in the order of ids. */
    private final Map<String, Map<String, Row>> byApp = new TreeMap<>();

    private StoreRows() {}

    /**
     * Reads the answer to a query for rows: one JSON object a line, the last of them saying that there are no more.
     *
     * @throws IllegalArgumentException when the answer is not one, tells an error, or is cut off
     */
    static StoreRows read(String body) {
        var rows = new StoreRows();
        boolean complete = false;
        for (var line : body.lines().toList()) {
            var event = event(line);
            if (event.get("row") instanceof List<?> row && row.size() == 2 && row.getLast() instanceof List<?> cells) {
                rows.add(cells);
            } else if (event.containsKey("eoq")) {
                complete = true;
            } else if (!event.containsKey("columns")) {
                throw new IllegalArgumentException("the query answered " + FleetProbes.shortened(line));
            }
        }
        if (!complete) {
            throw new IllegalArgumentException("the answer to the query is cut off");
        }
        return rows;
    }

    private static Map<String, Object> event(String line) {
        try {
            return JSON.std.mapFrom(line);
        } catch (IOException notAnObject) {
            throw new IllegalArgumentException(
                    "a line of the answer is not a JSON object: " + FleetProbes.shortened(line), notAnObject);
        }
    }

    private void add(List<?> cells) {
        if (cells.size() != COLUMNS) {
            throw new IllegalArgumentException("a row has " + cells.size() + " columns, expected " + COLUMNS);
        }
        var texts = cells.stream().map(String::valueOf).toList();
        var row = new Row(texts.get(0), texts.get(1), texts.get(2), texts.subList(3, 6), texts.get(6));
        byApp.computeIfAbsent(row.app(), absent -> new TreeMap<>()).put(row.kind() + SEPARATOR + row.id(), row);
    }

    /** The digest that a proxy with these applications loaded should tell if it keeps the machines of all regions. */
    String digestOf(List<String> apps) {
        return digestOf(apps, List.of());
    }

    /**
     * The digest that a proxy with these applications loaded should tell.
     *
     * @param regions those whose machines it keeps; empty for all
     */
    String digestOf(List<String> apps, List<String> regions) {
        var sha = sha256();
        for (var app : new TreeSet<>(apps)) {
            for (var row : byApp.getOrDefault(app, Map.of()).values()) {
                if (row.isIn(regions)) {
                    sha.update(row.line().getBytes(StandardCharsets.UTF_8));
                }
            }
        }
        return HexFormat.of().formatHex(sha.digest());
    }

    /** The last update of each machine by the machine's id, empty text for one that no update changed. */
    Map<String, String> lastUpdates() {
        var updates = new TreeMap<String, String>();
        for (var rows : byApp.values()) {
            for (var row : rows.values()) {
                if (row.kind().equals(MACHINE)) {
                    updates.put(row.id(), row.updateId());
                }
            }
        }
        return updates;
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError("every Java platform has SHA-256", impossible);
        }
    }
}
