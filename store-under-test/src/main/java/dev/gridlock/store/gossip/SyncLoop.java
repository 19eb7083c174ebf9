package dev.gridlock.store.gossip;

import dev.gridlock.store.clock.HybridClock;
import dev.gridlock.store.config.AddressTranslation;
import dev.gridlock.store.config.StoreConfig;
import dev.gridlock.store.crdt.ActorId;
import dev.gridlock.store.crdt.ActorVersions;
import dev.gridlock.store.crdt.VersionRange;
import dev.gridlock.store.membership.MemberId;
import dev.gridlock.store.metrics.StoreMetrics;
import dev.gridlock.store.storage.VersionLog;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * The asking side of the catch-up (anti-entropy): every now and then asks a few members what they have, and fetches what is missing
 * here, newest first. What is learnt this way is not broadcast again: other nodes ask for themselves. Thread-safe.
 *
 * <p>Pauses double from the shortest to the longest as long as there is nothing to fetch. A round that brought something, or a member
 * that came up, makes the next pause the shortest again.
 */
public final class SyncLoop {
    /** A round as a whole ends after this, as in Corrosion. */
    private static final Duration LONGEST_ROUND = Duration.ofMinutes(5);
    /** Requests under way in one session. */
    private static final int REQUESTS_AHEAD = 10;
    /** Most members asked in a round (Corrosion). */
    private static final int MOST_PEERS = 10;

    private final Identity self;
    private final StoreConfig.Sync config;
    private final AddressTranslation translation;
    private final Duration minBackoff;
    private final Duration maxBackoff;
    private final Members members;
    private final VersionLog versions;
    private final HybridClock clock;
    private final Inbox inbox;
    private final GossipEvents events;
    private final StoreMetrics metrics;
    private final Consumer<String> notices;
    private final Random random = new Random();

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition hastened = lock.newCondition();
    private Duration backoff;
    private long wakeNanos;
    private final Map<ActorId, Long> lastSync = new TreeMap<>();
    private long rounds;

    SyncLoop(
            Identity self,
            StoreConfig config,
            Members members,
            VersionLog versions,
            Inbox inbox,
            Gossip.Surroundings around) {
        this.self = self;
        this.config = config.sync();
        this.translation = config.translation();
        this.minBackoff = config.perf().minSyncBackoff();
        this.maxBackoff = config.perf().maxSyncBackoff();
        this.members = members;
        this.versions = versions;
        this.inbox = inbox;
        this.clock = around.clock();
        this.events = around.events();
        this.metrics = around.metrics();
        this.notices = around.notices();
        this.backoff = minBackoff;
    }

    /** Makes the next round come soon, because there may be something to fetch. Quick. */
    void hasten() {
        lock.lock();
        try {
            backoff = minBackoff;
            wakeNanos = Math.min(wakeNanos - System.nanoTime(), drawn(minBackoff)) + System.nanoTime();
            hastened.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Runs rounds until interrupted. One thread runs this. */
    public void run() throws InterruptedException {
        while (true) {
            pause();
            round();
        }
    }

    private long drawn(Duration pause) {
        return (long) (pause.toNanos() * (0.7 + 0.6 * random.nextDouble()));
    }

    private void pause() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            wakeNanos = System.nanoTime() + drawn(backoff);
            long left = wakeNanos - System.nanoTime();
            while (left > 0) {
                hastened.awaitNanos(left);
                left = wakeNanos - System.nanoTime();
            }
            Duration doubled = backoff.multipliedBy(2);
            backoff = doubled.compareTo(maxBackoff) < 0 ? doubled : maxBackoff;
        } finally {
            lock.unlock();
        }
    }

    private void round() throws InterruptedException {
        rounds++;
        long deadlineNanos = System.nanoTime() + LONGEST_ROUND.toNanos();
        boolean progress = false;
        for (MemberId member : choose()) {
            if (System.nanoTime() - deadlineNanos > 0) {
                break;
            }
            lastSync.put(member.actor(), rounds);
            metrics.syncClientMember.inc();
            progress |= syncWith(member, deadlineNanos);
        }
        if (progress) {
            hasten();
        }
    }

    /** A random sample, those first from whose actor most is needed, then those not asked for longest, then the nearest. */
    private List<MemberId> choose() {
        List<MemberId> up = members.up();
        int wanted = config.peers() > 0 ? config.peers() : Math.clamp(up.size() / 100, 3, MOST_PEERS);
        Collections.shuffle(up, random);
        List<MemberId> sample = new ArrayList<>(up.subList(0, Math.min(up.size(), 2 * wanted)));
        SortedMap<ActorId, ActorVersions> known = versions.snapshot();
        Map<ActorId, Long> needs = new TreeMap<>();
        for (MemberId member : sample) {
            ActorVersions theirs = known.get(member.actor());
            needs.put(
                    member.actor(),
                    theirs == null
                            ? 0
                            : theirs.need().stream()
                                            .mapToLong(VersionRange::length)
                                            .sum()
                                    + theirs.partials().size());
        }
        sample.sort(Comparator.comparingLong((MemberId member) -> -needs.getOrDefault(member.actor(), 0L))
                .thenComparingLong(member -> lastSync.getOrDefault(member.actor(), 0L))
                .thenComparingInt(member -> members.ring(member.actor())));
        return sample.subList(0, Math.min(wanted, sample.size()));
    }

