package dev.gridlock.simulator;

import dev.gridlock.agent.Hooks;
import dev.gridlock.agent.Installation;
import dev.gridlock.simulator.network.SimulatedSocket;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketImpl;
import java.util.List;

/** What is installed once in a JVM that simulates: the agent, sockets for simulated threads, standard streams. */
final class Platform {
    private static boolean installed;

    private Platform() {}

    /** Makes the JVM ready, and chooses the classes with scheduling points. */
    static synchronized void prepare(List<String> schedulingPoints) {
        if (!installed) {
            AgentLoader.ensureInstalled();
            if (Platform.class.getModule() != ClassLoader.getSystemClassLoader().getUnnamedModule()) {
                Installation.openTo(Platform.class.getModule());
            }
            installSockets();
            StandardStreams.install();
            installed = true;
        }
        Installation.choosePoints(schedulingPoints);
        List<String> failures = Installation.failures();
        if (!failures.isEmpty()) {
            throw new IllegalStateException("the agent could not redirect everything, so real time would leak in: "
                    + String.join("; ", failures));
        }
    }

    @SuppressWarnings("deprecation") // the JDK has no other way to give ordinary code another socket implementation
    private static void installSockets() {
        MethodHandle platformImpl;
        try {
            platformImpl = MethodHandles.privateLookupIn(SocketImpl.class, MethodHandles.lookup())
                    .findStatic(
                            SocketImpl.class,
                            "createPlatformSocketImpl",
                            MethodType.methodType(SocketImpl.class, boolean.class));
            Socket.setSocketImplFactory(() -> create(platformImpl, false));
            ServerSocket.setSocketFactory(() -> create(platformImpl, true));
        } catch (ReflectiveOperationException | IOException e) {
            throw new IllegalStateException(
                    "the simulated sockets cannot be installed; has somebody set a socket factory before?", e);
        }
    }

    private static SocketImpl create(MethodHandle platformImpl, boolean server) {
        if (Hooks.nodeOf(Thread.currentThread()) instanceof SimulatedProcess process) {
            return new SimulatedSocket(process.node().host(), server);
        }
        try {
            return (SocketImpl) platformImpl.invokeExact(server);
        } catch (Throwable e) {
            throw new AssertionError("cannot create a platform socket", e);
        }
    }
}
