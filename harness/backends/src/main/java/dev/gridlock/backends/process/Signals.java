package dev.gridlock.backends.process;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/** Sends signals by kill(2). The JDK itself can only end processes. Thread-safe. */
final class Signals {

    static final int SIGKILL = 9;
    static final int SIGCONT = 18;
    static final int SIGSTOP = 19;

    @SuppressWarnings("restricted") // there is no other way to kill(2)
    private static final MethodHandle KILL = Linker.nativeLinker()
            .downcallHandle(
                    Linker.nativeLinker().defaultLookup().findOrThrow("kill"),
                    FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));

    private Signals() {}

    /** Sends a signal to that very process; tells whether it was there to take it. */
    static boolean send(ProcessIdentity process, int signal) {
        if (!process.isAlive()) {
            return false;
        }
        try {
            return (int) KILL.invokeExact(Math.toIntExact(process.pid()), signal) == 0;
        } catch (Throwable impossible) {
            throw new IllegalStateException("kill(2) cannot be called", impossible);
        }
    }
}
