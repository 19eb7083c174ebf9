package dev.gridlock.store.membership;

import dev.gridlock.store.config.Endpoint;
import dev.gridlock.store.config.SwimConfig;
import dev.gridlock.store.membership.MemberTable.Outcome;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * Membership as seen by one node: SWIM (Das, Gupta, Motivala 2002) with suspicion, incarnations, round-robin probes and updates that
 * ride on messages, and with the additions of the foca library as Corrosion uses it: identities that are renewed after having been
 * declared down, notices to members that count as down, calls to them, rounds of gossip and announcements.
 *
 * <p>A state machine: call {@link #start} once, then {@link #onMessage} for each message received and {@link #onTimer} when
 * {@link #nextTimerNanos} has come, messages first when both are due, and carry out the effects in order. Same arguments, same effects.
 * Times are from one monotonic clock in nanoseconds and must not go back. Not safe for use by several threads.
 */
public final class Swim {
    private final SwimConfig config;
    private final RandomGenerator random;
    private final LocalMember self;
    private final MemberTable table = new MemberTable();
    private final UpdateBacklog backlog = new UpdateBacklog();
    private final TimerQueue timers = new TimerQueue();
    private final Outbox outbox;
    private final Roster roster;
    private final FailureDetector detector;
    private final Announcer announcer;
    private boolean left;
    private long otherClusterMessages;

    /**
     * @param self this node's identity; born later than any earlier one of its, else it is renewed as soon as somebody objects
     * @param random the only source of chance
     * @param wallMillis wall clock, for the birth of renewed identities
     * @param bootstrap whom to call while nobody is known, ten at a time; the own address does no harm
     */
    public Swim(
            MemberId self,
            SwimConfig config,
            RandomGenerator random,
            LongSupplier wallMillis,
            List<Endpoint> bootstrap) {
        this.config = config;
        this.random = random;
        this.self = new LocalMember(self, wallMillis, config.probeRtt().toNanos());
        outbox = new Outbox(config, this.self, table, backlog);
        ProbeRotation rotation = new ProbeRotation(random);
        roster = new Roster(config, table, rotation, backlog, timers, outbox);
        detector = new FailureDetector(config, random, table, rotation, roster, timers, outbox);
        announcer = new Announcer(config, random, this.self, table, timers, outbox, bootstrap);
    }

    /** Members of an earlier run. They do not count as members before they are heard of, but they are called like bootstrap addresses. */
    public void restore(List<MemberId> members) {
        announcer.restore(members);
    }

    /** Calls the bootstrap addresses and sets the timers. Once, before all else but {@link #restore}. */
    public List<Effect> start(long now) {
        announcer.start(now);
        detector.start(now);
        timers.set(now + config.gossip().interval().toNanos(), new Timer.Gossip());
        return outbox.drain();
    }

    /** When to call {@link #onTimer} next; empty before the start and after leaving. */
    public OptionalLong nextTimerNanos() {
        return timers.next();
    }

    /** Does what is due; nothing, when called too early. */
    public List<Effect> onTimer(long now) {
        for (Optional<Timer> due = timers.poll(now); due.isPresent(); due = timers.poll(now)) {
            switch (due.get()) {
                case Timer.Probe ignored -> detector.nextRound(now);
                case Timer.AskOthers timer -> detector.askHelpers(timer);
                case Timer.SuspicionOver timer -> roster.suspicionOver(timer, now);
                case Timer.Gossip ignored -> {
                    gossip();
                    timers.set(now + config.gossip().interval().toNanos(), new Timer.Gossip());
                }
                case Timer.Announce ignored -> announcer.callActive(now);
                case Timer.AnnounceToDown ignored -> announcer.callDown(now);
                case Timer.Bootstrap ignored -> announcer.callBootstrap(now);
                case Timer.Forget timer -> roster.forget(timer.id());
            }
        }
        return outbox.drain();
    }

    /** Takes in one message; those of other clusters, of this node itself and all after leaving are ignored. */
    public List<Effect> onMessage(Envelope envelope, long now) {
        MemberId sender = envelope.sender();
        if (sender.clusterId() != self.id().clusterId()) {
            otherClusterMessages++;
        } else if (!left && !sender.equals(self.id())) {
            if (envelope.message() instanceof SwimMessage.TurnUndead notice) {
                if (notice.refused().equals(self.id())) {
                    rejoin(notice.held(), sender, now);
                }
            } else if (accepts(envelope, now)) {
                envelope.updates().forEach(update -> learn(update, sender, now));
                if (table.isActive(sender)) {
                    handle(envelope.message(), sender, now);
                }
            }
        }
        return outbox.drain();
    }

    /** Whether the sender counts as a member; tells it when it does not. */
    private boolean accepts(Envelope envelope, long now) {
        MemberId sender = envelope.sender();
        Optional<Outcome> outcome = learn(envelope.senderIsAlive(), sender, now);
        if (config.notifyDown()
                && outcome.isPresent()
                && outcome.get() instanceof Outcome.Refused(MemberUpdate held)
                && !table.isActive(sender)) {
            outbox.sendBare(sender.address(), new SwimMessage.TurnUndead(sender, held.id()));
        }
        return table.isActive(sender);
    }

    /** The outcome is empty for claims about this node and about other clusters. */
    private Optional<Outcome> learn(MemberUpdate update, MemberId from, long now) {
        if (update.id().clusterId() != self.id().clusterId()) {
            return Optional.empty();
        }
        if (update.id().contendsWith(self.id())) {
            hearOfSelf(update, from, now);
            return Optional.empty();
        }
        return Optional.of(roster.learn(update, now));
    }

    private void hearOfSelf(MemberUpdate update, MemberId from, long now) {
        if (update.id().supersedes(self.id())) {
            // A former life that a faster clock dated, or another process that claims to be this one.
            rejoin(update.id(), from, now);
        } else if (update.id().equals(self.id())) {
            boolean known = update.state() == MemberState.ALIVE && update.incarnation() == self.incarnation();
            if (update.state() == MemberState.DOWN) {
                rejoin(update.id(), from, now);
            } else if (!known && self.refute(update.incarnation())) {
                backlog.add(self.alive());
                gossip();
            }
        }
    }

    private void rejoin(MemberId against, MemberId from, long now) {
        if (self.renew(against, now)) {
            outbox.add(new Effect.Rejoin(self.id()));
            backlog.add(self.alive());
            announcer.call(from.address());
            gossip();
        }
    }

    private void handle(SwimMessage message, MemberId sender, long now) {
        switch (message) {
            case SwimMessage.Announce ignored ->
                outbox.sendBare(sender.address(), new SwimMessage.Feed(feedFor(sender)));
            case SwimMessage.Feed feed -> feed.members().forEach(update -> learn(update, sender, now));
            case SwimMessage.Ping ping -> outbox.send(sender, new SwimMessage.Ack(ping.number()));
            case SwimMessage.Ack ack -> detector.answered(sender, ack, now);
            case SwimMessage.PingRequest request ->
                outbox.send(request.target(), new SwimMessage.IndirectPing(sender, request.number()));
            case SwimMessage.IndirectPing ping ->
                outbox.send(sender, new SwimMessage.IndirectAck(ping.origin(), ping.number()));
            case SwimMessage.IndirectAck ack ->
                outbox.send(ack.origin(), new SwimMessage.ForwardedAck(sender, ack.number()));
            case SwimMessage.ForwardedAck ack -> detector.forwarded(ack);
            case SwimMessage.Gossip ignored -> {}
            case SwimMessage.TurnUndead ignored ->
                throw new IllegalStateException("found TurnUndead, expected it handled");
        }
    }

    private List<MemberUpdate> feedFor(MemberId asker) {
        List<MemberUpdate> others = table.withActivity(true).stream()
                .filter(held -> !held.id().equals(asker))
                .toList();
        return RandomPick.some(others, config.maxUpdatesPerMessage(), random);
    }

    private void gossip() {
        for (MemberUpdate held :
                RandomPick.some(table.withActivity(true), config.gossip().members(), random)) {
            if (backlog.isEmpty()) {
                return;
            }
            outbox.send(held.id(), new SwimMessage.Gossip());
        }
    }

    /** Tells some members that this node goes, and ends. Does nothing the second time. */
    public List<Effect> leave(long now) {
        if (!left) {
            left = true;
            timers.clear();
            MemberUpdate down = self.alive().as(MemberState.DOWN);
            int told = Math.max(config.gossip().members(), config.transmissions(table.clusterSize()));
            for (MemberUpdate held : RandomPick.some(table.withActivity(true), told, random)) {
                outbox.send(held.id(), new SwimMessage.Gossip(), Optional.of(down));
            }
            outbox.add(new Effect.Defunct());
        }
        return outbox.drain();
    }

    /** This node as it presents itself. */
    public MemberUpdate self() {
        return self.alive();
    }

    /** The other nodes that take part, alive or suspect, by actor. */
    public List<MemberUpdate> members() {
        return table.withActivity(true);
    }

    /** The other nodes known, in every state, by actor. */
    public List<MemberUpdate> all() {
        return table.all();
    }

    /** Updates that are still to be passed on. */
    public int pendingUpdates() {
        return backlog.size();
    }

    /** Messages ignored because the sender belongs to another cluster. */
    public long otherClusterMessages() {
        return otherClusterMessages;
    }
}
