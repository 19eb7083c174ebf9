package dev.gridlock.engine.scenario.language;

import dev.gridlock.engine.fault.Fault;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/** The key {@code faults}: a list of what goes wrong, and when. */
final class FaultSection {

    private FaultSection() {}

    static Form<List<Fault>> form(World world) {
        var kinds = new LinkedHashMap<String, Form<? extends List<Fault>>>();
        new LinkFaultSection(world).addTo(kinds);
        new NodeFaultSection(world).addTo(kinds);
        var items = Form.listOf("a list of faults", Tagged.<List<Fault>>oneOf("fault", kinds));
        return new Form<>(
                items.expected(),
                (node, problems) -> items.read(node, problems)
                        .map(faults -> faults.stream().flatMap(List::stream).toList()));
    }

    /** Reads the keys of one fault; what it returns counts only when all keys were sound. */
    @FunctionalInterface
    interface Kind {
        Optional<List<Fault>> read(Fields fields, Problems problems);
    }

    /** The form of a fault's keys. */
    static Form<List<Fault>> fault(String example, Kind kind) {
        var form = Form.mapping("a mapping such as " + example);
        return new Form<>(
                form.expected(),
                (node, problems) -> form.read(node, problems)
                        .flatMap(mapping -> kind.read(new Fields(mapping, problems), problems)));
    }
}
