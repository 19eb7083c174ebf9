package dev.gridlock.store.membership;

import dev.gridlock.store.config.SwimConfig;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Probes one member in each period, directly and then through others (Das, Gupta, Motivala 2002, section 3.1). */
final class FailureDetector {
    private record Probe(MemberId target, long number, long sentAt, boolean answered) {}

    private final SwimConfig config;
    private final RandomGenerator random;
    private final MemberTable table;
    private final ProbeRotation rotation;
    private final Roster roster;
    private final TimerQueue timers;
    private final Outbox outbox;
    private Optional<Probe> current = Optional.empty();
    private long lastNumber;

    FailureDetector(
            SwimConfig config,
            RandomGenerator random,
            MemberTable table,
            ProbeRotation rotation,
            Roster roster,
            TimerQueue timers,
            Outbox outbox) {
        this.config = config;
        this.random = random;
        this.table = table;
        this.rotation = rotation;
        this.roster = roster;
        this.timers = timers;
        this.outbox = outbox;
    }

    /** Nodes that start together do not probe together. */
    void start(long now) {
        timers.set(now + 1 + random.nextLong(config.probePeriod().toNanos()), new Timer.Probe());
    }

    void nextRound(long now) {
        current.filter(probe -> !probe.answered())
                .flatMap(probe -> table.at(probe.target()))
                .filter(held -> held.state().isActive())
                .ifPresent(held -> roster.learn(held.as(MemberState.SUSPECT), now));
        current = rotation.next().flatMap(table::atActor).map(held -> probe(held.id(), now));
        timers.set(now + config.probePeriod().toNanos(), new Timer.Probe());
    }

    private Probe probe(MemberId target, long now) {
        long number = ++lastNumber;
        outbox.send(target, new SwimMessage.Ping(number));
        timers.set(now + config.probeRtt().toNanos(), new Timer.AskOthers(number));
        return new Probe(target, number, now, false);
    }

    void askHelpers(Timer.AskOthers timer) {
        Optional<Probe> open = current.filter(probe -> probe.number() == timer.number() && !probe.answered());
        if (open.isEmpty() || !table.isActive(open.get().target())) {
            return;
        }
        MemberId target = open.get().target();
        List<MemberId> others = table.withActivity(true).stream()
                .map(MemberUpdate::id)
                .filter(id -> !id.equals(target))
                .toList();
        for (MemberId helper : RandomPick.some(others, config.indirectProbes(), random)) {
            outbox.send(helper, new SwimMessage.PingRequest(target, timer.number()));
        }
    }

    /** A direct answer; also one that came after helpers were asked counts. */
    void answered(MemberId by, SwimMessage.Ack ack, long now) {
        current.filter(probe -> isAbout(probe, by, ack.number())).ifPresent(probe -> {
            if (!probe.answered()) {
                outbox.add(new Effect.RoundTrip(by, now - probe.sentAt()));
            }
            close(probe);
        });
    }

    /** An answer that a helper passed on. */
    void forwarded(SwimMessage.ForwardedAck ack) {
        current.filter(probe -> isAbout(probe, ack.target(), ack.number())).ifPresent(this::close);
    }

    private static boolean isAbout(Probe probe, MemberId target, long number) {
        return probe.number() == number && probe.target().equals(target);
    }

    private void close(Probe probe) {
        current = Optional.of(new Probe(probe.target(), probe.number(), probe.sentAt(), true));
    }
}
