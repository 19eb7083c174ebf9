package dev.gridlock.engine.run;

import dev.gridlock.engine.history.Observation;
import dev.gridlock.engine.witness.Sighting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What became of one fault of a run; instants count from the start of the load.
 *
 * @param number of the fault in the scenario, from 1
 * @param fault the fault in words
 * @param begun when it was brought about
 * @param inForce what was seen while it should have been in force; empty when nobody looked
 * @param ended when it was undone; empty when that never happened
 * @param gone what was seen once it should have been gone; empty when nobody looked
 */
public record FaultOutcome(
        int number,
        String fault,
        Duration begun,
        Optional<Sighting> inForce,
        Optional<Duration> ended,
        Optional<Sighting> gone) {

    /** What is missing before the fault counts, one clause each. */
    List<String> missing() {
        var missing = new ArrayList<String>();
        if (!inForce.map(Sighting::seen).orElse(false)) {
            missing.add("fault " + number + " (" + fault + ") was not seen in force: "
                    + inForce.map(Sighting::what).orElse("nobody had looked by the end of the run"));
        }
        if (ended.isPresent() && !gone.map(Sighting::seen).orElse(false)) {
            missing.add("fault " + number + " (" + fault + ") was not seen to be undone: "
                    + gone.map(Sighting::what).orElse("nobody had looked by the end of the run"));
        }
        return missing;
    }

    /** The outcomes in a history, in the order of the scenario. */
    static List<FaultOutcome> in(List<Observation> observations, Duration loadStart) {
        var begins = new TreeMap<Integer, Observation.FaultChanged>();
        var ends = new TreeMap<Integer, Observation.FaultChanged>();
        var inForce = new TreeMap<Integer, Sighting>();
        var gone = new TreeMap<Integer, Sighting>();
        for (var observation : observations) {
            switch (observation) {
                case Observation.FaultChanged changed ->
                    (changed.inForce() ? begins : ends).put(changed.number(), changed);
                case Observation.FaultReceipt(int number, boolean begun, var what, var at) ->
                    (begun ? inForce : gone).putIfAbsent(number, new Sighting(true, what, at.minus(loadStart)));
                case Observation.FaultUnseen(int number, boolean begun, var what, var at) ->
                    (begun ? inForce : gone).putIfAbsent(number, new Sighting(false, what, at.minus(loadStart)));
                default -> {}
            }
        }
        return begins.values().stream()
                .map(begin -> outcome(begin, ends, inForce, gone, loadStart))
                .toList();
    }

    private static FaultOutcome outcome(
            Observation.FaultChanged begin,
            Map<Integer, Observation.FaultChanged> ends,
            Map<Integer, Sighting> inForce,
            Map<Integer, Sighting> gone,
            Duration loadStart) {
        int number = begin.number();
        return new FaultOutcome(
                number,
                begin.fault(),
                begin.at().minus(loadStart),
                Optional.ofNullable(inForce.get(number)),
                Optional.ofNullable(ends.get(number)).map(end -> end.at().minus(loadStart)),
                Optional.ofNullable(gone.get(number)));
    }
}
