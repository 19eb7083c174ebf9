package dev.gridlock.store.membership;

import dev.gridlock.store.config.Endpoint;
import dev.gridlock.store.config.SwimConfig;
import dev.gridlock.store.crdt.ActorId;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/** Calls others: bootstrap addresses while nobody is known, and in rounds active members and such as are absent. */
final class Announcer {
    static final int MOST_BOOTSTRAP_CALLS = 10;

    private final SwimConfig config;
    private final RandomGenerator random;
    private final LocalMember self;
    private final MemberTable table;
    private final TimerQueue timers;
    private final Outbox outbox;
    private final List<Endpoint> bootstrap;
    /** Members of an earlier run that have not been heard of in this one. */
    private final TreeMap<ActorId, MemberId> unconfirmed = new TreeMap<>();

    private int tries;

    Announcer(
            SwimConfig config,
            RandomGenerator random,
            LocalMember self,
            MemberTable table,
            TimerQueue timers,
            Outbox outbox,
            List<Endpoint> bootstrap) {
        this.config = config;
        this.random = random;
        this.self = self;
        this.table = table;
        this.timers = timers;
        this.outbox = outbox;
        this.bootstrap = bootstrap.stream()
                .filter(address -> !address.equals(self.id().address()))
                .distinct()
                .toList();
    }

    void restore(List<MemberId> members) {
        members.stream()
                .filter(id -> id.clusterId() == self.id().clusterId() && !id.contendsWith(self.id()))
                .forEach(id -> unconfirmed.merge(id.actor(), id, (a, b) -> a.compareTo(b) > 0 ? a : b));
    }

    void start(long now) {
        callBootstrap(now);
        timers.set(now + 1 + random.nextLong(config.announce().interval().toNanos()), new Timer.Announce());
        timers.set(now + 1 + random.nextLong(config.announceToDown().interval().toNanos()), new Timer.AnnounceToDown());
    }

    void callBootstrap(long now) {
        if (table.activeCount() > 0) {
            tries = 0;
            timers.set(now + config.bootstrap().first().toNanos(), new Timer.Bootstrap());
            return;
        }
        Set<Endpoint> called = new LinkedHashSet<>(RandomPick.some(bootstrap, MOST_BOOTSTRAP_CALLS, random));
        for (MemberId id : RandomPick.some(unconfirmed(), MOST_BOOTSTRAP_CALLS, random)) {
            if (called.size() < MOST_BOOTSTRAP_CALLS) {
                called.add(id.address());
            }
        }
        called.forEach(this::call);
        tries++;
        timers.set(now + config.bootstrap().pauseAfter(tries), new Timer.Bootstrap());
    }

    void callActive(long now) {
        for (MemberUpdate held :
                RandomPick.some(table.withActivity(true), config.announce().members(), random)) {
            call(held.id().address());
        }
        timers.set(now + config.announce().interval().toNanos(), new Timer.Announce());
    }

    void callDown(long now) {
        RandomPick.some(absent(), config.announceToDown().members(), random).forEach(this::call);
        timers.set(now + config.announceToDown().interval().toNanos(), new Timer.AnnounceToDown());
    }

    /**
     * Where somebody might be whom nobody here counts. Bootstrap addresses belong to it: two groups that came up apart, or forgot
     * each other in restarts, meet nowhere else. As long as this node is alone they have a timer of their own.
     */
    private List<Endpoint> absent() {
        Set<Endpoint> absent = new LinkedHashSet<>();
        if (table.activeCount() > 0) {
            absent.addAll(bootstrap);
        }
        table.withActivity(false).forEach(held -> absent.add(held.id().address()));
        unconfirmed().forEach(id -> absent.add(id.address()));
        table.withActivity(true).forEach(held -> absent.remove(held.id().address()));
        return List.copyOf(absent);
    }

    void call(Endpoint address) {
        outbox.sendBare(address, new SwimMessage.Announce());
    }

    /** Whoever has been heard of, in whatever state, is the table's business for good. */
    private List<MemberId> unconfirmed() {
        unconfirmed.keySet().removeIf(actor -> table.atActor(actor).isPresent());
        return List.copyOf(unconfirmed.values());
    }
}
