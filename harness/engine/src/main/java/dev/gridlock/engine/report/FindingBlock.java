package dev.gridlock.engine.report;

import dev.gridlock.engine.finding.Affected;
import dev.gridlock.engine.finding.CausalStep;
import dev.gridlock.engine.finding.Finding;
import dev.gridlock.engine.finding.TimeText;
import java.util.stream.Collectors;

/** One finding as a block of text: what and where, the evidence, the causal chain, the blast radius, the command. */
public final class FindingBlock {

    private static final int NAME_WIDTH = 14;

    private FindingBlock() {}

    /**
     * The block, every line ended by a newline.
     *
     * @param repeatCommand the command that repeats the run; it is the last line, alone
     */
    public static String of(Finding finding, String repeatCommand) {
        var text = new StringBuilder();
        text.append("finding ").append(finding.kind());
        if (!finding.region().isEmpty()) {
            text.append(" in ").append(finding.region());
        }
        text.append(" on ")
                .append(finding.node())
                .append(" at ")
                .append(TimeText.instant(finding.at()))
                .append('\n');
        text.append("  ").append(Prose.capital(finding.evidence().prose())).append(".\n");
        finding.evidence().facts().forEach((name, value) -> fact(text, name, value));
        if (!finding.causedBy().isEmpty()) {
            text.append("  caused by\n");
            finding.causedBy().forEach(step -> step(text, step));
        }
        if (!finding.blastRadius().isEmpty()) {
            fact(
                    text,
                    "blast radius",
                    finding.blastRadius().stream().map(Affected::node).collect(Collectors.joining(", ")));
        }
        return text.append(repeatCommand).append('\n').toString();
    }

    private static void fact(StringBuilder text, String name, String value) {
        var indented = value.replace("\n", "\n" + " ".repeat(NAME_WIDTH + 3));
        text.append("  ")
                .append(padded(name, NAME_WIDTH))
                .append(' ')
                .append(indented)
                .append('\n');
    }

    private static void step(StringBuilder text, CausalStep step) {
        var at = TimeText.instant(step.at());
        text.append("    ")
                .append(" ".repeat(Math.max(0, 9 - at.length())))
                .append(at)
                .append("  ")
                .append(padded(step.what(), 28))
                .append(step.update().isEmpty() ? step.node() : padded(step.node(), 16) + step.update())
                .append('\n');
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(Math.max(1, width - text.length()));
    }
}
