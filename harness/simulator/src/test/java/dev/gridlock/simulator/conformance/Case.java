package dev.gridlock.simulator.conformance;

import java.util.List;
import java.util.stream.Stream;

/**
 * Something that ordinary code may rely on.
 *
 * @param name a sentence
 * @param body code that throws if the sentence is not true; it leaves no thread behind
 */
record Case(String name, Body body) {
    @FunctionalInterface
    interface Body {
        void run() throws Exception;
    }

    static Case of(String name, Body body) {
        return new Case(name, body);
    }

    /** Every case that holds on the platform and in the simulator alike. */
    static List<Case> all() {
        return Stream.of(
                        ConnectionCases.all(),
                        ClosingCases.all(),
                        ResetCases.all(),
                        SocketTimeoutCases.all(),
                        AddressCases.all(),
                        SleepCases.all(),
                        MonitorCases.all(),
                        WaitCases.all(),
                        LockCases.all(),
                        ConditionCases.all(),
                        SynchronizerCases.all(),
                        QueueCases.all(),
                        InterruptCases.all(),
                        ThreadCases.all(),
                        ExecutorCases.all(),
                        SchedulerCases.all(),
                        FutureCases.all(),
                        ClockCases.all(),
                        RandomnessCases.all(),
                        HttpCases.all(),
                        DatabaseCases.all())
                .flatMap(List::stream)
                .toList();
    }
}
