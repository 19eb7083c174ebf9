package dev.gridlock.engine.sut;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One node: an ordinary program with its files and its place.
 *
 * @param name unique in the plan, for example {@code store-waw-1}
 * @param region code of its region
 * @param role what it is for, for example {@code store}; the engine uses it in reports only
 * @param ip its IPv4 address, unique in the plan
 * @param cpus processors it has, at least 1
 * @param slowdown factor on the cost of its work, 1.0 for an ordinary machine, greater for a slower one
 * @param main class whose {@code main(String[])} is the program
 * @param args arguments of the program; relative paths are resolved by it against {@link #DIRECTORY}
 * @param files text files by relative path, written into the node's directory before the first start
 * @param restart what happens when it exits by itself
 * @param startAfter names of nodes that must be ready before this one starts
 */
public record NodePlan(
        String name,
        String region,
        String role,
        String ip,
        int cpus,
        double slowdown,
        Class<?> main,
        List<String> args,
        Map<String, String> files,
        Restart restart,
        List<String> startAfter) {

    /** Stands for the node's directory, an absolute path without a trailing slash, in arguments and file contents. */
    public static final String DIRECTORY = "${directory}";

    public NodePlan {
        args = List.copyOf(args);
        files = Collections.unmodifiableMap(new LinkedHashMap<>(files));
        startAfter = List.copyOf(startAfter);
    }
}
