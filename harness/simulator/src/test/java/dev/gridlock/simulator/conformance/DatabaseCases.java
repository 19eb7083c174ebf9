package dev.gridlock.simulator.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** SQLite through JDBC. */
final class DatabaseCases {
    private DatabaseCases() {}

    static List<Case> all() {
        return List.of(
                Case.of("a database in memory keeps rows", DatabaseCases::inMemory),
                Case.of("a database in a file outlives its connection", DatabaseCases::inFile),
                Case.of("a rolled back transaction leaves nothing", DatabaseCases::rollback),
                Case.of("many threads share a connection behind a lock", DatabaseCases::shared));
    }

    private static void inMemory() throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:")) {
            fill(connection);
            assertThat(names(connection)).containsExactly("ams", "fra", "waw");
        }
    }

    private static void fill(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("create table regions (name text primary key, rtt real)");
        }
        try (PreparedStatement insert = connection.prepareStatement("insert into regions values (?, ?)")) {
            for (String name : List.of("waw", "fra", "ams")) {
                insert.setString(1, name);
                insert.setDouble(2, name.hashCode() % 100);
                assertThat(insert.executeUpdate()).isEqualTo(1);
            }
        }
    }

    private static List<String> names(Connection connection) throws SQLException {
        List<String> names = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select name from regions order by name")) {
            while (rows.next()) {
                names.add(rows.getString(1));
            }
        }
        return names;
    }

    private static void inFile() throws Exception {
        Path file = Files.createTempFile("gridlock-case", ".db");
        try {
            try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file)) {
                fill(connection);
            }
            try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file)) {
                assertThat(names(connection)).containsExactly("ams", "fra", "waw");
                assertThatThrownBy(() -> fill(connection)).isInstanceOf(SQLException.class);
            }
        } finally {
            Files.delete(file);
        }
    }

    private static void rollback() throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:")) {
            fill(connection);
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                statement.executeUpdate("delete from regions");
            }
            connection.rollback();
            assertThat(names(connection)).hasSize(3);
        }
    }

    private static void shared() throws Exception {
        ReentrantLock lock = new ReentrantLock();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:");
                Statement create = connection.createStatement()) {
            create.execute("create table counters (id integer primary key, n integer)");
            create.execute("insert into counters values (1, 0)");
            List<Running<Boolean>> threads = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                threads.add(Running.run(() -> {
                    for (int j = 0; j < 10; j++) {
                        lock.lock();
                        try (Statement update = connection.createStatement()) {
                            update.executeUpdate("update counters set n = n + 1 where id = 1");
                        } finally {
                            lock.unlock();
                        }
                        Thread.sleep(0, 200_000);
                    }
                }));
            }
            for (Running<Boolean> thread : threads) {
                thread.result();
            }
            try (ResultSet row = create.executeQuery("select n from counters")) {
                assertThat(row.next()).isTrue();
                assertThat(row.getInt(1)).isEqualTo(50);
            }
        }
    }
}
