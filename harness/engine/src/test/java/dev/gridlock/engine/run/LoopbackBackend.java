package dev.gridlock.engine.run;

import dev.gridlock.engine.fault.Fault;
import dev.gridlock.engine.fault.FaultKind;
import dev.gridlock.engine.fault.NodeFault;
import dev.gridlock.engine.history.HistoryRecorder;
import dev.gridlock.engine.load.RunClock;
import dev.gridlock.engine.sut.AddressScheme;
import dev.gridlock.engine.sut.NodePlan;
import dev.gridlock.engine.witness.NodeCondition;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A backend in real time whose nodes are nothing but events; what answers is a server of the test's. */
final class LoopbackBackend implements Backend {

    private final Set<FaultKind> faults = EnumSet.of(FaultKind.PAUSE);
    private final Set<String> paused = ConcurrentHashMap.newKeySet();
    private final boolean dropsFaults;
    private final List<String> happened = Collections.synchronizedList(new ArrayList<>());

    LoopbackBackend() {
        this(false);
    }

    /** @param dropsFaults whether it says nothing and does nothing when it is asked for a fault */
    LoopbackBackend(boolean dropsFaults) {
        this.dropsFaults = dropsFaults;
    }

    /** What was asked of the stage, in order. */
    List<String> happened() {
        return List.copyOf(happened);
    }

    @Override
    public String name() {
        return "loopback";
    }

    @Override
    public Set<FaultKind> faults() {
        return faults;
    }

    @Override
    public AddressScheme addresses() {
        return AddressScheme.PRIVATE;
    }

    @Override
    public Map<String, String> drawnOptions(RunPlan plan) {
        return Map.of("loopback", "yes");
    }

    @Override
    public BackendOutcome execute(RunPlan plan, Director director, HistoryRecorder history) {
        long start = System.nanoTime();
        RunClock clock = () -> Duration.ofNanos(System.nanoTime() - start);
        try {
            director.direct(new LoopbackStage(clock, history));
            return new BackendOutcome(Optional.empty(), "0011223344556677", clock.now(), 42);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return new BackendOutcome(Optional.of("interrupted"), "", clock.now(), 0);
        }
    }

    private final class LoopbackStage implements Stage {
        private final RunClock clock;
        private final HistoryRecorder history;

        LoopbackStage(RunClock clock, HistoryRecorder history) {
            this.clock = clock;
            this.history = history;
        }

        @Override
        public RunClock clock() {
            return clock;
        }

        @Override
        public void start(NodePlan node) {
            happened.add("start " + node.name());
            history.started(node.name(), clock.now());
            history.printed(node.name(), "{\"event\":\"node.ready\"}", clock.now());
            if (node.name().startsWith("store")) {
                history.printed(node.name(), "{\"event\":\"store.commit\",\"update\":\"u-1\"}", clock.now());
            }
        }

        @Override
        public boolean isUp(String node) {
            return true;
        }

        @Override
        public NodeCondition condition(String node) {
            return new NodeCondition(true, paused.contains(node), Duration.ZERO);
        }

        @Override
        public double slowdown(String node) {
            return 1;
        }

        @Override
        public void watch(String region, ClientProgram program) {
            throw new UnsupportedOperationException("there are no links");
        }

        @Override
        public InetSocketAddress listenAddress(String region) {
            throw new UnsupportedOperationException("there are no links");
        }

        @Override
        public InetSocketAddress dial(String from, String to) {
            throw new UnsupportedOperationException("there are no links");
        }

        @Override
        public void client(String region, ClientProgram program) {
            happened.add("clients in " + region);
            Thread.ofVirtual().start(() -> {
                try {
                    program.run();
                } catch (InterruptedException stopped) {
                    Thread.currentThread().interrupt();
                }
            });
        }

        @Override
        public void begin(Fault fault) {
            happened.add("begin " + fault.kind().wireName());
            if (fault instanceof NodeFault.Pause pause && !dropsFaults) {
                paused.add(pause.target());
            }
        }

        @Override
        public void end(Fault fault) {
            happened.add("end " + fault.kind().wireName());
            if (fault instanceof NodeFault.Pause pause) {
                paused.remove(pause.target());
            }
        }
    }
}
