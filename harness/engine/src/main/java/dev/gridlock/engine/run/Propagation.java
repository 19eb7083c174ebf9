package dev.gridlock.engine.run;

import dev.gridlock.engine.history.NodeEvent;
import dev.gridlock.engine.history.Observation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

/**
 * How long updates took from the store that committed them to the others, by what the stores told.
 *
 * @param count how often an update was applied at another store
 * @param median zero when none was; so are the others
 * @param p99 99th percentile
 * @param max longest
 */
public record Propagation(long count, Duration median, Duration p99, Duration max) {

    /** The propagation in a history. */
    static Propagation in(List<Observation> observations) {
        var committed = new HashMap<String, Duration>();
        var delays = new ArrayList<Duration>();
        for (var observation : observations) {
            if (observation instanceof NodeEvent event && !event.update().isEmpty()) {
                switch (event.name()) {
                    case "store.commit" -> committed.putIfAbsent(event.update(), event.at());
                    case "store.apply" -> {
                        var since = committed.get(event.update());
                        if (since != null) {
                            delays.add(event.at().minus(since));
                        }
                    }
                    default -> {}
                }
            }
        }
        delays.sort(Duration::compareTo);
        return new Propagation(
                delays.size(), Percentiles.of(delays, 0.5), Percentiles.of(delays, 0.99), Percentiles.of(delays, 1));
    }
}
