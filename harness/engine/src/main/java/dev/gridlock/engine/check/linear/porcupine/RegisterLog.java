package dev.gridlock.engine.check.linear.porcupine;

import dev.gridlock.engine.check.linear.Call;
import dev.gridlock.engine.check.linear.RegisterModel;
import dev.gridlock.engine.check.linear.RegisterModel.Input;
import dev.gridlock.engine.check.linear.RegisterModel.Output;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Jepsen's log of a register: {@code INFO  jepsen.util - PROCESS TYPE FUNCTION VALUE}, separated by white space; other lines are
 * passed over. TYPE is {@code :invoke}, {@code :ok}, {@code :fail} or {@code :info}; FUNCTION {@code :read}, {@code :write} or
 * {@code :cas}. A cas that fails found another value; a read or write that fails did nothing; what ends with {@code :info}
 * may have taken effect, or may yet.
 */
public final class RegisterLog {

    private static final Pattern LINE = Pattern.compile(
            "INFO\\s+jepsen\\.util - (\\d+)\\s+:(invoke|ok|fail|info)\\s+:(read|write|cas)\\s+(\\S.*?)\\s*");
    private static final Pattern MARK = Pattern.compile("INFO\\s+jepsen\\.util - .*");
    private static final Pattern PAIR = Pattern.compile("\\[(-?\\d+) (-?\\d+)]");
    private static final Pattern NUMBER = Pattern.compile("-?\\d+");

    private RegisterLog() {}

    /**
     * The operations of a log.
     *
     * @throws HistoryFormatException at the first line of Jepsen's that is not as described
     */
    public static List<Call<Input, Output>> read(String text) throws HistoryFormatException {
        var calls = new OpenCalls<Input, Output>();
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            if (MARK.matcher(line).matches()) {
                Matcher parts = LINE.matcher(line);
                if (!parts.matches()) {
                    throw new HistoryFormatException(
                            number, '"' + line + '"', "a process, :invoke, :ok, :fail or :info, a function, a value");
                }
                event(calls, parts, number);
            }
        }
        return calls.calls();
    }

    private static void event(OpenCalls<Input, Output> calls, Matcher parts, int line) throws HistoryFormatException {
        String process = parts.group(1);
        String function = parts.group(3);
        String value = parts.group(4);
        switch (parts.group(2)) {
            case "invoke" -> calls.invoke(process, input(function, value, line), line);
            case "ok" -> calls.complete(process, output(function, value, line), line);
            case "fail" -> {
                if (calls.input(process, line) instanceof RegisterModel.CompareAndSet) {
                    calls.complete(process, new RegisterModel.Compared(false), line);
                } else {
                    calls.forget(process, line);
                }
            }
            default -> calls.leaveOpen(process, line);
        }
    }

    private static Input input(String function, String value, int line) throws HistoryFormatException {
        return switch (function) {
            case "read" -> new RegisterModel.Read();
            case "write" -> new RegisterModel.Write(number(value, line));
            default -> {
                Matcher pair = PAIR.matcher(value);
                if (!pair.matches()) {
                    throw new HistoryFormatException(line, value, "[from to]");
                }
                yield new RegisterModel.CompareAndSet(pair.group(1), pair.group(2));
            }
        };
    }

    private static Output output(String function, String value, int line) throws HistoryFormatException {
        return switch (function) {
            case "read" ->
                new RegisterModel.Value(value.equals("nil") ? Optional.empty() : Optional.of(number(value, line)));
            case "write" -> new RegisterModel.Written();
            default -> new RegisterModel.Compared(true);
        };
    }

    private static String number(String value, int line) throws HistoryFormatException {
        if (!NUMBER.matcher(value).matches()) {
            throw new HistoryFormatException(line, value, "a whole number");
        }
        return value;
    }
}
