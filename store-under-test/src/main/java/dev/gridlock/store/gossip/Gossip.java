package dev.gridlock.store.gossip;

import dev.gridlock.store.clock.HybridClock;
import dev.gridlock.store.config.StoreConfig;
import dev.gridlock.store.crdt.ChangeSet;
import dev.gridlock.store.lifecycle.Workers;
import dev.gridlock.store.membership.MemberId;
import dev.gridlock.store.membership.Swim;
import dev.gridlock.store.metrics.StoreMetrics;
import dev.gridlock.store.storage.ChangeReader;
import dev.gridlock.store.storage.MemberRows;
import dev.gridlock.store.storage.RemoteApply;
import dev.gridlock.store.storage.Storage;
import java.io.IOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Everything between this node and the others, wired together. Thread-safe. */
public final class Gossip {
    private final StoreConfig.Gossip config;
    private final Workers workers;
    private final MemberRows memberRows;
    private final Members members = new Members();
    private final Transport transport;
    private final Membership membership;
    private final Broadcaster broadcaster;
    private final Inbox inbox;
    private final SyncLoop syncLoop;
    private final GossipServer server;
    private final List<Thread> loops = new ArrayList<>();
    private @Nullable Thread broadcasting;

    /**
     * What the rest of the node lends to its gossip.
     *
     * @param clock dates and ages change sets
     * @param events told of every step
     * @param metrics counts every step
     * @param workers starts threads
     * @param notices takes a line for people
     */
    public record Surroundings(
            HybridClock clock, GossipEvents events, StoreMetrics metrics, Workers workers, Consumer<String> notices) {}

    /**
     * @param listener bound already
     * @param rules {@link GossipRules#HEALTHY} unless something is to go wrong on purpose
     * @param applied told of change sets of others that are committed here, in commit order, under the writer lock; must be quick
     */
    public Gossip(
            ServerSocket listener,
            Identity self,
            StoreConfig config,
            GossipRules rules,
            Storage storage,
            Surroundings around,
            Consumer<List<ChangeSet>> applied) {
        this.config = config.gossip();
        this.workers = around.workers();
        this.memberRows = MemberRows.open(storage.database());
        this.transport = new Transport(
                self,
                config.gossip(),
                config.translation(),
                workers,
                around.events(),
                around.metrics(),
                around.notices(),
                members::roundTrip,
                members::nameAt);
        Applier applier = new Applier(new RemoteApply(storage), storage.versions(), rules, around, applied);
        this.inbox = new Inbox(
                config.perf(), storage.versions(), around.clock(), rules, around.events(), around.metrics(), applier);
        this.syncLoop = new SyncLoop(self, config, members, storage.versions(), inbox, around);
        Swim swim = new Swim(
                new MemberId(self.actor(), self.node(), self.address(), self.clusterId(), System.currentTimeMillis()),
                config.gossip().swim(),
                new Random(),
                System::currentTimeMillis,
                config.gossip().bootstrap());
        swim.restore(memberRows.read());
        this.membership = new Membership(swim, members, transport, around.events(), around.metrics(), syncLoop::hasten);
        this.broadcaster =
                new Broadcaster(config, self.actor(), rules, members, transport, around.events(), around.metrics());
        this.server = new GossipServer(
                listener,
                self,
                config.sync().timeout(),
                membership,
                inbox,
                broadcaster,
                new SyncServer(
                        storage.versions(),
                        new ChangeReader(storage),
                        around.clock(),
                        around.metrics(),
                        config.sync().maxConcurrent()),
                workers,
                around.notices());
    }

    /** Listens and calls others from now on. */
    public void start() {
        server.start();
        loops.add(workers.start("membership", membership::run));
        loops.add(workers.start("transport", transport::watch));
        loops.add(workers.start("apply", inbox::run));
        broadcasting = workers.start("broadcast", broadcaster::run);
        loops.add(workers.start("sync", syncLoop::run));
        loops.add(workers.start("members", this::keepMembers));
    }

    private void keepMembers() throws InterruptedException {
        List<MemberId> kept = memberRows.read();
        while (true) {
            Thread.sleep(config.membersInterval());
            List<MemberId> up = members.up();
            if (!up.equals(kept)) {
                memberRows.replace(up);
                kept = up;
            }
        }
    }

    /** Spreads a local commit. Quick. */
    public void committed(ChangeSet set) {
        broadcaster.committed(set);
    }

    /** The members that are up. */
    public Members members() {
        return members;
    }

    /** All that the membership protocol knows. */
    public Membership membership() {
        return membership;
    }

    /** How many change sets wait to be applied. */
    public int waiting() {
        return inbox.waiting();
    }

    /** What a round has taken on must be handed over before the rest is, or it would come when all connections are closed. */
    private void stopBroadcasting(Duration patience) throws InterruptedException {
        Thread thread = broadcasting;
        if (thread != null) {
            thread.interrupt();
            thread.join(patience);
        }
    }

    /**
     * Sends what is pending, tells some members that this node goes, and ends.
     *
     * @param patience longest wait for either
     */
    public void close(Duration patience) throws IOException, InterruptedException {
        try {
            stopBroadcasting(patience);
            broadcaster.flush();
            transport.drain(patience);
            membership.leave(patience);
        } finally {
            loops.forEach(Thread::interrupt);
            transport.close();
            server.close();
        }
    }
}
