package dev.gridlock.proxy.route;

import dev.gridlock.proxy.catalog.ApplicationEntry;
import dev.gridlock.proxy.catalog.MachineEntry;
import dev.gridlock.proxy.route.usage.HostHealth;
import dev.gridlock.proxy.route.usage.MachineUse;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Chooses machines. Thread-safe. The choice looks at every machine of the application while the read lock is held, so an
 * application with many machines holds it for longer.
 */
public final class Router implements Routes {

    private final Lookup lookup;
    private final RegionDistances distances;
    private final OverdueMachine overdue;
    private final AtomicLong turns = new AtomicLong();

    /**
     * A router over what {@code lookup} finds.
     *
     * @param distances to the regions
     * @param overdue asked before each look-up
     */
    public Router(Lookup lookup, RegionDistances distances, OverdueMachine overdue) {
        this.lookup = lookup;
        this.distances = distances;
        this.overdue = overdue;
    }

    @Override
    public RouteOutcome route(String app, Set<String> avoid) {
        String gone = overdue.now().orElse("");
        return lookup.lookUp(app, entry -> choose(entry, avoid, gone));
    }

    private RouteOutcome choose(ApplicationEntry entry, Set<String> avoid, String gone) {
        long now = System.nanoTime();
        int started = 0;
        Optional<Candidate<MachineEntry>> best = Optional.empty();
        for (MachineEntry machine : entry.machines()) {
            if (machine.row().isStarted() && !machine.row().id().equals(gone)) {
                started++;
                if (machine.health().isHealthy(now)
                        && !avoid.contains(machine.row().address())) {
                    Candidate<MachineEntry> candidate = candidate(machine);
                    if (best.isEmpty() || candidate.isBetterThan(best.get())) {
                        best = Optional.of(candidate);
                    }
                }
            }
        }
        if (best.isEmpty()) {
            return new RouteOutcome.NoneHealthy(started, entry.machines().size());
        }
        MachineEntry machine = best.get().goal();
        MachineUse use = machine.use();
        HostHealth health = machine.health();
        use.chosen(turns.incrementAndGet());
        return new RouteOutcome.Chosen(new Route(
                machine.row().id(), machine.row().address(), machine.row().region(), use, health));
    }

    private Candidate<MachineEntry> candidate(MachineEntry machine) {
        return new Candidate<>(
                machine,
                distances.millis(machine.row().region()),
                machine.use().requests(),
                machine.use().lastTurn());
    }
}
