package dev.gridlock.engine.check.linear.porcupine;

import dev.gridlock.engine.check.linear.Call;
import dev.gridlock.engine.check.linear.KeyValueModel;
import dev.gridlock.engine.check.linear.KeyValueModel.Input;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Clients of a key-value store, one event a line: <code>{:process 0, :type :invoke, :f :put, :key "4", :value "x 0 0 y"}</code>. TYPE
 * is {@code :invoke} or {@code :ok}; the function {@code :get}, {@code :put} or {@code :append}; the value {@code nil} where
 * there is none. Empty lines are passed over.
 */
public final class KeyValueLog {

    private static final Pattern LINE =
            Pattern.compile("\\{:process (\\d+), :type :(invoke|ok),\\s+:f :(get|put|append),"
                    + "\\s+:key \"([^\"]*)\", :value (?:nil|\"([^\"]*)\")}");

    private KeyValueLog() {}

    /**
     * The operations of a log.
     *
     * @throws HistoryFormatException at the first line that is not as described
     */
    public static List<Call<Input, String>> read(String text) throws HistoryFormatException {
        var calls = new OpenCalls<Input, String>();
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            if (line.isBlank()) {
                continue;
            }
            Matcher parts = LINE.matcher(line.strip());
            if (!parts.matches()) {
                throw new HistoryFormatException(
                        number, '"' + line + '"', "{:process P, :type T, :f F, :key \"K\", :value V}");
            }
            String value = parts.group(5) == null ? "" : parts.group(5);
            if (parts.group(2).equals("invoke")) {
                calls.invoke(parts.group(1), input(parts.group(3), parts.group(4), value), number);
            } else {
                calls.complete(parts.group(1), value, number);
            }
        }
        return calls.calls();
    }

    private static Input input(String function, String key, String value) {
        return switch (function) {
            case "get" -> new KeyValueModel.Get(key);
            case "put" -> new KeyValueModel.Put(key, value);
            default -> new KeyValueModel.Append(key, value);
        };
    }
}
