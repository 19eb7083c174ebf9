package dev.gridlock.simulator;

import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Attaches the agent to the JVM that it runs in, for tests that were started without {@code -javaagent}.
 *
 * <p>A JVM may not attach to itself, so a short-lived child JVM does it.
 */
final class AgentLoader {
    private static final String INSTALLED = "dev.gridlock.agent.installed";
    private static final long PATIENCE_SECONDS = 30;

    private AgentLoader() {}

    /** @throws IllegalStateException with what to do, if the agent is not there and cannot be attached */
    static void ensureInstalled() {
        if (System.getProperty(INSTALLED) != null) {
            return;
        }
        Path jar = agentJar();
        if (jar == null) {
            throw new IllegalStateException("the Gridlock agent is neither installed nor on the class path as a jar:"
                    + " start the JVM with -javaagent:<gridlock-agent.jar>");
        }
        try {
            attach(jar);
        } catch (IOException e) {
            throw new IllegalStateException("cannot attach the Gridlock agent " + jar, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while attaching the Gridlock agent", e);
        }
        if (System.getProperty(INSTALLED) == null) {
            throw new IllegalStateException("the Gridlock agent was attached and did not install itself");
        }
    }

    /** Looked up as a resource: the class itself must not be loaded before the agent has put its jar on the bootstrap class path. */
    private static @Nullable Path agentJar() {
        URL resource = AgentLoader.class.getClassLoader().getResource("dev/gridlock/agent/Agent.class");
        if (resource == null || !resource.getProtocol().equals("jar")) {
            return null;
        }
        String path = resource.getPath();
        Path jar = Path.of(URI.create(path.substring(0, path.indexOf("!/"))));
        return Files.exists(jar) ? jar : null;
    }

    private static void attach(Path jar) throws IOException, InterruptedException {
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "--class-path",
                        System.getProperty("java.class.path"),
                        Attach.class.getName(),
                        Long.toString(ProcessHandle.current().pid()),
                        jar.toString())
                .redirectErrorStream(true)
                .start();
        String said;
        try (InputStream in = child.getInputStream()) {
            said = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        if (!child.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            child.destroyForcibly();
            throw new IOException("the attaching JVM did not end within " + PATIENCE_SECONDS + " s");
        }
        if (child.exitValue() != 0) {
            throw new IOException("the attaching JVM failed: " + said.strip());
        }
    }

    /** The main class of the child JVM. */
    static final class Attach {
        private Attach() {}

        public static void main(String[] arguments) throws Exception {
            VirtualMachine machine = VirtualMachine.attach(arguments[0]);
            try {
                machine.loadAgent(arguments[1]);
            } finally {
                machine.detach();
            }
        }
    }
}
