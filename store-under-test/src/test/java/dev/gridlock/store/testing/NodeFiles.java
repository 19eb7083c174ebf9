package dev.gridlock.store.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The files of one node: schema and configuration with short intervals.
 *
 * @param folder where they are written
 * @param name of the node
 * @param bootstrap its peers
 * @param edit changes the text of the configuration
 */
public record NodeFiles(Path folder, String name, List<String> bootstrap, UnaryOperator<String> edit) {
    public static final String SCHEMA = """
        CREATE TABLE apps (id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL DEFAULT '', update_id TEXT NOT NULL DEFAULT '');
        CREATE TABLE machines (id TEXT NOT NULL PRIMARY KEY, app TEXT NOT NULL DEFAULT '', region TEXT NOT NULL DEFAULT '',
            address TEXT NOT NULL DEFAULT '', state TEXT NOT NULL DEFAULT 'started', update_id TEXT NOT NULL DEFAULT '');
        CREATE TABLE notes (author TEXT NOT NULL, number INTEGER NOT NULL, body, weight REAL, PRIMARY KEY (author, number));
        CREATE TABLE tags (name TEXT NOT NULL PRIMARY KEY);
        """;

    /** Writes the files; returns the configuration. */
    public Path write(int gossipPort, int apiPort) {
        String peers = bootstrap.stream().map(peer -> '"' + peer + '"').collect(Collectors.joining(", "));
        String toml = """
            [node]
            name = "%s"
            region = "waw"
            [db]
            path = "data/store.db"
            schema_paths = ["schema.sql"]
            synchronous = "off"
            [gossip]
            addr = "127.0.0.1:%d"
            bootstrap = [%s]
            interval = "5ms"
            rebroadcast_interval = "20ms"
            reconnect_pause = "20ms"
            members_interval = "200ms"
            [membership]
            profile = "fast"
            [api]
            addr = "127.0.0.1:%d"
            max_body_bytes = 2000000
            [subscriptions]
            interval = "5ms"
            history = 50
            [telemetry]
            update_column = "update_id"
            [perf]
            apply_queue_timeout = "5ms"
            min_sync_backoff = "100ms"
            max_sync_backoff = "100ms"
            """.formatted(name, gossipPort, peers, apiPort);
        try {
            Files.createDirectories(folder);
            Files.writeString(folder.resolve("schema.sql"), SCHEMA);
            return Files.writeString(folder.resolve("store.toml"), edit.apply(toml));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
