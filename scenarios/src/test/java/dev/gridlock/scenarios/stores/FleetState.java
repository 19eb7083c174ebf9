package dev.gridlock.scenarios.stores;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What all stores of a fleet say of themselves at about one moment.
 *
 * @param answers {@code /admin/state} by store; an empty map where there was no answer
 */
record FleetState(Map<String, Map<String, Object>> answers) {

    /** Asks every store; the consumer hears once all have answered or failed to. */
    static void ask(StoreFleet fleet, Consumer<FleetState> then) {
        ask(fleet, fleet.stores(), then);
    }

    /** Asks some stores; the consumer hears once all have answered or failed to. */
    static void ask(StoreFleet fleet, List<StoreFleet.Member> stores, Consumer<FleetState> then) {
        Map<String, Map<String, Object>> answers = new TreeMap<>();
        for (StoreFleet.Member store : stores) {
            fleet.client(store, () -> {
                answers.put(store.name(), read(store));
                if (answers.size() == stores.size()) {
                    then.accept(new FleetState(answers));
                }
            });
        }
    }

    private static Map<String, Object> read(StoreFleet.Member store) {
        try (StoreClient client = StoreClient.connect(store.address(), 10_000)) {
            return JSON.std.mapFrom(client.get("/admin/state").body());
        } catch (IOException e) {
            return Map.of();
        }
    }

    /**
     * Why the stores do not agree: equal heads, no needs, equal digests are agreement. Empty when they do.
     */
    Optional<String> disagreement() {
        List<String> reasons = new ArrayList<>();
        @Nullable Object heads = null;
        @Nullable Object digest = null;
        String first = "";
        for (Map.Entry<String, Map<String, Object>> entry : answers.entrySet()) {
            String store = entry.getKey();
            Map<String, Object> state = entry.getValue();
            if (state.isEmpty()) {
                reasons.add(store + " did not answer");
                continue;
            }
            if (!Map.of().equals(state.get("need"))) {
                reasons.add(store + " needs " + state.get("need"));
            }
            if (!Map.of().equals(state.get("partial_need"))) {
                reasons.add(store + " needs parts " + state.get("partial_need"));
            }
            if (heads == null) {
                heads = state.get("heads");
                digest = state.get("digest");
                first = store;
            } else if (!Objects.equals(state.get("heads"), heads)) {
                reasons.add(store + " has other heads than " + first);
            } else if (!Objects.equals(state.get("digest"), digest)) {
                reasons.add(store + " has the same heads as " + first + " and another digest");
            }
        }
        return reasons.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", reasons));
    }

    /** The answer of a store. */
    Map<String, Object> of(StoreFleet.Member store) {
        return answers.getOrDefault(store.name(), Map.of());
    }

    /** The sum of all heads at the first store: how many transactions the fleet has committed. */
    long commits() {
        if (!(answers.values().iterator().next().get("heads") instanceof Map<?, ?> heads)) {
            throw new AssertionError("no heads in " + answers);
        }
        return heads.values().stream()
                .mapToLong(head -> ((Number) head).longValue())
                .sum();
    }
}
