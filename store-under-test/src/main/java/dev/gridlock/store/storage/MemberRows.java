package dev.gridlock.store.storage;

import dev.gridlock.store.config.Endpoint;
import dev.gridlock.store.membership.MemberId;
import dev.gridlock.store.value.SqlValue;
import java.util.List;
import java.util.Optional;

/** The members that were up lately, kept for the next start. Thread-safe. */
public final class MemberRows {
    private final Database database;

    private MemberRows(Database database) {
        this.database = database;
    }

    /**
     * Makes the table when it is missing.
     *
     * @throws StorageException when SQLite fails
     */
    public static MemberRows open(Database database) {
        database.write(WritePriority.BACKGROUND, session -> {
            session.execute("CREATE TABLE IF NOT EXISTS __corro_members (actor_id BLOB NOT NULL PRIMARY KEY, node TEXT"
                    + " NOT NULL, address TEXT NOT NULL, cluster_id INTEGER NOT NULL, ts INTEGER NOT NULL)");
            return 0;
        });
        return new MemberRows(database);
    }

    /** The members written last, by actor. */
    public List<MemberId> read() {
        return database.read(session -> session
                .query(
                        "SELECT actor_id, node, address, cluster_id, ts FROM __corro_members ORDER BY actor_id",
                        List.of(),
                        row -> {
                            Optional<Endpoint> address = Endpoint.parse(row.getString(3));
                            byte[] actor = row.getBytes(1);
                            String node = row.getString(2);
                            int cluster = row.getInt(4);
                            long born = row.getLong(5);
                            return address.map(at -> new MemberId(Actors.ofBytes(actor), node, at, cluster, born));
                        })
                .stream()
                .flatMap(Optional::stream)
                .toList());
    }

    /** Writes the members that are up now, in place of those before. */
    public void replace(List<MemberId> members) {
        database.write(WritePriority.BACKGROUND, session -> {
            session.execute("DELETE FROM __corro_members");
            for (MemberId member : members) {
                session.execute(
                        "INSERT INTO __corro_members VALUES (?, ?, ?, ?, ?)",
                        List.of(
                                Actors.toBlob(member.actor()),
                                SqlValue.of(member.node()),
                                SqlValue.of(member.address().toString()),
                                SqlValue.of(member.clusterId()),
                                SqlValue.of(member.bornAtMillis())));
            }
            return 0;
        });
    }
}
