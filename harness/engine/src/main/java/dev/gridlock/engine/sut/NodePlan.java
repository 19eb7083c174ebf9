package dev.gridlock.engine.sut;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
 * @param image what it is in a container; empty when there is no image of it
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
        List<String> startAfter,
        Optional<NodeImage> image) {

    /** A node without an image, which cannot run in a container. */
    public NodePlan(
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
        this(name, region, role, ip, cpus, slowdown, main, args, files, restart, startAfter, Optional.empty());
    }

    /** Stands for the node's directory, an absolute path without a trailing slash, in arguments and file contents. */
    public static final String DIRECTORY = "${directory}";

    private static final Pattern DIAL = Pattern.compile("\\$\\{dial:([^}]*)}");

    /**
     * Stands in file contents for what this node connects to so as to reach a listener of another node: {@code IP:PORT}.
     * Where links are carried by a proxy, that is the proxy's address. Writing it tells the backend, too, that the two
     * nodes talk.
     *
     * @param ip address of the other node
     * @param port where it listens
     */
    public static String dial(String ip, int port) {
        return "${dial:" + ip + ":" + port + "}";
    }

    public NodePlan {
        args = List.copyOf(args);
        files = Collections.unmodifiableMap(new LinkedHashMap<>(files));
        startAfter = List.copyOf(startAfter);
    }

    /** Every listener that the files name by {@link #dial}, as {@code IP:PORT}, each once, in order. */
    public List<String> dialled() {
        return files.values().stream()
                .flatMap(text -> DIAL.matcher(text).results())
                .map(match -> match.group(1))
                .distinct()
                .toList();
    }

    /**
     * A text of this plan with what its placeholders stand for.
     *
     * @param directory the node's directory
     * @param dial what to connect to, by listener
     */
    public static String expand(String text, String directory, UnaryOperator<String> dial) {
        return DIAL.matcher(text.replace(DIRECTORY, directory))
                .replaceAll(match -> Matcher.quoteReplacement(dial.apply(match.group(1))));
    }
}
