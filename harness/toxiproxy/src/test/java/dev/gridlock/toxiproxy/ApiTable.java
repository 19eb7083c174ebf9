package dev.gridlock.toxiproxy;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Requests that follow each other on one server, and what is answered; read from {@code http-api.txt}, which says how it is written.
 *
 * @param name a sentence
 */
record ApiTable(String name, List<Row> rows) {
    private static final String FILE = "http-api.txt";

    /**
     * A request and its answer.
     *
     * @param body empty when there is none
     * @param answer without the line end that some answers have; empty when there is none
     */
    record Row(String method, String path, String body, int status, String answer) {}

    static List<ApiTable> all() {
        List<ApiTable> tables = new ArrayList<>();
        String[] request = {};
        for (String line : lines()) {
            switch (line.isEmpty() ? '%' : line.charAt(0)) {
                case '%' -> {}
                case '#' -> tables.add(new ApiTable(line.substring(2), new ArrayList<>()));
                case '>' -> request = (line.substring(2) + "  ").split(" ", 3);
                case '<' -> {
                    String[] answer = (line.substring(2) + " ").split(" ", 2);
                    tables.getLast()
                            .rows()
                            .add(new Row(
                                    request[0],
                                    request[1],
                                    request[2].strip(),
                                    Integer.parseInt(answer[0]),
                                    answer[1].strip()));
                }
                default -> throw new IllegalStateException("found line '" + line + "' in " + FILE);
            }
        }
        return tables;
    }

    private static List<String> lines() {
        try (InputStream in = ApiTable.class.getResourceAsStream(FILE)) {
            if (in == null) {
                throw new IllegalStateException("no " + FILE);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
