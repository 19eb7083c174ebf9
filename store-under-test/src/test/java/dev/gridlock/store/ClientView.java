package dev.gridlock.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a client makes of a subscription: its rows, kept up to date by the events. */
final class ClientView {
    private static final Pattern ROW = Pattern.compile("\\{\"row\":\\[(\\d+),(\\[.*])]}");
    private static final Pattern CHANGE = Pattern.compile("\\{\"change\":\\[\"(\\w+)\",(\\d+),(\\[.*]),(\\d+)]}");

    private final Map<Long, String> rows = new TreeMap<>();
    private long firstChange;
    private long lastChange;
    private long changes;

    ClientView(List<String> snapshot) {
        for (String line : snapshot) {
            Matcher row = ROW.matcher(line);
            if (row.matches()) {
                rows.put(Long.valueOf(row.group(1)), row.group(2));
            }
        }
    }

    void apply(String line) {
        Matcher change = CHANGE.matcher(line);
        assertThat(change.matches()).as(line).isTrue();
        Long id = Long.valueOf(change.group(2));
        switch (change.group(1)) {
            case "insert" -> assertThat(rows.put(id, change.group(3))).as(line).isNull();
            case "update" -> assertThat(rows.put(id, change.group(3))).as(line).isNotNull();
            case "delete" -> assertThat(rows.remove(id)).as(line).isEqualTo(change.group(3));
            default -> throw new AssertionError(line);
        }
        lastChange = Long.parseLong(change.group(4));
        firstChange = changes == 0 ? lastChange : firstChange;
        changes++;
    }

    Collection<String> rows() {
        return rows.values();
    }

    /** Change ids came without holes. */
    void assertContiguous() {
        assertThat(lastChange - firstChange + 1).isEqualTo(changes);
    }
}
