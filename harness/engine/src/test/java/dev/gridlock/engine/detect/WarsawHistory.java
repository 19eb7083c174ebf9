package dev.gridlock.engine.detect;

import static dev.gridlock.engine.history.Script.waiter;

import dev.gridlock.engine.history.Outcome;
import dev.gridlock.engine.history.Script;
import java.util.List;

/** A history of the Warsaw incident written by hand; the load starts at 200 ms. */
public final class WarsawHistory {

    public static final double LOAD_START_MILLIS = 200;

    private WarsawHistory() {}

    /** Update u-7 enters in iad, travels by way of fra, and breaks the lock of proxy-waw-1 only. */
    public static Script corruption() {
        return travelled()
                .event(
                        1242.3,
                        "proxy-waw-1",
                        "lock.timeout",
                        "label",
                        "load",
                        "app",
                        "app-7",
                        "update",
                        "u-7",
                        "waitedNanos",
                        212_000)
                .event(
                        1242.4,
                        "proxy-waw-1",
                        "lock.corrupted",
                        "word",
                        "0xfffffffffffffffe",
                        "label",
                        "load",
                        "app",
                        "app-7",
                        "update",
                        "u-7",
                        "decoded",
                        "readers=1152921504606846975 WRITER|UPGRADABLE|WRITER_PARKED")
                .event(
                        1262,
                        "proxy-waw-1",
                        "lock.waiters-without-holder",
                        "word",
                        "0xffffffffffffffff",
                        "waiters",
                        waiters(),
                        "lastHolder",
                        "route app-3",
                        "samples",
                        2)
                .event(
                        1393,
                        "proxy-waw-1",
                        "watchdog.silence",
                        "missed",
                        3,
                        "word",
                        "0xffffffffffffffff",
                        "holders",
                        List.of(),
                        "waiters",
                        waiters(),
                        "snapshot",
                        "/data/stall-1.json")
                .event(1393.2, "proxy-waw-1", "watchdog.exit", "code", 134)
                .exit(1393.3, "proxy-waw-1", 134)
                .start(1893.3, "proxy-waw-1")
                .event(1900, "proxy-waw-1", "node.ready", "role", "proxy")
                .holds(5000, "store-waw-1", "the tables", "a")
                .holds(5000, "store-iad-1", "the tables", "a");
    }

    /** The same update leaves a writer of proxy-waw-1 asleep on a free lock, and one of proxy-waw-2. */
    public static Script lostWakeup() {
        var asleep = List.of(waiter("EXCLUSIVE", "apply", "u-7", 60));
        return travelled()
                .event(
                        1300,
                        "proxy-waw-1",
                        "lock.waiters-without-holder",
                        "word",
                        "0x0000000000000001",
                        "decoded",
                        "readers=0 PARKED",
                        "waiters",
                        asleep,
                        "samples",
                        2)
                .event(
                        1310,
                        "proxy-waw-2",
                        "lock.waiters-without-holder",
                        "word",
                        "0x0000000000000001",
                        "decoded",
                        "readers=0 PARKED",
                        "waiters",
                        asleep,
                        "samples",
                        2)
                .holds(5000, "store-waw-1", "the tables", "a")
                .holds(5000, "store-iad-1", "the tables", "a");
    }

    private static List<Object> waiters() {
        return List.of(
                waiter("EXCLUSIVE", "apply", "u-8", 150),
                waiter("SHARED", "route", "", 149),
                waiter("SHARED", "status", "", 140));
    }

    private static Script travelled() {
        return Script.of("store-iad-1", "store-fra-1", "store-waw-1", "proxy-waw-1", "proxy-waw-2")
                .request(300, 302, "proxy-waw-2", Outcome.OK)
                .event(1181, "store-iad-1", "store.commit", "update", "u-7", "version", 7, "actor", "a-1")
                .update(1180, 1182, "u-7", "store-iad-1", "m-7-1", Outcome.OK)
                .event(1190, "store-iad-1", "gossip.send", "update", "u-7", "to", "10.0.0.2:8787")
                .event(1190, "store-iad-1", "gossip.send", "update", "u-7", "to", "10.0.0.9:8787")
                .event(1225, "store-fra-1", "gossip.receive", "update", "u-7", "from", "store-iad-1")
                .event(1226, "store-fra-1", "store.apply", "update", "u-7", "from", "store-iad-1")
                .event(1227, "store-fra-1", "gossip.send", "update", "u-7", "to", "10.0.0.3:8787")
                .event(1237, "store-waw-1", "gossip.receive", "update", "u-7", "from", "10.0.0.2:8787")
                .event(1239, "store-waw-1", "store.apply", "update", "u-7", "from", "10.0.0.2:8787")
                .event(1239.5, "store-waw-1", "subscription.send", "update", "u-7")
                .event(1240, "proxy-waw-1", "subscription.event", "update", "u-7", "table", "machines")
                .event(1240.1, "proxy-waw-2", "subscription.event", "update", "u-7", "table", "machines");
    }
}
