package dev.gridlock.scenarios;

import dev.gridlock.engine.finding.FindingKind;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** How many runs of each variant showed each kind of stall, and how many showed none. A run counts once for each kind. */
final class ConfusionMatrix {

    private static final class Row {
        final Map<FindingKind, Integer> runs = new EnumMap<>(FindingKind.class);
        int nothing;
    }

    private final Map<String, Row> rows = new LinkedHashMap<>();

    void count(String variant, Set<FindingKind> seen) {
        Row row = rows.computeIfAbsent(variant, absent -> new Row());
        seen.forEach(kind -> row.runs.merge(kind, 1, Integer::sum));
        row.nothing += seen.isEmpty() ? 1 : 0;
    }

    @Override
    public String toString() {
        var kinds = new TreeSet<FindingKind>();
        rows.values().forEach(row -> kinds.addAll(row.runs.keySet()));
        var text = new StringBuilder("%-28s".formatted("variant"));
        kinds.forEach(kind -> text.append("%22s".formatted(kind.wireName())));
        text.append("%10s%n".formatted("nothing"));
        rows.forEach((variant, row) -> {
            text.append("%-28s".formatted(variant));
            kinds.forEach(kind -> text.append("%22d".formatted(row.runs.getOrDefault(kind, 0))));
            text.append("%10d%n".formatted(row.nothing));
        });
        return text.toString();
    }
}
