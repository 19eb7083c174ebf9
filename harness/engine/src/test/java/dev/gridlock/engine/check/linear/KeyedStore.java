package dev.gridlock.engine.check.linear;

import dev.gridlock.engine.check.linear.KeyValueModel.Get;
import dev.gridlock.engine.check.linear.KeyValueModel.Input;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Answers gets as a store of many keys does that carries operations out in the order of a list. */
final class KeyedStore {

    record Spoilt(String key, List<Call<Input, String>> calls) {}

    private final List<Call<Input, String>> calls = new ArrayList<>();

    /** @param drawn in the order in which they take effect; those that never completed take effect here, too, or not at all */
    KeyedStore(List<Call<Input, String>> drawn) {
        var model = new KeyValueModel();
        var texts = new HashMap<String, String>();
        for (var call : drawn) {
            String before = texts.getOrDefault(call.input().key(), model.initial());
            if (call.isComplete()) {
                texts.put(
                        call.input().key(),
                        model.step(before, call.input(), Optional.empty()).orElseThrow());
            }
            Optional<String> answer =
                    call.isComplete() ? Optional.of(call.input() instanceof Get ? before : "") : Optional.empty();
            calls.add(new Call<>(call.client(), call.input(), answer, call.invoked(), call.completed()));
        }
    }

    List<Call<Input, String>> calls() {
        return calls;
    }

    /** One get in the middle answers what no order of operations can. */
    Spoilt withOneWrongGet(RandomGenerator random) {
        var spoilt = new ArrayList<>(calls);
        int at = calls.size() / 3 + random.nextInt(calls.size() / 3);
        while (!(spoilt.get(at).input() instanceof Get && spoilt.get(at).isComplete())) {
            at++;
        }
        var call = spoilt.get(at);
        spoilt.set(
                at,
                new Call<>(
                        call.client(), call.input(), Optional.of("never written"), call.invoked(), call.completed()));
        return new Spoilt(call.input().key(), spoilt);
    }
}
