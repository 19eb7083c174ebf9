package dev.gridlock.engine.run;

import dev.gridlock.engine.fault.Fault;
import dev.gridlock.engine.fault.LinkFault;
import dev.gridlock.engine.fault.NodeFault;
import dev.gridlock.engine.history.HistoryRecorder;
import dev.gridlock.engine.history.Observation;
import dev.gridlock.engine.sut.NodePlan;
import dev.gridlock.engine.witness.Beacons;
import dev.gridlock.engine.witness.FaultPeriod;
import dev.gridlock.engine.witness.NodeWitness;
import dev.gridlock.engine.witness.Sighting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Brings faults about at their instants, undoes them, and has each witnessed. Used by the director's thread. */
final class FaultPlayer {

    /** Undoing comes before beginning at the same instant, so that faults in a row do not overlap. */
    private record Change(int number, Duration at, boolean begins) {
        static final Comparator<Change> IN_ORDER =
                Comparator.comparing(Change::at).thenComparing(Change::begins).thenComparing(Change::number);
    }

    private final List<Fault> faults;
    private final List<NodePlan> nodes;
    private final Stage stage;
    private final HistoryRecorder history;
    private final Beacons beacons;
    private final NodeWitness witness;
    private final Map<Integer, Duration> begun = new ConcurrentHashMap<>();
    private final Map<Integer, Duration> undoing = new ConcurrentHashMap<>();
    private final Map<Integer, Duration> ended = new ConcurrentHashMap<>();
    private final Queue<Thread> witnesses = new ConcurrentLinkedQueue<>();

    FaultPlayer(List<Fault> faults, List<NodePlan> nodes, Stage stage, HistoryRecorder history) {
        this.faults = faults;
        this.nodes = nodes;
        this.stage = stage;
        this.history = history;
        this.beacons = new Beacons(faults);
        this.witness = new NodeWitness(stage.clock(), stage::condition, stage::slowdown);
    }

    /** Starts to measure the links that will be hurt, so that it is known what they are like when they are not. */
    void prepare() {
        for (var region : beacons.regions()) {
            var post = beacons.post(region, stage.clock(), stage::listenAddress, stage::dial);
            stage.watch(region, post::run);
        }
    }

    /** Starts to play the faults; instants count from the start of the load. */
    void start(Duration loadStart) {
        var changes = new ArrayList<Change>();
        for (int number = 1; number <= faults.size(); number++) {
            var fault = fault(number);
            changes.add(new Change(number, loadStart.plus(fault.from()), true));
            if (fault.to().isPresent()) {
                changes.add(new Change(number, loadStart.plus(fault.to().get()), false));
            }
        }
        changes.sort(Change.IN_ORDER);
        witnesses.add(Thread.ofVirtual().name("faults").start(() -> play(changes)));
    }

    /** Waits for the witnesses of what has happened to nodes, and judges what has happened to links. */
    void conclude() throws InterruptedException {
        for (Thread thread; (thread = witnesses.poll()) != null; ) {
            thread.join();
        }
        var periods = new HashMap<Integer, FaultPeriod>();
        begun.forEach((number, at) -> {
            if (fault(number) instanceof LinkFault link) {
                periods.put(
                        number,
                        new FaultPeriod(
                                link,
                                at,
                                Optional.ofNullable(undoing.get(number)),
                                Optional.ofNullable(ended.get(number))));
            }
        });
        var judge = beacons.witness(List.copyOf(periods.values()), stage.clock().now());
        periods.forEach((number, period) -> {
            record(number, true, judge.inForce(period));
            if (period.ended().isPresent()) {
                record(number, false, judge.gone(period));
            }
        });
    }

    private Fault fault(int number) {
        return faults.get(number - 1);
    }

    private void play(List<Change> changes) {
        try {
            for (var change : changes) {
                stage.clock().sleepUntil(change.at());
                play(change);
            }
        } catch (InterruptedException brokenOff) {
            Thread.currentThread().interrupt();
        }
    }

    private void play(Change change) {
        var fault = fault(change.number());
        var before = fault instanceof NodeFault onNodes
                ? Optional.of(witness.before(onNodes, targets(onNodes)))
                : Optional.<NodeWitness.Before>empty();
        try {
            if (change.begins()) {
                stage.begin(fault);
            } else {
                undoing.put(change.number(), stage.clock().now());
                stage.end(fault);
            }
        } catch (RuntimeException failed) {
            // Whatever the backend could not do, the witnesses will not see; this says why.
            history.record(new Observation.FaultUnseen(
                    change.number(),
                    change.begins(),
                    "the backend failed: " + failed,
                    stage.clock().now()));
        }
        var at = stage.clock().now();
        (change.begins() ? begun : ended).put(change.number(), at);
        history.record(new Observation.FaultChanged(change.number(), fault.describe(), change.begins(), at));
        if (fault instanceof NodeFault onNodes && before.isPresent()) {
            witnesses.add(Thread.ofVirtual()
                    .name("witness-" + change.number())
                    .start(() -> await(change, onNodes, before.get())));
        }
    }

    private void await(Change change, NodeFault fault, NodeWitness.Before before) {
        try {
            record(
                    change.number(),
                    change.begins(),
                    change.begins() ? witness.inForce(fault, before) : witness.gone(fault, before));
        } catch (InterruptedException brokenOff) {
            Thread.currentThread().interrupt();
        }
    }

    private void record(int number, boolean inForce, Sighting sighting) {
        history.record(
                sighting.seen()
                        ? new Observation.FaultReceipt(number, inForce, sighting.what(), sighting.at())
                        : new Observation.FaultUnseen(number, inForce, sighting.what(), sighting.at()));
    }

    /** Names of the node of that name, or of all nodes of the region of that code. */
    private List<String> targets(NodeFault fault) {
        return nodes.stream()
                .filter(node ->
                        node.name().equals(fault.target()) || node.region().equals(fault.target()))
                .map(NodePlan::name)
                .toList();
    }
}
