package dev.gridlock.agent;

import java.lang.instrument.Instrumentation;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/**
 * Brings the hooks into a JVM: by {@code -javaagent}, by {@code Launcher-Agent-Class}, or by attaching to a running one.
 *
 * <p>The one class of the agent that the application loader defines: it puts the jar on the bootstrap class path, where {@code java.base}
 * can reach {@link Hooks}, before any other class of the agent is touched. Nothing changes for threads that are not simulated.
 */
public final class Agent {
    private Agent() {}

    /** Called by the JVM before {@code main}. */
    public static void premain(@Nullable String arguments, Instrumentation instrumentation) throws Exception {
        install(instrumentation);
    }

    /** Called by the JVM when the agent is attached, or before {@code main} for {@code Launcher-Agent-Class}. */
    public static void agentmain(@Nullable String arguments, Instrumentation instrumentation) throws Exception {
        install(instrumentation);
    }

    private static synchronized void install(Instrumentation instrumentation) throws Exception {
        if (System.getProperty("dev.gridlock.agent.installed") == null) {
            instrumentation.appendToBootstrapClassLoaderSearch(new JarFile(ownJar().toFile()));
            Installation.install(instrumentation);
        }
    }

    private static Path ownJar() throws URISyntaxException {
        return Path.of(
                Agent.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    }
}
