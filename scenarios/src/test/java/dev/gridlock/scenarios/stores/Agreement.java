package dev.gridlock.scenarios.stores;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Asks some stores again and again until they agree. */
final class Agreement {
    private static final Duration PAUSE = Duration.ofMillis(250);

    private final StoreFleet fleet;
    private final List<StoreFleet.Member> stores;
    private final Duration pause;
    private @Nullable Duration reached;
    private String last = "nobody asked";
    private FleetState state = new FleetState(Map.of());

    private Agreement(StoreFleet fleet, List<StoreFleet.Member> stores, Duration pause) {
        this.fleet = fleet;
        this.stores = stores;
        this.pause = pause;
    }

    /** Asks all stores from the given virtual instant on; when they agree, the run ends. */
    static Agreement endsTheRun(StoreFleet fleet, Duration from) {
        return endsTheRun(fleet, from, PAUSE);
    }

    /** The same with another pause between the questions, of which a large fleet has many to answer. */
    static Agreement endsTheRun(StoreFleet fleet, Duration from, Duration pause) {
        Agreement agreement = new Agreement(fleet, fleet.stores(), pause);
        fleet.simulation().at(from, () -> agreement.ask(from, fleet.simulation()::stop));
        return agreement;
    }

    /** Asks some stores from the given virtual instant on. */
    static Agreement among(StoreFleet fleet, List<StoreFleet.Member> stores, Duration from) {
        Agreement agreement = new Agreement(fleet, stores, PAUSE);
        fleet.simulation().at(from, () -> agreement.ask(from, () -> {}));
        return agreement;
    }

    private void ask(Duration now, Runnable then) {
        FleetState.ask(fleet, stores, heard -> {
            state = heard;
            last = heard.disagreement().orElse("agreement");
            if (last.equals("agreement") && reached == null) {
                reached = now;
                then.run();
            }
        });
        Duration next = now.plus(pause);
        fleet.simulation().at(next, () -> {
            if (reached == null) {
                ask(next, then);
            }
        });
    }

    /** "agreement", or why there was none when last asked. */
    String last() {
        return last;
    }

    /** The virtual instant at which they were asked and agreed; null when they never did. */
    @Nullable
    Duration reached() {
        return reached;
    }

    /** What they said last. */
    FleetState state() {
        return state;
    }
}
