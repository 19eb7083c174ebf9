package dev.gridlock.proxy;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command line of a proxy process that runs as this process does: same Java, same JVM arguments, same class path. */
final class ChildCommand {

    private ChildCommand() {}

    static List<String> ofProxy(Path config) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        for (String argument : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            // A debugger's port can be listened on once.
            if (!argument.startsWith("-agentlib:jdwp")) {
                command.add(argument);
            }
        }
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(ProxyMain.class.getName());
        command.add("-c");
        command.add(config.toString());
        return command;
    }
}
