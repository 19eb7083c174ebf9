package dev.gridlock.store.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a client makes of a subscription: its rows, kept up to date by the events. Fails on an event that does not fit: a hole in the
 * numbers of the changes, an insert of a row that is there, an update or a delete of one that is not. Not thread-safe.
 */
public final class ClientView {
    private static final Pattern ROW = Pattern.compile("\\{\"row\":\\[(\\d+),(\\[.*])]}");
    private static final Pattern CHANGE = Pattern.compile("\\{\"change\":\\[\"(\\w+)\",(\\d+),(\\[.*]),(\\d+)]}");
    private static final Pattern END = Pattern.compile("\\{\"eoq\":\\{.*\"change_id\":(\\d+)}}");

    private final Map<Long, String> rows = new TreeMap<>();
    private long lastChange;

    /** A view that begins with the lines of a snapshot, its end included. */
    public ClientView(List<String> snapshot) {
        for (String line : snapshot) {
            Matcher row = ROW.matcher(line);
            if (row.matches()) {
                rows.put(Long.valueOf(row.group(1)), row.group(2));
            }
        }
        Matcher end = END.matcher(snapshot.getLast());
        assertThat(end.matches()).as(snapshot.getLast()).isTrue();
        lastChange = Long.parseLong(end.group(1));
    }

    /** Takes in the line of the next change. */
    public void apply(String line) {
        Matcher change = CHANGE.matcher(line);
        assertThat(change.matches()).as(line).isTrue();
        assertThat(Long.parseLong(change.group(4))).as(line).isEqualTo(lastChange + 1);
        Long id = Long.valueOf(change.group(2));
        switch (change.group(1)) {
            case "insert" -> assertThat(rows.put(id, change.group(3))).as(line).isNull();
            case "update" -> assertThat(rows.put(id, change.group(3))).as(line).isNotNull();
            case "delete" -> assertThat(rows.remove(id)).as(line).isEqualTo(change.group(3));
            default -> throw new AssertionError(line);
        }
        lastChange++;
    }

    /** The rows, each a list of cells, as JSON text. */
    public Collection<String> rows() {
        return rows.values();
    }

    /** Number of the last change: what to come back with. */
    public long lastChange() {
        return lastChange;
    }
}
