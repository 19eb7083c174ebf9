package dev.gridlock.scenarios.stores;

import dev.gridlock.scenarios.stores.Events.Event;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Why a fleet does not converge, or why updates were late: from what the stores say of themselves and from their events, without
 * knowing how they are configured.
 */
final class Diagnosis {
    private final FleetState state;
    private final Map<String, Events> events = new LinkedHashMap<>();
    private final Map<String, String> nameOf = new TreeMap<>();
    private final List<String> sentences = new ArrayList<>();

    private Diagnosis(FleetState state, List<StoreFleet.Member> stores) {
        this.state = state;
        for (StoreFleet.Member store : stores) {
            Events all = Events.of(store);
            events.put(store.name(), all);
            all.named("node.ready").texts("actor").forEach(actor -> nameOf.put(actor, store.name()));
        }
    }

    /** One sentence for each thing that is wrong; empty when nothing is. */
    static List<String> of(FleetState state, List<StoreFleet.Member> stores) {
        Diagnosis diagnosis = new Diagnosis(state, stores);
        diagnosis.nameOf.forEach((actor, origin) -> {
            for (String node : diagnosis.events.keySet()) {
                diagnosis.lacking(node, actor, origin);
            }
        });
        diagnosis.nameOf.forEach(diagnosis::neverBroadcast);
        if (diagnosis.sentences.isEmpty()) {
            state.disagreement().ifPresent(reason -> diagnosis.sentences.add("nothing explains why " + reason));
        }
        return List.copyOf(diagnosis.sentences);
    }

    private void lacking(String node, String actor, String origin) {
        SortedSet<Long> lacking = lackingVersions(node, actor, origin);
        if (lacking.isEmpty()) {
            return;
        }
        Events here = events.getOrDefault(node, new Events(List.of())).about(actor);
        SortedSet<Long> refused = refusedAgain(here, lacking);
        SortedSet<Long> shed = versions(here.named("gossip.shed"), lacking);
        Map<Long, String> rejected = new TreeMap<>();
        here.named("store.reject").all().forEach(event -> rejected.put(event.number("version"), event.text("reason")));

        SortedSet<Long> shedForGood = new TreeSet<>(refused);
        shedForGood.retainAll(shed);
        SortedSet<Long> failedForGood = new TreeSet<>(refused);
        failedForGood.removeAll(shed);
        SortedSet<Long> turnedDown = new TreeSet<>(lacking);
        turnedDown.removeAll(refused);
        turnedDown.retainAll(rejected.keySet());
        SortedSet<Long> unheard = new TreeSet<>(lacking);
        unheard.removeAll(refused);
        unheard.removeAll(turnedDown);

        say(
                node,
                shedForGood,
                origin,
                "shed from a full queue, and refused as seen each time the catch-up brought them");
        say(node, failedForGood, origin, failedBatch(node, here, failedForGood));
        say(
                node,
                turnedDown,
                origin,
                "they cannot be applied there: " + String.join(", ", new TreeSet<>(rejected.values())));
        say(node, unheard, origin, "neither a broadcast nor a catch-up has brought them");
    }

    private void say(String node, SortedSet<Long> versions, String origin, String cause) {
        if (!versions.isEmpty()) {
            sentences.add("%s lacks versions %s of %s: %s".formatted(node, ranges(versions), origin, cause));
        }
    }

    /** A batch that fails says so of the change sets that are to blame, and nothing of the others. */
    private String failedBatch(String node, Events here, SortedSet<Long> versions) {
        Events all = events.getOrDefault(node, new Events(List.of()));
        SortedSet<String> reasons = new TreeSet<>(all.named("store.reject").texts("reason"));
        if (reasons.isEmpty()) {
            return "refused as seen each time the catch-up brought them, and nothing says what became of them at first";
        }
        List<Event> reloads = all.named("schema.reload").all();
        boolean afterReload = !reloads.isEmpty()
                && here.named("store.refuse").all().stream()
                        .anyMatch(event -> versions.contains(event.number("version"))
                                && event.at().compareTo(reloads.getLast().at()) > 0);
        return "a batch failed (" + String.join(", ", reasons) + ") and its versions are refused as seen"
                + (afterReload ? ", also after the schema was reloaded" : "");
    }

