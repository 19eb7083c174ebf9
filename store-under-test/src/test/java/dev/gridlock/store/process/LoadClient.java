package dev.gridlock.store.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.store.testing.StoreClient;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.util.Random;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A client that commits one transaction after the other at one node, and keeps the ledger of them. Each transaction appends rows that no
 * other writes, every fifteenth of them so many that it travels in parts; writes its number to the client's counter; and changes one of
 * a few machines that all clients write. To be read once its thread has ended.
 */
final class LoadClient implements Runnable {
    private static final int NUMBERS_OF_A_TRANSACTION = 1_000;
    private static final int PAUSE_MILLIS = 15;

    private final String name;
    private final StoreClient store;
    private final Random random;
    private final SortedMap<Integer, Integer> attempted = new TreeMap<>();
    private final SortedSet<Integer> acknowledged = new TreeSet<>();
    private int lost;
    private volatile boolean stopped;

    LoadClient(String name, StoreClient store, long seed) {
        this.name = name;
        this.store = store;
        this.random = new Random(seed);
    }

    void stop() {
        stopped = true;
    }

    @Override
    public void run() {
        try {
            boolean away = false;
            for (int number = 1; !stopped; number++) {
                away = !commit(number) || (away && !hasWhatItAcknowledged());
                Thread.sleep(away ? 5 * PAUSE_MILLIS : PAUSE_MILLIS);
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    /** Looks at a node that has come back; false when it went away again in the middle of it. */
    private boolean hasWhatItAcknowledged() {
        try {
            assertNothingIsMissing(store);
            return true;
        } catch (UncheckedIOException noAnswer) {
            return false;
        }
    }

    /** Commits a transaction; false when nobody can tell whether it has been. */
    private boolean commit(int number) {
        int rows = number % 15 == 0 ? 100 + random.nextInt(200) : 1 + random.nextInt(3);
        attempted.put(number, rows);
        try {
            HttpResponse<String> response = store.post("/v1/transactions", transaction(number, rows));
            assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        } catch (UncheckedIOException noAnswer) {
            lost++;
            return false;
        }
        acknowledged.add(number);
        return true;
    }

    private String transaction(int number, int rows) {
        String append =
                "[\"INSERT INTO notes (author, number, body, weight) WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT"
                        + " i + 1 FROM n WHERE i + 1 < ?) SELECT ?, ? + i, hex(zeroblob(40)), ? FROM n\", [" + rows
                        + ", \""
                        + name + "\", " + number * NUMBERS_OF_A_TRANSACTION + ", " + rows + "]]";
        String count = "[\"INSERT INTO apps (id, name) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET name ="
                + " excluded.name\", [\"" + name + "\", \"" + counter(number) + "\"]]";
        String machine = "m" + random.nextInt(30);
        String churn = switch (random.nextInt(6)) {
            case 0, 1 ->
                "[\"INSERT OR REPLACE INTO machines (id, app, state) VALUES (?, 'web', ?)\", [\"" + machine + "\", \""
                        + name + "-" + number + "\"]]";
            case 2 -> "[\"UPDATE machines SET app = 'api' WHERE id = ?\", [\"" + machine + "\"]]";
            case 3 -> "[\"UPDATE machines SET app = 'web', state = 'gone' WHERE id = ?\", [\"" + machine + "\"]]";
            case 4 -> "[\"DELETE FROM machines WHERE id = ?\", [\"" + machine + "\"]]";
            default -> "\"UPDATE machines SET app = 'web' WHERE app = 'api'\"";
        };
        return "[" + append + ", " + count + ", " + churn + "]";
    }

    private static String counter(int number) {
        return String.format("%08d", number);
    }

    /** Whether a node has all that was acknowledged, nothing that was not tried, and every transaction with all its rows or none. */
    void assertNothingIsMissing(StoreClient node) {
        SortedMap<Integer, Integer> found = new TreeMap<>();
        for (String row : node.rows("SELECT number / " + NUMBERS_OF_A_TRANSACTION
                + ", count(*) FROM notes WHERE author = '" + name + "' GROUP BY 1")) {
            String[] cells = row.substring(1, row.length() - 1).split(",", 2);
            found.put(Integer.valueOf(cells[0]), Integer.valueOf(cells[1]));
        }
        assertThat(found.keySet()).as("acknowledged to %s", name).containsAll(acknowledged);
        assertThat(attempted).as("whole transactions of %s", name).containsAllEntriesOf(found);
        assertThat(node.rows("SELECT name FROM apps WHERE id = '" + name + "'"))
                .as("the counter of %s is that of its last transaction", name)
                .containsExactly("[\"" + counter(found.lastKey()) + "\"]");
    }

    /** How many transactions got their answer. */
    int acknowledged() {
        return acknowledged.size();
    }

    /** How many answers were lost, or never to be had. */
    int lost() {
        return lost;
    }
}
