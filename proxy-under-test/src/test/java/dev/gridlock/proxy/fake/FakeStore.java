package dev.gridlock.proxy.fake;

import dev.gridlock.proxy.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** The store's HTTP API over three tables in memory: queries by key, and subscriptions with snapshot, changes and resumption. */
public final class FakeStore implements AutoCloseable {

    private static final String HEAD =
            "HTTP/1.1 200 OK\r\ncorro-query-id: 6a1b0c4e-0000-4000-8000-000000000001\r\nTransfer-Encoding: chunked\r\n\r\n";

    private final RawServer server;
    private final Json json = new Json();
    private final Map<String, List<String>> apps = new TreeMap<>();
    private final Map<String, List<String>> machines = new TreeMap<>();
    private final Map<String, List<String>> appRegions = new TreeMap<>();
    private final List<String> appRegionChanges = new ArrayList<>();
    private final List<String> appChanges = new ArrayList<>();
    private final List<String> machineChanges = new ArrayList<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final List<String> pausedAt = new CopyOnWriteArrayList<>();
    private int oldestKept = 1;
    private boolean closed;
    private Consumer<String> onQuery = sql -> {};

    private FakeStore(int port) {
        server = RawServer.start(port, (in, out) -> {
            for (Optional<RawMessage> request = RawMessage.read(in);
                    request.isPresent();
                    request = RawMessage.read(in)) {
                asked.add(request.get().target() + " " + request.get().body());
                if (request.get().target().startsWith("/v1/queries")) {
                    answerQuery(request.get().body(), out);
                } else {
                    follow(request.get(), out);
                }
            }
        });
    }

    public static FakeStore start() {
        return new FakeStore(0);
    }

    /** Starts a store on a given port. */
    public static FakeStore start(int port) {
        return new FakeStore(port);
    }

    public String address() {
        return server.address();
    }

    /** Target and body of each request so far. */
    public List<String> asked() {
        return asked;
    }

    /** Runs before each query is answered, with its body. */
    public synchronized void onQuery(Consumer<String> action) {
        onQuery = action;
    }

    public synchronized void putApp(String id, String update) {
        put(apps, appChanges, id, List.of(id, "name of " + id, update));
    }

    public synchronized void putMachine(String id, String app, String region, String address, String update) {
        putMachine(id, app, region, address, "started", update);
    }

    public synchronized void putMachine(
            String id, String app, String region, String address, String state, String update) {
        put(machines, machineChanges, id, List.of(id, app, region, address, state, update));
    }

    public synchronized void putAppRegion(String app, String region, String update) {
        put(appRegions, appRegionChanges, app + " " + region, List.of(app, region, update));
    }

    public synchronized void deleteAppRegion(String app, String region) {
        List<String> row = appRegions.remove(app + " " + region);
        if (row == null) {
            throw new IllegalArgumentException("There is no " + app + " in " + region + ".");
        }
        change(appRegionChanges, "delete", row);
    }

    public synchronized void deleteMachine(String id) {
        List<String> row = machines.remove(id);
        if (row == null) {
            throw new IllegalArgumentException("There is no machine " + id + ".");
        }
        change(machineChanges, "delete", row);
    }

    public synchronized void deleteMachineIfThere(String id) {
        if (machines.containsKey(id)) {
            deleteMachine(id);
        }
    }

