package dev.gridlock.engine.check.linear.porcupine;

import dev.gridlock.engine.check.linear.Call;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Pairs invocations with their ends. The clock is the number of the line. A process has at most one operation open. */
final class OpenCalls<I, O> {

    private record Open<I>(I input, long invoked) {}

    private final Map<String, Open<I>> open = new LinkedHashMap<>();
    private final List<Call<I, O>> calls = new ArrayList<>();

    void invoke(String process, I input, int line) throws HistoryFormatException {
        if (open.putIfAbsent(process, new Open<>(input, line)) != null) {
            throw new HistoryFormatException(
                    line, "an invocation by process " + process, "the end of the operation that it has open");
        }
    }

    /** What the operation that ends here was asked. */
    I input(String process, int line) throws HistoryFormatException {
        return opened(process, line).input();
    }

    void complete(String process, O output, int line) throws HistoryFormatException {
        end(process, Optional.of(output), line, line);
    }

    /** Nobody knows how the operation ended, or whether it did. */
    void leaveOpen(String process, int line) throws HistoryFormatException {
        end(process, Optional.empty(), Call.NEVER, line);
    }

    /** The operation did nothing. */
    void forget(String process, int line) throws HistoryFormatException {
        opened(process, line);
        open.remove(process);
    }

    private void end(String process, Optional<O> output, long completed, int line) throws HistoryFormatException {
        var which = opened(process, line);
        open.remove(process);
        calls.add(new Call<>(process, which.input(), output, which.invoked(), completed));
    }

    private Open<I> opened(String process, int line) throws HistoryFormatException {
        var which = open.get(process);
        if (which == null) {
            throw new HistoryFormatException(
                    line, "the end of an operation of process " + process, "its invocation first");
        }
        return which;
    }

    /** All calls; those still open never completed. */
    List<Call<I, O>> calls() {
        open.forEach((process, which) ->
                calls.add(new Call<>(process, which.input(), Optional.empty(), which.invoked(), Call.NEVER)));
        open.clear();
        return List.copyOf(calls);
    }
}
