package dev.gridlock.simulator.behaviour;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * A JVM that ran to its end.
 *
 * @param code its exit code
 * @param lines what it wrote to either stream
 */
record ChildJvm(int code, List<String> lines) {
    private static final long PATIENCE_SECONDS = 120;

    /** Runs a class with the class path of this JVM. */
    static ChildJvm run(List<String> jvmArguments, Class<?> main, String... arguments)
            throws IOException, InterruptedException {
        return run(System.getProperty("java.class.path"), jvmArguments, main, arguments);
    }

    static ChildJvm run(String classPath, List<String> jvmArguments, Class<?> main, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvmArguments);
        command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-ea", "-cp", classPath, main.getName()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("the JVM did not end; it said " + said);
        }
        return new ChildJvm(process.exitValue(), said.lines().toList());
    }

    /** The argument that installs the agent. */
    static String agent() {
        return "-javaagent:" + entries().filter(ChildJvm::isAgent).findFirst().orElseThrow();
    }

    /** The class path of this JVM without the agent. */
    static String classPathWithoutAgent() {
        return entries().filter(entry -> !isAgent(entry)).collect(Collectors.joining(File.pathSeparator));
    }

    private static java.util.stream.Stream<String> entries() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator));
    }

    private static boolean isAgent(String entry) {
        String name = Path.of(entry).getFileName().toString();
        return name.endsWith(".jar") && (name.startsWith("gridlock-agent") || name.equals("agent.jar"));
    }
}