    /** The digest of all rows, made as the control channel's is described. */
    public synchronized String digest() {
        var ids = new TreeSet<>(apps.keySet());
        machines.values().forEach(row -> ids.add(row.get(1)));
        var lines = new StringBuilder();
        for (String id : ids) {
            if (apps.containsKey(id)) {
                lines.append("app\u001f")
                        .append(String.join("\u001f", apps.get(id)))
                        .append('\n');
            }
            for (List<String> row : machines.values()) {
                if (row.get(1).equals(id)) {
                    lines.append("machine\u001f")
                            .append(String.join("\u001f", row))
                            .append('\n');
                }
            }
        }
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256").digest(lines.toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    /** Sends nothing more for the table, as if the network were slow, until {@link #resume}. */
    public synchronized void pause(String table) {
        pausedAt.add(table);
    }

    public synchronized void resume() {
        pausedAt.clear();
        notifyAll();
    }

    /** Breaks every connection; the changes before now can no longer be had. */
    public synchronized void forgetChanges() {
        oldestKept = Math.max(appRegionChanges.size(), Math.max(appChanges.size(), machineChanges.size())) + 1;
    }

    /** Breaks every connection. */
    public void cut() {
        server.cut();
    }

    @Override
    public synchronized void close() {
        closed = true;
        notifyAll();
        server.close();
    }

    private void put(Map<String, List<String>> table, List<String> changes, String id, List<String> row) {
        boolean known = table.put(id, row) != null;
        change(changes, known ? "update" : "insert", row);
    }

    private void change(List<String> changes, String kind, List<String> row) {
        changes.add(json.write(Map.of("change", List.of(kind, 1, row, changes.size() + 1))));
        notifyAll();
    }

    private void answerQuery(String body, OutputStream out) throws IOException {
        Consumer<String> action;
        synchronized (this) {
            action = onQuery;
        }
        var lines = new StringBuilder();
        synchronized (this) {
            boolean ofApps = body.contains("FROM apps");
            String parameter = body.substring(body.lastIndexOf("[\"") + 2, body.lastIndexOf("\"]"));
            lines.append("{\"columns\":[]}\n"
                    .replace("[]", ofApps ? "[\"a\",\"b\",\"c\"]" : "[\"a\",\"b\",\"c\",\"d\",\"e\",\"f\"]"));
            for (List<String> row : (ofApps ? apps : machines).values()) {
                if (row.get(ofApps ? 0 : 1).equals(parameter)) {
                    lines.append(json.write(Map.of("row", List.of(1, row)))).append('\n');
                }
            }
        }
        // After the rows were read: what the action changes is not in this answer.
        action.accept(body);
        FakeHost.write(out, HEAD + chunk(lines + "{\"eoq\":{\"time\":0.001}}\n") + "0\r\n\r\n");
    }

    private void follow(RawMessage request, OutputStream out) throws IOException {
        String body = request.body();
        boolean ofApps = body.contains("FROM apps");
        boolean ofAppRegions = body.contains("FROM app_regions");
        int from = request.target().contains("from=")
                ? Integer.parseInt(request.target().substring(request.target().indexOf('=') + 1))
                : 0;
        List<String> changes = ofApps ? appChanges : ofAppRegions ? appRegionChanges : machineChanges;
        var first = new StringBuilder(HEAD);
        int sent;
        synchronized (this) {
            if (from > 0 && from + 1 < oldestKept) {
                FakeHost.write(
                        out, HEAD + chunk("{\"error\":\"change " + from + " is no longer kept\"}\n") + "0\r\n\r\n");
                return;
            }
            sent = from > 0 ? from : changes.size();
            if (from == 0) {
                var lines = new StringBuilder(ofApps ? "{\"columns\":[\"id\",\"name\",\"update_id\"]}\n" : "");
                for (List<String> row : (ofApps ? apps : ofAppRegions ? appRegions : machines).values()) {
                    lines.append(json.write(Map.of("row", List.of(1, row)))).append('\n');
                }
                lines.append(json.write(Map.of("eoq", Map.of("time", 0.001, "change_id", sent))))
                        .append('\n');
                first.append(chunk(lines.toString()));
            }
        }
        FakeHost.write(out, first.toString());
        while (true) {
            FakeHost.write(
                    out,
                    chunk(next(changes, sent, ofApps ? "apps" : ofAppRegions ? "app_regions" : "machines") + "\n"));
            sent++;
        }
    }

    private synchronized String next(List<String> changes, int sent, String table) throws IOException {
        try {
            while (!closed && (changes.size() <= sent || pausedAt.contains(table))) {
                wait();
            }
        } catch (InterruptedException e) {
            throw new IOException("interrupted", e);
        }
        if (closed) {
            throw new IOException("closed");
        }
        return changes.get(sent);
    }

    private static String chunk(String text) {
        return Integer.toHexString(text.getBytes(StandardCharsets.UTF_8).length) + "\r\n" + text + "\r\n";
    }
}
