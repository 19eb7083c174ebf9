package dev.gridlock.engine.scenario.language;

import dev.gridlock.engine.scenario.Scenario;
import dev.gridlock.engine.scenario.ScenarioException;
import dev.gridlock.engine.scenario.ScenarioSource;
import dev.gridlock.engine.scenario.yaml.YamlNode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The top level of a scenario file. Each part is read with what the parts before it made known. */
final class ScenarioDocument {

    /** The version of the language that is read here. */
    static final String VERSION = "1";

    private static final Duration LONGEST = Duration.ofHours(1);
    private static final Duration QUIESCE_UNLESS_SAID = Duration.ofSeconds(2);
    private static final int SEEDS_UNLESS_SAID = 200;
    private static final int MOST_SEEDS = 1_000_000;

    private static final Form<YamlNode.Mapping> DOCUMENT = Form.mapping("a mapping that begins with 'gridlock: 1'");
    private static final Form<YamlNode.Mapping> SEARCH = Form.mapping("a mapping such as {seeds: 200}");
    private static final Form<Duration> DURATION = limited(Quantities.POSITIVE_DURATION);
    private static final Form<Duration> QUIESCE = limited(Quantities.DURATION);

    private static final Form<String> VERSION_FORM = Form.ofText(
            "the version of the scenario language, " + VERSION,
            scalar -> scalar.text().equals(VERSION)
                    ? Parsed.value(VERSION)
                    : Parsed.wrong("version " + scalar.quoted(), VERSION + ", the version that this Gridlock reads"));

    private ScenarioDocument() {}

    /**
     * The scenario of a tree.
     *
     * @throws ScenarioException with every problem of the tree; a wrong version is the only one reported, since no
     *     other could be trusted
     */
    static Scenario read(YamlNode root, ScenarioSource source, List<KnownSystem> systems) throws ScenarioException {
        var problems = new Problems();
        var document = DOCUMENT.read(root, problems);
        problems.throwIfAny();
        var fields = new Fields(document.orElseThrow(), problems);

        fields.required("gridlock", VERSION_FORM);
        // Nothing else of a file in another version could be trusted.
        problems.throwIfAny();
        var name = fields.required("name", Words.NAME);
        var title = fields.optional("title", Words.LINE);
        var about = fields.optional("about", Words.PROSE).orElse("");
        var system = fields.required("system", SystemSection.form(systems));
        var topology = fields.required("topology", TopologySection.FORM);
        var duration = fields.required("duration", DURATION);
        var quiesceSaid = fields.optional("quiesce", QUIESCE);
        var quiesce = quiesceSaid.orElse(QUIESCE_UNLESS_SAID);

        var before = new World(topology, duration, fields.at("duration"), Optional.of(quiesce), Optional.empty());
        int problemsBeforeWorkload = problems.count();
        var workloads =
                fields.optional("workload", WorkloadSection.form(before)).orElse(List.of());
        var world = problems.count() == problemsBeforeWorkload ? before.withWorkloads(Optional.of(workloads)) : before;
        var faults = fields.optional("faults", FaultSection.form(world)).orElse(List.of());
        var expectations =
                fields.optional("expect", ExpectationSection.form(world)).orElse(List.of());
        var known = system.flatMap(spec -> systems.stream()
                .filter(candidate -> candidate.id().equals(spec.use()))
                .findFirst());
        var variants = fields.optional("variants", VariantSection.form(known, topology))
                .orElseGet(VariantSection::onlyOne);
        var note = fields.optional("backends", BackendSection.form(source.backend()))
                .orElse("");
        var seeds = fields.optional("search", search()).orElse(SEEDS_UNLESS_SAID);

        if (!fields.sound()) {
            problems.throwIfAny();
        }
        return new Scenario(
                name.orElseThrow(),
                title.orElse(name.orElseThrow()),
                about,
                topology.orElseThrow(),
                system.orElseThrow(),
                duration.orElseThrow(),
                quiesce,
                workloads,
                faults,
                expectations,
                variants,
                seeds,
                note,
                source);
    }

    private static Form<Integer> search() {
        return new Form<>(
                SEARCH.expected(),
                (node, problems) -> SEARCH.read(node, problems).flatMap(mapping -> {
                    var fields = new Fields(mapping, problems);
                    var seeds = fields.required("seeds", Quantities.whole("seeds", 1, MOST_SEEDS));
                    return fields.sound() ? seeds : Optional.empty();
                }));
    }

    private static Form<Duration> limited(Form<Duration> form) {
        return new Form<>(
                form.expected(),
                (node, problems) -> form.read(node, problems).filter(value -> {
                    boolean fits = value.compareTo(LONGEST) <= 0;
                    if (!fits) {
                        problems.report(node.at(), node.described(), "at most 1h");
                    }
                    return fits;
                }));
    }
}
