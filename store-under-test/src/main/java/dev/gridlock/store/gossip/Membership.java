package dev.gridlock.store.gossip;

import dev.gridlock.store.membership.Effect;
import dev.gridlock.store.membership.Envelope;
import dev.gridlock.store.membership.MemberId;
import dev.gridlock.store.membership.MemberUpdate;
import dev.gridlock.store.membership.Swim;
import dev.gridlock.store.metrics.StoreMetrics;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Drives the membership protocol: gives it messages and the time, sends what it says, and tells who is up. Thread-safe.
 */
public final class Membership {
    private final Swim swim;
    private final Members members;
    private final Transport transport;
    private final GossipEvents events;
    private final StoreMetrics metrics;
    private final Runnable joined;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition timersChanged = lock.newCondition();

    /**
     * @param joined told when a member has come up; must be quick
     */
    Membership(
            Swim swim,
            Members members,
            Transport transport,
            GossipEvents events,
            StoreMetrics metrics,
            Runnable joined) {
        this.swim = swim;
        this.members = members;
        this.transport = transport;
        this.events = events;
        this.metrics = metrics;
        this.joined = joined;
    }

    /** Starts the protocol and does what is due, until interrupted. One thread runs this. */
    public void run() throws InterruptedException {
        perform(locked(swim::start));
        while (true) {
            perform(due());
        }
    }

    private interface Step {
        List<Effect> at(long nowNanos);
    }

    private List<Effect> locked(Step step) {
        lock.lock();
        try {
            OptionalLong before = swim.nextTimerNanos();
            List<Effect> effects = step.at(System.nanoTime());
            if (!before.equals(swim.nextTimerNanos())) {
                timersChanged.signal();
            }
            return effects;
        } finally {
            lock.unlock();
        }
    }

    private List<Effect> due() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (true) {
                OptionalLong next = swim.nextTimerNanos();
                if (next.isEmpty()) {
                    timersChanged.await();
                    continue;
                }
                long wait = next.getAsLong() - System.nanoTime();
                if (wait <= 0) {
                    return swim.onTimer(System.nanoTime());
                }
                timersChanged.awaitNanos(wait);
            }
        } finally {
            lock.unlock();
        }
    }

    void receive(Envelope envelope) {
        perform(locked(now -> swim.onMessage(envelope, now)));
    }

    /**
     * Tells some members that this node goes, and waits until they are told.
     *
     * @param patience longest wait
     */
    public void leave(Duration patience) throws InterruptedException {
        perform(locked(swim::leave));
        transport.drain(patience);
    }

    /** All other nodes known, in every state, by actor. */
    public List<MemberUpdate> all() {
        lock.lock();
        try {
            return swim.all();
        } finally {
            lock.unlock();
        }
    }

    /** This node as it presents itself. */
    public MemberUpdate self() {
        lock.lock();
        try {
            return swim.self();
        } finally {
            lock.unlock();
        }
    }

    private void perform(List<Effect> effects) {
        for (Effect effect : effects) {
            switch (effect) {
                case Effect.Send send -> transport.send(send.to(), send.envelope());
                case Effect.RoundTrip trip -> members.roundTrip(trip.member().actor(), trip.nanos());
                case Effect.Notification notification -> tell(notification);
            }
        }
    }

    private void tell(Effect.Notification notification) {
        metrics.swim(notification.type().toLowerCase(Locale.ROOT));
        switch (notification) {
            case Effect.MemberUp up -> {
                members.add(up.id());
                metrics.gossipMemberAdded.inc();
                events.member("member.up", up.id());
                joined.run();
            }
            case Effect.MemberDown down -> {
                members.remove(down.id());
                transport.reset(down.id().address());
                metrics.gossipMemberRemoved.inc();
                events.member("member.down", down.id());
            }
            case Effect.Rename rename -> rename(rename.previous(), rename.current());
            case Effect.Rejoin rejoin -> events.member("member.rejoin", rejoin.id());
            case Effect.Active ignored -> {
                // the number of members says it
            }
            case Effect.Idle ignored -> {
                // likewise
            }
            case Effect.Defunct ignored -> {
                // only after this node itself has left
            }
        }
        metrics.gossipMembers.set((double) members.count());
        metrics.gossipClusterSize.set(members.count() + 1.0);
    }

    /** Who answers there now has another life than who did, and connections to the earlier one lead nowhere. */
    private void rename(MemberId previous, MemberId current) {
        transport.reset(previous.address());
        if (members.up().contains(previous)) {
            members.remove(previous);
            members.add(current);
        }
        events.member("member.rename", current);
        joined.run();
    }
}
