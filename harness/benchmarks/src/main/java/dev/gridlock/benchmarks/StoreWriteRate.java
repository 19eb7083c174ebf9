package dev.gridlock.benchmarks;

import dev.gridlock.store.clock.HybridClock;
import dev.gridlock.store.config.StoreConfig;
import dev.gridlock.store.crdt.ChangeSet;
import dev.gridlock.store.sql.BoundStatement;
import dev.gridlock.store.sql.SqlText;
import dev.gridlock.store.storage.LocalCommits;
import dev.gridlock.store.storage.RemoteApply;
import dev.gridlock.store.storage.Storage;
import dev.gridlock.store.value.SqlValue;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Prints what a store's storage takes in per second of processor time: local commits, each the update of two columns of one row, and
 * the same change sets at another node, in batches of 1, 10 and 100.
 *
 * <p>Arguments: a folder for the databases, commits in a round (default 5000), rounds (default 5; the first ones warm up), rows
 * (default 1000).
 */
public final class StoreWriteRate {
    private static final String SCHEMA = """
        CREATE TABLE apps (id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL DEFAULT '', update_id TEXT NOT NULL DEFAULT '');
        CREATE TABLE machines (id TEXT NOT NULL PRIMARY KEY, app TEXT NOT NULL DEFAULT '', region TEXT NOT NULL DEFAULT '',
          address TEXT NOT NULL DEFAULT '', state TEXT NOT NULL DEFAULT 'started', update_id TEXT NOT NULL DEFAULT '');
        CREATE TABLE tags (name TEXT NOT NULL PRIMARY KEY);
        """;
    private static final List<Integer> BATCHES = List.of(1, 10, 100);

    private StoreWriteRate() {}

    public static void main(String[] arguments) throws Exception {
        Path folder = Files.createTempDirectory(Path.of(arguments[0]), "store");
        int commits = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 5_000;
        int rounds = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 5;
        int rows = arguments.length > 3 ? Integer.parseInt(arguments[3]) : 1_000;
        try (Storage writer = open(folder.resolve("writer"))) {
            List<ChangeSet> sets = new ArrayList<>();
            LocalCommits local = new LocalCommits(writer, new HybridClock(System::currentTimeMillis), sets::add);
            List<Storage> others = new ArrayList<>();
            for (int batch : BATCHES) {
                others.add(open(folder.resolve("batch" + batch)));
            }
            for (int i = 0; i < rows; i++) {
                execute(local, "INSERT INTO machines (id, app) VALUES (?, 'web')", SqlValue.of("m" + i));
            }
            others.forEach(other -> new RemoteApply(other).apply(sets, Map.of(), applied -> {}));
            for (int round = 1; round <= rounds; round++) {
                sets.clear();
                StringBuilder line = new StringBuilder("round " + round + ": commits "
                        + rate(commits, () -> {
                            for (int i = 0; i < commits; i++) {
                                execute(
                                        local,
                                        "UPDATE machines SET state = ?, update_id = ? WHERE id = ?",
                                        SqlValue.of("s" + i),
                                        SqlValue.of("u" + i),
                                        SqlValue.of("m" + i % rows));
                            }
                        }));
                for (int i = 0; i < BATCHES.size(); i++) {
                    int batch = BATCHES.get(i);
                    RemoteApply remote = new RemoteApply(others.get(i));
                    line.append(", applies in batches of ")
                            .append(batch)
                            .append(' ')
                            .append(rate(commits, () -> {
                                for (int from = 0; from < commits; from += batch) {
                                    remote.apply(
                                            sets.subList(from, Math.min(commits, from + batch)),
                                            Map.of(),
                                            applied -> {});
                                }
                            }));
                }
                System.out.println(line);
            }
            others.forEach(Storage::close);
        }
    }

    private interface Work {
        void run() throws Exception;
    }

    private static String rate(int count, Work work) throws Exception {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long start = threads.getCurrentThreadCpuTime();
        work.run();
        return String.format(Locale.ROOT, "%.0f", count / ((threads.getCurrentThreadCpuTime() - start) / 1e9));
    }

    private static void execute(LocalCommits local, String sql, SqlValue... values) throws Exception {
        local.execute(List.of(BoundStatement.positional(SqlText.of(sql), List.of(values))), null);
    }

    private static Storage open(Path folder) throws Exception {
        Files.createDirectories(folder);
        Path schema = Files.writeString(folder.resolve("schema.sql"), SCHEMA);
        StoreConfig.Db config =
                new StoreConfig.Db(folder.resolve("store.db"), List.of(schema), StoreConfig.Synchronous.NORMAL, 2);
        return Storage.open(config, folder.getFileName().toString(), failure -> {
            throw failure;
        });
    }
}
