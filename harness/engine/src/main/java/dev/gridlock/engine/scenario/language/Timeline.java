package dev.gridlock.engine.scenario.language;

import dev.gridlock.engine.fault.Fault;
import dev.gridlock.engine.fault.LinkEffect;
import dev.gridlock.engine.fault.LinkFault;
import dev.gridlock.engine.fault.NodeFault;
import dev.gridlock.engine.scenario.Scenario;
import dev.gridlock.engine.scenario.Workload;
import dev.gridlock.engine.sut.DurationText;
import dev.gridlock.engine.topology.Topology;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What happens in a run, sentence by sentence in the order of time. */
final class Timeline {

    /** A sentence about what begins at an instant. */
    record Moment(Duration at, String sentence) {}

    private Timeline() {}

    static List<Moment> of(Scenario scenario) {
        var moments = new ArrayList<Moment>();
        for (var workload : scenario.workloads()) {
            moments.add(new Moment(workload.from(), sentence(workload, scenario.topology())));
        }
        for (var fault : scenario.faults()) {
            moments.add(new Moment(fault.from(), sentence(fault, scenario.topology())));
        }
        moments.sort(Comparator.comparing(Moment::at));
        moments.add(new Moment(scenario.duration(), end(scenario)));
        return List.copyOf(moments);
    }

    private static String end(Scenario scenario) {
        return scenario.quiesce().isZero()
                ? "The run ends."
                : "Load and faults are over; the world is left alone for " + DurationText.format(scenario.quiesce())
                        + ", then the run ends.";
    }

    private static String sentence(Workload workload, Topology topology) {
        return switch (workload) {
            case Workload.UpdateStorm storm -> {
                double seconds = storm.to().minus(storm.from()).toNanos() / 1e9;
                yield "Until " + DurationText.format(storm.to()) + ", an update storm enters in "
                        + regions(storm.regions(), topology) + ": " + rate(storm.perSecond(), "update")
                        + " a second, about "
                        + ScenarioText.count(Math.round(storm.perSecond() * seconds), "update") + " in all, over "
                        + ScenarioText.count(storm.applications(), "application") + " with "
                        + ScenarioText.count(storm.machinesPerApplication(), "machine") + " each.";
            }
            case Workload.NewApplications fresh ->
                "Until " + DurationText.format(fresh.to()) + ", new applications with a machine each are entered in "
                        + regions(fresh.regions(), topology) + ": " + Quantities.plain(fresh.perSecond())
                        + " a second. No client asks for them.";
            case Workload.Requests requests ->
                "Until " + DurationText.format(requests.to()) + ", clients in " + regions(requests.regions(), topology)
                        + " send " + rate(requests.perSecond(), "request")
                        + " a second to the proxies of their region"
                        + (requests.skew() == 0
                                ? "."
                                : ", the first application most often (Zipf exponent "
                                        + Quantities.plain(requests.skew()) + ").");
        };
    }

    private static String rate(double perSecond, String noun) {
        return Quantities.plain(perSecond) + " " + noun + (perSecond == 1 ? "" : "s");
    }

    private static String regions(List<String> regions, Topology topology) {
        return regions.size() > 1 && regions.equals(topology.codes()) ? "every region" : String.join(", ", regions);
    }

    private static String sentence(Fault fault, Topology topology) {
        return switch (fault) {
            case LinkFault link -> "Until " + DurationText.format(link.end()) + ", " + sentence(link);
            case NodeFault.Kill kill ->
                named(kill, topology) + " is killed"
                        + kill.restartAfter()
                                .map(delay -> " and started again " + DurationText.format(delay) + " later.")
                                .orElse(" and stays down.");
            case NodeFault.Pause pause ->
                named(pause, topology) + " is frozen until " + DurationText.format(pause.end()) + ".";
            case NodeFault.SlowCpu slow ->
                "Until " + DurationText.format(slow.end()) + ", each step of " + named(slow, topology) + " takes "
                        + Quantities.plain(slow.factor()) + " times as long.";
            case NodeFault.ClockStep step ->
                "The wall clock of " + named(step, topology) + " jumps "
                        + (step.by().isNegative() ? "back by " : "forward by ")
                        + DurationText.format(step.by().abs())
                        + step.end()
                                .map(end -> ", and is set right at " + DurationText.format(end) + ".")
                                .orElse(".");
            case NodeFault.ClockSkew skew ->
                "Until " + DurationText.format(skew.end()) + ", the clocks of " + named(skew, topology) + " run at "
                        + Quantities.plain(skew.rate()) + " times their speed.";
        };
    }

    private static String named(NodeFault fault, Topology topology) {
        return (topology.region(fault.target()).isPresent() ? "every node in " : "") + fault.target();
    }

    private static String sentence(LinkFault fault) {
        return switch (fault.effect()) {
            case LinkEffect.Delay(var add, var jitter) ->
                "what is sent " + fault.where() + " takes " + DurationText.format(add) + " longer"
                        + (jitter.isZero() ? "." : ", and up to " + DurationText.format(jitter) + " of jitter more.");
            case LinkEffect.Cut() -> "a partition " + fault.where() + " holds back what is sent.";
            case LinkEffect.BlackHole() -> "what is sent " + fault.where() + " is lost.";
            case LinkEffect.Reset() -> "connections " + fault.where() + " are reset.";
            case LinkEffect.Bandwidth(long bytes) ->
                "each connection " + fault.where() + " carries " + Quantities.plain(bytes / 1e3) + " kB a second.";
            case LinkEffect.Slices(int bytes, var delay) ->
                "what is sent " + fault.where() + " arrives in pieces of about " + ScenarioText.count(bytes, "byte")
                        + ", " + DurationText.format(delay) + " apart.";
        };
    }
}
