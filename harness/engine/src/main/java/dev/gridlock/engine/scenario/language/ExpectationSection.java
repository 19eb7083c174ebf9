package dev.gridlock.engine.scenario.language;

import dev.gridlock.engine.scenario.Expectation;
import dev.gridlock.engine.scenario.Workload;
import dev.gridlock.engine.sut.DurationText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The key {@code expect}: what a single run must show. */
final class ExpectationSection {

    private final World world;

    private ExpectationSection(World world) {
        this.world = world;
    }

    static Form<List<Expectation>> form(World world) {
        var section = new ExpectationSection(world);
        var finding = Words.findingIn(world.topology());
        var kinds = new LinkedHashMap<String, Form<? extends Expectation>>();
        kinds.put("no-finding", mapped(finding, Expectation.NoFinding::new));
        kinds.put("some-finding", mapped(finding, Expectation.SomeFinding::new));
        kinds.put("served", section.served());
        kinds.put("converges", section.converges());
        return Form.listOf("a list of expectations", Tagged.oneOf("expectation", kinds));
    }

    private static <A, B> Form<B> mapped(Form<A> form, Function<A, B> mapping) {
        return new Form<>(
                form.expected(), (node, problems) -> form.read(node, problems).map(mapping));
    }

    private Form<Expectation> served() {
        return new Form<>(Quantities.PERCENTAGE.expected(), (node, problems) -> {
            var workloads = world.workloads();
            if (workloads.isPresent()
                    && workloads.get().stream().noneMatch(workload -> workload instanceof Workload.Requests)) {
                problems.report(
                        node.at(), "a share of requests to serve", "a workload of requests in the same scenario");
                return Optional.empty();
            }
            return Quantities.PERCENTAGE.read(node, problems).map(Expectation.ServedAtLeast::new);
        });
    }

    private Form<Expectation> converges() {
        return new Form<>(Quantities.POSITIVE_DURATION.expected(), (node, problems) -> {
            var within = Quantities.POSITIVE_DURATION.read(node, problems);
            var quiesce = world.quiesce();
            if (within.isPresent() && quiesce.isPresent() && within.get().compareTo(quiesce.get()) > 0) {
                problems.report(
                        node.at(),
                        "convergence within " + DurationText.format(within.get()),
                        "at most the time of 'quiesce', " + DurationText.format(quiesce.get()));
                return Optional.empty();
            }
            return within.map(Expectation.Converges::new);
        });
    }
}