    /** Once may be because the first copy still waits to be applied. */
    private static SortedSet<Long> refusedAgain(Events here, SortedSet<Long> lacking) {
        SortedSet<Long> once = new TreeSet<>();
        SortedSet<Long> again = new TreeSet<>();
        for (long version : here.named("store.refuse").numbers("version")) {
            if (lacking.contains(version) && !once.add(version)) {
                again.add(version);
            }
        }
        return again;
    }

    private static SortedSet<Long> versions(Events events, SortedSet<Long> among) {
        SortedSet<Long> versions = new TreeSet<>(events.numbers("version"));
        versions.retainAll(among);
        return versions;
    }

    private SortedSet<Long> lackingVersions(String node, String actor, String origin) {
        SortedSet<Long> lacking = new TreeSet<>();
        long head = head(node, actor);
        for (long version = head + 1; version <= head(origin, actor); version++) {
            lacking.add(version);
        }
        if (field(node, "need").get(actor) instanceof List<?> gaps) {
            for (Object gap : gaps) {
                for (long version = bound(gap, "start"); version <= bound(gap, "end"); version++) {
                    lacking.add(version);
                }
            }
        }
        if (field(node, "partial_need").get(actor) instanceof Map<?, ?> partials) {
            partials.keySet().forEach(version -> lacking.add(Long.valueOf(String.valueOf(version))));
        }
        return lacking;
    }

    private Map<?, ?> field(String node, String field) {
        return state.answers().getOrDefault(node, Map.of()).get(field) instanceof Map<?, ?> map ? map : Map.of();
    }

    private long head(String node, String actor) {
        return field(node, "heads").get(actor) instanceof Number head ? head.longValue() : 0;
    }

    private static long bound(Object gap, String name) {
        if (gap instanceof Map<?, ?> map && map.get(name) instanceof Number number) {
            return number.longValue();
        }
        throw new AssertionError("no " + name + " in " + gap);
    }

    /** Commits whose rounds were over before anybody was told, with and without the rate limit. */
    private void neverBroadcast(String actor, String origin) {
        Events there = events.getOrDefault(origin, new Events(List.of()));
        for (boolean limited : List.of(true, false)) {
            SortedSet<Long> unsent = there.named("gossip.unsent").all().stream()
                    .filter(event ->
                            Boolean.valueOf(limited).equals(event.fields().get("rate_limited")))
                    .map(event -> event.number("version"))
                    .collect(Collectors.toCollection(TreeSet::new));
            if (!unsent.isEmpty()) {
                sentences.add("versions %s of %s were never broadcast: their rounds ran out%s; %s"
                        .formatted(
                                ranges(unsent),
                                origin,
                                limited ? " after the rate limit" : "",
                                heard(actor, there, unsent)));
            }
        }
    }

    private String heard(String actor, Events origin, SortedSet<Long> versions) {
        Map<Long, Duration> committed = new TreeMap<>();
        origin.named("store.commit").all().forEach(event -> committed.put(event.number("version"), event.at()));
        Duration latest = Duration.ZERO;
        boolean any = false;
        for (Events node : events.values()) {
            for (Event event : node.about(actor).named("store.apply").all()) {
                Duration since = committed.get(event.number("version"));
                if (since != null && versions.contains(event.number("version"))) {
                    any = true;
                    Duration delay = event.at().minus(since);
                    latest = delay.compareTo(latest) > 0 ? delay : latest;
                }
            }
        }
        return any
                ? "nodes heard by catch-up after up to %.1f s".formatted(latest.toMillis() / 1e3)
                : "nobody has heard by catch-up either";
    }

    private static String ranges(SortedSet<Long> versions) {
        List<String> ranges = new ArrayList<>();
        long start = versions.getFirst();
        long end = start;
        for (long version : versions) {
            if (version > end + 1) {
                ranges.add(range(start, end));
                start = version;
            }
            end = version;
        }
        ranges.add(range(start, end));
        return String.join(", ", ranges);
    }

    private static String range(long start, long end) {
        return start == end ? String.valueOf(start) : start + ".." + end;
    }
}
