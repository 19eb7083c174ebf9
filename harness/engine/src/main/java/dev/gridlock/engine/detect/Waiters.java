package dev.gridlock.engine.detect;

import dev.gridlock.engine.finding.TimeText;
import dev.gridlock.engine.history.NodeEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The threads that an event lists as waiting for a lock, or as holding it.
 *
 * @param all those that the event lists
 * @param more how many more there are, which the event counts and does not list
 */
record Waiters(List<Waiter> all, long more) {

    /**
     * One thread.
     *
     * @param label what it does with the lock
     * @param app the application concerned, empty when none
     * @param update the update concerned, empty when none
     * @param mode how it wants or has the lock, as the node names it
     * @param nanos how long it has waited, or held the lock; 0 when the node did not tell
     */
    record Waiter(String label, String app, String update, String mode, long nanos) {

        boolean isExclusive() {
            var lower = mode.toLowerCase(Locale.ROOT);
            return lower.contains("exclusive") || lower.contains("write");
        }
    }

    Waiters {
        all = List.copyOf(all);
    }

    /**
     * Those in a member of an event; none when the member is absent or has another shape. A list that is cut short is
     * told by a member of the same name in the singular with {@code Count}.
     */
    static Waiters in(NodeEvent event, String member) {
        var length = member.equals("holders") ? "heldNanos" : "waitedNanos";
        var waiters = new ArrayList<Waiter>();
        for (Object element : event.list(member)) {
            if (element instanceof Map<?, ?> fields) {
                waiters.add(new Waiter(
                        text(fields, "label"),
                        text(fields, "app"),
                        text(fields, "update"),
                        text(fields, "mode"),
                        fields.get(length) instanceof Number nanos ? nanos.longValue() : 0));
            }
        }
        var count = event.number(member.substring(0, member.length() - 1) + "Count");
        return new Waiters(waiters, Math.max(0, count.orElse(waiters.size()) - waiters.size()));
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    /** Ids of the updates they carry, in order. */
    Set<String> updates() {
        var updates = new LinkedHashSet<String>();
        all.stream().map(Waiter::update).filter(id -> !id.isEmpty()).forEach(updates::add);
        return updates;
    }

    /** The update of the thread that waits longest for exclusive access, else of the one that waits longest; or empty. */
    String leadingUpdate() {
        return all.stream()
                .filter(waiter -> !waiter.update().isEmpty())
                .max((a, b) -> a.isExclusive() == b.isExclusive()
                        ? Long.compare(a.nanos(), b.nanos())
                        : Boolean.compare(a.isExclusive(), b.isExclusive()))
                .map(Waiter::update)
                .orElse("");
    }

    /** For example {@code 1 exclusive (load) and 14 shared (route, status), the longest for 1.2 ms}. */
    String describe() {
        if (all.isEmpty()) {
            return "none";
        }
        var labelsByMode = new LinkedHashMap<String, Set<String>>();
        var countByMode = new LinkedHashMap<String, Integer>();
        long longest = 0;
        for (var waiter : all) {
            var mode =
                    waiter.mode().isEmpty() ? "of unnamed mode" : waiter.mode().toLowerCase(Locale.ROOT);
            countByMode.merge(mode, 1, Integer::sum);
            var labels = labelsByMode.computeIfAbsent(mode, absent -> new LinkedHashSet<>());
            if (!waiter.label().isEmpty()) {
                labels.add(waiter.label());
            }
            longest = Math.max(longest, waiter.nanos());
        }
        var groups = new ArrayList<String>();
        countByMode.forEach((mode, count) -> {
            var labels = labelsByMode.getOrDefault(mode, Set.of());
            groups.add(count + " " + mode + (labels.isEmpty() ? "" : " (" + String.join(", ", labels) + ")"));
        });
        if (more > 0) {
            groups.add(more + " more");
        }
        return String.join(" and ", groups)
                + (longest > 0 ? ", the longest for " + TimeText.length(Duration.ofNanos(longest)) : "");
    }

    private static String text(Map<?, ?> fields, String name) {
        var value = fields.get(name);
        return value == null ? "" : value.toString();
    }
}