    /** Asks one member; says whether something that it had is part of the database now, which a rejected change set is not. */
    private boolean syncWith(MemberId member, long deadlineNanos) throws InterruptedException {
        long changes = 0;
        boolean greeted = false;
        List<Frame.Request> requests = List.of();
        try (FrameSocket socket = FrameSocket.connect(translation.of(member.address()), config.timeout())) {
            socket.write(self.hello(Frame.Purpose.SYNC));
            switch (socket.read()) {
                case Frame.Welcome ignored -> greeted = true;
                case Frame.Refusal refusal -> {
                    metrics.syncClientHandshakeErrors.inc();
                    if (refusal.reason() != Frame.Reason.MAX_CONCURRENCY_REACHED) {
                        notices.accept("catch-up with " + member.node() + ": refused: " + refusal.text());
                    }
                    return false;
                }
                case Frame other -> throw ProtocolException.unexpected(other, "Welcome");
            }
            if (!(socket.read() instanceof Frame.State state)) {
                throw new ProtocolException("found another frame, expected State");
            }
            clock.observe(state.time());
            requests = requests(state.versions());
            changes = fetch(socket, member, requests, deadlineNanos);
            inbox.flush();
        } catch (IOException e) {
            if (Thread.currentThread().isInterrupted()) {
                // the node stops: that is how a blocking call on a socket ends then, and nothing to tell
                throw new InterruptedException("catch-up with " + member.node() + ": " + e);
            }
            if (!greeted) {
                metrics.syncClientHandshakeErrors.inc();
            }
            notices.accept("catch-up with " + member.node() + ": " + e);
        }
        if (changes > 0) {
            events.synced(member.node(), changes);
        }
        return requests.stream().anyMatch(this::isAnswered);
    }

    /** Whether anything of a request is here by now; one version at either end of a range stands for the others. */
    private boolean isAnswered(Frame.Request request) {
        ActorId actor = request.actor();
        return request.full().stream()
                        .anyMatch(range ->
                                versions.contains(actor, range.start()) || versions.contains(actor, range.end()))
                || request.partial().entrySet().stream()
                        .anyMatch(part -> versions.containsPart(
                                actor, part.getKey(), part.getValue().missing().getFirst()));
    }

    /** Keeps a few requests under way, so that a distant peer does not cost a round trip for each. */
    private long fetch(FrameSocket socket, MemberId member, List<Frame.Request> requests, long deadlineNanos)
            throws IOException, InterruptedException {
        long changes = 0;
        int sent = 0;
        for (int done = 0; done < requests.size(); done++) {
            while (sent < requests.size() && sent < done + REQUESTS_AHEAD) {
                socket.write(requests.get(sent++));
                metrics.syncClientReqSent.inc();
            }
            changes += receive(socket, member);
            if (System.nanoTime() - deadlineNanos > 0) {
                return changes;
            }
        }
        return changes;
    }

    private long receive(FrameSocket socket, MemberId member) throws IOException, InterruptedException {
        long changes = 0;
        while (true) {
            switch (socket.read()) {
                case Frame.Answer answer -> {
                    metrics.syncChangesRecv.inc(
                            answer.sets().stream().mapToLong(WireSet::changes).sum());
                    changes += inbox.offerSync(answer.sets(), answer.emptied(), member.node());
                }
                case Frame.Done ignored -> {
                    return changes;
                }
                case Frame other -> throw ProtocolException.unexpected(other, "Answer or Done");
            }
        }
    }

    private List<Frame.Request> requests(SortedMap<ActorId, ActorVersions> theirs) {
        SortedMap<ActorId, ActorVersions> ours = versions.snapshot();
        List<Frame.Request> requests = new ArrayList<>();
        theirs.forEach((actor, there) -> {
            if (actor.equals(self.actor())) {
                return;
            }
            ActorVersions.Needs needs =
                    ours.getOrDefault(actor, ActorVersions.none()).missingFrom(there);
            if (!needs.partial().isEmpty()) {
                requests.add(new Frame.Request(actor, List.of(), needs.partial()));
            }
            for (VersionRange missing : needs.full().reversed()) {
                newestFirst(missing)
                        .forEach(part -> requests.add(new Frame.Request(actor, List.of(part), new TreeMap<>())));
            }
        });
        return requests;
    }

    private List<VersionRange> newestFirst(VersionRange range) {
        List<VersionRange> parts = new ArrayList<>();
        int most = config.versionsPerRequest();
        for (long end = range.end(); end >= range.start(); end -= most) {
            parts.add(new VersionRange(Math.max(range.start(), end - most + 1), end));
        }
        return parts;
    }
}
