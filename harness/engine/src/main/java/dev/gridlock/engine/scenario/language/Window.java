package dev.gridlock.engine.scenario.language;

import dev.gridlock.engine.sut.DurationText;
import java.time.Duration;

/**
 * The keys {@code from} and {@code to} of a workload or fault. Left out they mean the begin and the end of the
 * scenario's duration, which a window may not leave.
 */
record Window(Duration from, Duration to) {

    private static final Form<Duration> INSTANT =
            Quantities.duration("a time from the start of the run, such as 500ms or 3s");

    /** Reads both keys; what is wrong is reported, and the window then means nothing. */
    static Window read(Fields fields, World world, Problems problems) {
        var from = fields.optional("from", INSTANT).orElse(Duration.ZERO);
        var to = fields.optional("to", INSTANT).orElse(world.duration().orElseGet(() -> from.plusSeconds(1)));
        var end = world.duration();
        if (end.isPresent() && from.compareTo(end.get()) >= 0) {
            problems.report(
                    fields.at("from"), "'from' of " + DurationText.format(from), "less than " + duration(world));
        } else if (to.compareTo(from) <= 0) {
            problems.report(
                    fields.at("to"),
                    "'to' of " + DurationText.format(to),
                    "more than 'from', which is " + DurationText.format(from));
        } else if (end.isPresent() && to.compareTo(end.get()) > 0) {
            problems.report(fields.at("to"), "'to' of " + DurationText.format(to), "at most " + duration(world));
        }
        return new Window(from, to);
    }

    private static String duration(World world) {
        return "the duration of the scenario, "
                + DurationText.format(world.duration().orElseThrow())
                + World.origin(world.durationAt());
    }
}
