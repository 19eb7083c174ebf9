package dev.gridlock.store.membership;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.store.config.Endpoint;
import dev.gridlock.store.config.SwimConfig;
import dev.gridlock.store.crdt.ActorId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.UUID;
import java.util.function.BooleanSupplier;

/** Nodes and a network in virtual time: delays of 1 to 20 ms, loss, cut directions, crashes, restarts, pauses. One seed, one history. */
final class SwimNetwork {
    static final long WALL_AT_START = 1_700_000_000_000L;
    private static final long MILLI = 1_000_000;

    private record Event(long at, long order, int node, List<Envelope> message) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            return at != other.at ? Long.compare(at, other.at) : Long.compare(order, other.order);
        }
    }

    /** One process at one address, or none. */
    final class Node {
        final int index;
        final ActorId actor;
        final Endpoint address;
        final List<Effect.Notification> told = new ArrayList<>();
        private List<Swim> process = List.of();
        private SwimChecks checks = new SwimChecks(config);
        private final List<Event> held = new ArrayList<>();
        private boolean paused;
        private long clockError;
        private long wakeAt = Long.MAX_VALUE;

        Node(int index) {
            this.index = index;
            actor = actorOf(index);
            address = addressOf(index);
        }

        Swim swim() {
            return process.getFirst();
        }

        boolean isUp() {
            return !process.isEmpty();
        }
    }

    final List<Node> nodes = new ArrayList<>();
    final List<String> trace = new ArrayList<>();
    boolean tracing;
    double loss;
    int mostSuspects;
    private final SwimConfig config;
    private final Random random;
    private final boolean[][] cut;
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private final Map<Endpoint, Node> byAddress = new HashMap<>();
    private long order;
    private long now;

    SwimNetwork(long seed, SwimConfig config, int count) {
        this.config = config;
        random = new Random(seed);
        cut = new boolean[count][count];
        for (int i = 0; i < count; i++) {
            Node node = new Node(i);
            nodes.add(node);
            byAddress.put(node.address, node);
        }
    }

    /** All nodes up and known to each other. */
    static SwimNetwork settled(long seed, SwimConfig config, int count) {
        SwimNetwork network = new SwimNetwork(seed, config, count);
        for (int i = 0; i < count; i++) {
            network.boot(i);
        }
        network.runUntil(network::agreed, config.announce().interval().multipliedBy(10));
        return network;
    }

    static ActorId actorOf(int index) {
        return new ActorId(new UUID(0, index + 1));
    }

    static Endpoint addressOf(int index) {
        return new Endpoint("10.0.0." + index, 8787);
    }

    long now() {
        return now;
    }

    long wallMillis() {
        return WALL_AT_START + now / MILLI;
    }

    void boot(int index) {
        boot(index, 0, 0);
    }

    /** Starts a process on a machine whose wall clock is wrong by so many milliseconds from now on. */
    void boot(int index, int clusterId, long clockError) {
        nodes.get(index).clockError = clockError;
        long bornAt = wallMillis() + clockError;
        boot(index, new MemberId(actorOf(index), "n" + index, addressOf(index), clusterId, bornAt));
    }

    /** Starts a process at the address; the first two addresses are everybody's bootstrap. */
    void boot(int index, MemberId id) {
        Node node = nodes.get(index);
        Swim swim = new Swim(
                id,
                config,
                new Random(random.nextLong()),
                () -> wallMillis() + node.clockError,
                List.of(addressOf(0), addressOf(1)));
        node.process = List.of(swim);
        node.checks = new SwimChecks(config);
        node.told.clear();
        node.paused = false;
        node.wakeAt = Long.MAX_VALUE;
        carryOut(node, swim.start(now));
    }

    void crash(int index) {
        Node node = nodes.get(index);
        node.process = List.of();
        node.held.clear();
        node.paused = false;
    }

    void leave(int index) {
        Node node = nodes.get(index);
        carryOut(node, node.swim().leave(now));
        crash(index);
    }

    void pause(int index) {
        nodes.get(index).paused = true;
    }

    void resume(int index) {
        Node node = nodes.get(index);
        node.paused = false;
        List<Event> backlog = List.copyOf(node.held);
        node.held.clear();
        backlog.forEach(event -> push(now, index, event.message()));
        push(now, index, List.of());
    }

    void cut(int from, int to, boolean value) {
        cut[from][to] = value;
    }

    void healAll() {
        for (boolean[] row : cut) {
            Arrays.fill(row, false);
        }
        loss = 0;
    }

    void run(Duration duration) {
        runUntil(() -> false, duration);
    }

    /** Runs until the condition holds, at most so long; says how long it took, in virtual time. */
    Duration runUntil(BooleanSupplier condition, Duration most) {
        long start = now;
        long end = now + most.toNanos();
        while (!condition.getAsBoolean()) {
            Event next = events.peek();
            if (next == null || next.at() > end) {
                now = end;
                break;
            }
            events.remove();
            now = next.at();
            happen(next);
        }
        return Duration.ofNanos(now - start);
    }

    private void happen(Event event) {
        Node node = nodes.get(event.node());
        if (!node.isUp()) {
            return;
        }
        if (node.paused) {
            node.held.add(event);
            return;
        }
        if (event.message().isEmpty()) {
            node.wakeAt = Long.MAX_VALUE;
            carryOut(node, node.swim().onTimer(now));
        } else {
            carryOut(node, node.swim().onMessage(event.message().getFirst(), now));
        }
    }

    private void carryOut(Node node, List<Effect> effects) {
        node.checks.holding(node.swim());
        for (Effect effect : effects) {
            if (tracing) {
                trace.add(now + " n" + node.index + " " + effect);
            }
            switch (effect) {
                case Effect.Send(Endpoint to, Envelope envelope) -> {
                    node.checks.sending(to, envelope);
                    transmit(node.index, to, envelope);
                }
                case Effect.RoundTrip trip -> assertThat(trip.nanos()).isBetween(2 * MILLI, 500_000 * MILLI);
                case Effect.Notification notification -> node.told.add(notification);
            }
        }
        int suspects = (int) node.swim().members().stream()
                .filter(held -> held.state() == MemberState.SUSPECT)
                .count();
        mostSuspects = Math.max(mostSuspects, suspects);
        OptionalLong next = node.swim().nextTimerNanos();
        if (next.isPresent() && next.getAsLong() < node.wakeAt) {
            node.wakeAt = next.getAsLong();
            push(node.wakeAt, node.index, List.of());
        }
    }

    private void transmit(int from, Endpoint to, Envelope envelope) {
        int target = nodeAt(to).index;
        long delay = MILLI + random.nextLong(19 * MILLI);
        boolean lost = random.nextDouble() < loss;
        if (!cut[from][target] && !lost) {
            push(now + delay, target, List.of(envelope));
        }
    }

    private void push(long at, int node, List<Envelope> message) {
        events.add(new Event(Math.max(at, now), order++, node, message));
    }

    private Node nodeAt(Endpoint address) {
        return Objects.requireNonNull(byAddress.get(address));
    }

    List<Node> up() {
        return nodes.stream().filter(Node::isUp).toList();
    }

    /** Whether every node that runs holds exactly the others that run for alive, under their present identities. */
    boolean agreed() {
        List<Node> up = up();
        for (Node node : up) {
            List<MemberUpdate> members = node.swim().members();
            if (members.size() != up.size() - 1) {
                return false;
            }
            for (MemberUpdate held : members) {
                Node other = nodeAt(held.id().address());
                if (held.state() != MemberState.ALIVE
                        || !other.isUp()
                        || !held.id().equals(other.swim().self().id())) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Whether no running node counts the actor among its members. */
    boolean nobodyCounts(ActorId actor) {
        return up().stream()
                .noneMatch(node -> node.swim().members().stream()
                        .anyMatch(held -> held.id().actor().equals(actor)));
    }
}
