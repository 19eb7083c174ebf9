package dev.gridlock.store.storage;

import dev.gridlock.store.crdt.ActorId;
import dev.gridlock.store.crdt.ActorVersions;
import dev.gridlock.store.crdt.ChangeSet;
import dev.gridlock.store.crdt.PartialVersion;
import dev.gridlock.store.crdt.VersionRange;
import dev.gridlock.store.crdt.VersionSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What will be known once the running transaction has committed. Belongs to one transaction of the writer; not thread-safe.
 *
 * <p>Each actor is written once, however many of its versions the transaction brings.
 */
final class VersionDraft {
    private final VersionLog log;
    private final SortedMap<ActorId, Actor> changed = new TreeMap<>();

    private static final class Actor {
        private final ActorVersions before;
        private final VersionSet complete;
        private final NavigableMap<Long, PartialVersion> partials;

        Actor(ActorVersions before) {
            this.before = before;
            this.complete = before.complete().copy();
            this.partials = new TreeMap<>(before.partials());
        }

        ActorVersions after() {
            return new ActorVersions(complete, partials);
        }
    }

    VersionDraft(VersionLog log) {
        this.log = log;
    }

    private Actor of(ActorId actor) {
        return changed.computeIfAbsent(actor, id -> new Actor(log.of(id)));
    }

    boolean contains(ActorId actor, long version) {
        return of(actor).complete.contains(version);
    }

    /** Makes versions complete, and forgets their parts; true when there were some. */
    boolean complete(ActorId id, VersionRange versions) {
        Actor actor = of(id);
        actor.complete.add(versions);
        SortedMap<Long, PartialVersion> parts = actor.partials.subMap(versions.start(), true, versions.end(), true);
        boolean had = !parts.isEmpty();
        parts.clear();
        return had;
    }

    /** The version of a part as it is known so far. */
    PartialVersion partial(ChangeSet part) {
        return of(part.actor()).partials.getOrDefault(part.version(), PartialVersion.unseen(part.lastSeq()));
    }

    /** Makes an incomplete version known as it is now. */
    void put(ActorId actor, long version, PartialVersion partial) {
        of(actor).partials.put(version, partial);
    }

    /** Writes all of it to disk. */
    void write(SqlSession session) throws SQLException {
        for (Map.Entry<ActorId, Actor> entry : changed.entrySet()) {
            Bookkeeping.write(
                    session,
                    entry.getKey(),
                    entry.getValue().before,
                    entry.getValue().after());
        }
    }

    /** All actors with changes, as they are after the transaction. */
    SortedMap<ActorId, ActorVersions> versions() {
        SortedMap<ActorId, ActorVersions> after = new TreeMap<>();
        changed.forEach((actor, draft) -> after.put(actor, draft.after()));
        return after;
    }
}
