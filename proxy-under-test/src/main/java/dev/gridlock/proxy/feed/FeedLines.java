package dev.gridlock.proxy.feed;

import dev.gridlock.proxy.json.Json;
import dev.gridlock.proxy.json.MalformedJsonException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the lines of an answer of the store, each one JSON object with one member. Used by one thread. */
final class FeedLines {

    private static final String SHAPE = "one of columns, row, eoq, change, error";

    private final BufferedReader lines;
    private final Json json;
    private final int columns;

    /**
     * Over the body of an answer.
     *
     * @param columns how many cells each row must have
     */
    FeedLines(InputStream in, Json json, int columns) {
        lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        this.json = json;
        this.columns = columns;
    }

    /**
     * The next line, waited for; empty at the end of the answer.
     *
     * @throws MalformedJsonException if the line has another shape
     */
    Optional<FeedEvent> next() throws IOException {
        String line = lines.readLine();
        while (line != null && line.isBlank()) {
            line = lines.readLine();
        }
        return line == null ? Optional.empty() : Optional.of(parse(line));
    }

    private FeedEvent parse(String line) throws MalformedJsonException {
        if (json.read(line) instanceof Map<?, ?> object) {
            if (object.get("change") instanceof List<?> change) {
                return change(line, change);
            }
            if (object.get("row") instanceof List<?> row && row.size() == 2 && row.get(1) instanceof List<?> cells) {
                return new FeedEvent.Row(cells(line, cells));
            }
            if (object.get("columns") instanceof List<?> names) {
                return new FeedEvent.Columns(cells(line, names));
            }
            if (object.get("eoq") instanceof Map<?, ?> end) {
                return new FeedEvent.EndOfQuery(end.get("change_id") instanceof Number id ? id.longValue() : 0);
            }
            if (object.get("error") instanceof String message) {
                return new FeedEvent.Failure(message);
            }
        }
        throw new MalformedJsonException(line, SHAPE);
    }

    private FeedEvent change(String line, List<?> change) throws MalformedJsonException {
        if (change.size() == 4
                && change.get(0) instanceof String kind
                && change.get(2) instanceof List<?> cells
                && change.get(3) instanceof Number id) {
            FeedEvent.ChangeKind known = switch (kind) {
                case "insert" -> FeedEvent.ChangeKind.INSERT;
                case "update" -> FeedEvent.ChangeKind.UPDATE;
                case "delete" -> FeedEvent.ChangeKind.DELETE;
                default -> throw new MalformedJsonException(line, "insert, update or delete");
            };
            return new FeedEvent.Change(known, cells(line, cells), id.longValue());
        }
        throw new MalformedJsonException(line, "a change of [type, rowid, cells, change_id]");
    }

    private List<String> cells(String line, List<?> cells) throws MalformedJsonException {
        if (cells.size() != columns) {
            throw new MalformedJsonException(line, columns + " cells");
        }
        var texts = new ArrayList<String>(columns);
        for (@Nullable Object cell : cells) {
            texts.add(
                    switch (cell) {
                        case null -> "";
                        case String text -> text;
                        case Number number -> number.toString();
                        default -> throw new MalformedJsonException(line, "cells of text, numbers or null");
                    });
        }
        return texts;
    }
}
