package dev.gridlock.toxiproxy.proxy;

import dev.gridlock.toxiproxy.json.BadBodyException;
import dev.gridlock.toxiproxy.json.JsonFields;
import dev.gridlock.toxiproxy.link.Connection;
import dev.gridlock.toxiproxy.proxy.RefusedException.Reason;
import dev.gridlock.toxiproxy.toxic.Direction;
import dev.gridlock.toxiproxy.toxic.Toxic;
import dev.gridlock.toxiproxy.toxic.ToxicType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The toxics of a proxy, and the connections that they work on.
 *
 * <p>One lock holds both, and a connection joins before it carries data. So a toxic works on every connection when the call that added
 * it returns, and on none when the call that removed it returns. No call waits for a socket. Thread-safe.
 */
public final class ToxicChain {
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Toxic> toxics = new LinkedHashMap<>();
    private final Set<Connection> connections = new LinkedHashSet<>();

    /** The toxics, first those upstream, in the order in which they were added. */
    public List<Toxic> all() {
        lock.lock();
        try {
            List<Toxic> all = new ArrayList<>(toxics.values());
            all.sort(Comparator.comparing(Toxic::direction));
            return all;
        } finally {
            lock.unlock();
        }
    }

    /** The toxic of that name. */
    public Toxic get(String name) throws RefusedException {
        lock.lock();
        try {
            return known(name);
        } finally {
            lock.unlock();
        }
    }

    private Toxic known(String name) throws RefusedException {
        Toxic toxic = toxics.get(name);
        if (toxic == null) {
            throw new RefusedException(Reason.NOT_FOUND, "toxic not found");
        }
        return toxic;
    }

    /** Adds a toxic, after the others of its direction, to all connections. */
    public Toxic add(JsonFields given) throws RefusedException, BadBodyException {
        String stream = given.text("stream", Direction.DOWNSTREAM.text());
        String typeName = given.text("type", "");
        String givenName = given.text("name", "");
        float toxicity = given.number("toxicity", 1);
        JsonFields attributes = given.object("attributes");
        Direction direction = Direction.named(stream)
                .orElseThrow(() -> new RefusedException(
                        Reason.INVALID, "stream was invalid, can be either upstream or downstream"));
        ToxicType type =
                ToxicType.named(typeName).orElseThrow(() -> new RefusedException(Reason.INVALID, "invalid toxic type"));
        String name = givenName.isEmpty() ? typeName + "_" + stream : givenName;
        lock.lock();
        try {
            if (toxics.containsKey(name)) {
                throw new RefusedException(Reason.EXISTS, "toxic already exists");
            }
            Toxic toxic = new Toxic(
                    name, type, direction, stream, toxicity, type.defaults().with(attributes));
            toxics.put(name, toxic);
            connections.forEach(connection -> connection.add(toxic));
            return toxic;
        } finally {
            lock.unlock();
        }
    }

    /** Changes the attributes and the toxicity that are given, for all connections; all of them or, when one is refused, none. */
    public Toxic change(String name, JsonFields given) throws RefusedException, BadBodyException {
        lock.lock();
        try {
            Toxic old = known(name);
            Toxic toxic = old.with(
                    given.number("toxicity", old.toxicity()), old.attributes().with(given.object("attributes")));
            toxics.put(name, toxic);
            connections.forEach(connection -> connection.change(toxic));
            return toxic;
        } finally {
            lock.unlock();
        }
    }

    /** Removes a toxic from all connections. */
    public void remove(String name) throws RefusedException {
        lock.lock();
        try {
            Toxic toxic = known(name);
            toxics.remove(name);
            connections.forEach(connection -> connection.remove(toxic));
        } finally {
            lock.unlock();
        }
    }

    /** Removes all toxics. */
    public void clear() {
        lock.lock();
        try {
            for (Toxic toxic : toxics.values()) {
                connections.forEach(connection -> connection.remove(toxic));
            }
            toxics.clear();
        } finally {
            lock.unlock();
        }
    }

    /** The connection is subject to the toxics from now on, unless it is closed already. */
    void join(Connection connection) {
        lock.lock();
        try {
            if (connection.isClosed()) {
                // it has left before it came
                return;
            }
            toxics.values().forEach(connection::add);
            connections.add(connection);
        } finally {
            lock.unlock();
        }
    }

    /** The connection is closed. */
    void leave(Connection connection) {
        lock.lock();
        try {
            connections.remove(connection);
        } finally {
            lock.unlock();
        }
    }
}
