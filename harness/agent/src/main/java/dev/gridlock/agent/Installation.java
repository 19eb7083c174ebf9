package dev.gridlock.agent;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The agent at work in this JVM: what it opened and which classes it rewrites.
 *
 * <p>Must be loaded by the bootstrap loader like {@link Hooks}, so it is not to be touched before {@link Agent} has run; the system
 * property {@value #INSTALLED} tells. Thread-safe.
 */
public final class Installation {
    /** A system property that is set to {@code true} once the hooks are in place. */
    public static final String INSTALLED = "dev.gridlock.agent.installed";

    private static final List<String> OPENED = List.of("java.lang", "java.net", "java.util.concurrent.locks");

    private static @Nullable Installation installed;

    private final Instrumentation instrumentation;
    private final SchedulingPoints points;
    private final Rewriter rewriter;

    private Installation(Instrumentation instrumentation, SchedulingPoints points, Rewriter rewriter) {
        this.instrumentation = instrumentation;
        this.points = points;
        this.rewriter = rewriter;
    }

    /** Installs the hooks once; called by {@link Agent}, which another loader defines, hence public. */
    public static synchronized void install(Instrumentation instrumentation)
            throws ClassNotFoundException, IOException {
        if (installed != null) {
            return;
        }
        // Killed nodes leave threads behind that never end; the JVM must not keep them alive for its thread dumps.
        System.setProperty("jdk.trackAllThreads", "false");
        Module hooks = Installation.class.getModule();
        Module base = Object.class.getModule();
        instrumentation.redefineModule(
                base, Set.of(hooks), Map.of(), Map.of("java.lang", Set.of(hooks)), Set.of(), Map.of());
        ModuleLayer.boot()
                .findModule("java.sql")
                .ifPresent(sql ->
                        instrumentation.redefineModule(sql, Set.of(hooks), Map.of(), Map.of(), Set.of(), Map.of()));
        for (String name : List.of("Hooks", "RandomHooks", "ThreadHooks")) {
            Class.forName("dev.gridlock.agent." + name, true, null);
        }

        SchedulingPoints points = new SchedulingPoints();
        Rewriter rewriter = new Rewriter(points);
        Installation agent = new Installation(instrumentation, points, rewriter);
        rewriter.warmUp();
        agent.open(ClassLoader.getSystemClassLoader().getUnnamedModule());
        instrumentation.addTransformer(rewriter, true);
        agent.rewriteLoaded(rewriter::concerns);
        installed = agent;
        System.setProperty(INSTALLED, "true");
    }

    private static synchronized Installation installed() {
        if (installed == null) {
            throw new IllegalStateException(
                    "the Gridlock agent is not installed: start the JVM with -javaagent:<gridlock-agent.jar>");
        }
        return installed;
    }

    /**
     * Lets {@code module} look into the JDK as the simulator must; needed only for a simulator that is not on the class path.
     *
     * @throws IllegalStateException if the agent is not installed
     */
    public static void openTo(Module module) {
        installed().open(module);
    }

    private void open(Module module) {
        Map<String, Set<Module>> opens = new HashMap<>();
        OPENED.forEach(name -> opens.put(name, Set.of(module)));
        instrumentation.redefineModule(Object.class.getModule(), Set.of(), Map.of(), opens, Set.of(), Map.of());
    }

    /**
     * Chooses the classes with scheduling points, in place of those chosen before.
     *
     * @param classNamePrefixes such as {@code dev.gridlock.proxy.lock}
     * @throws IllegalStateException if the agent is not installed, or a class that is already loaded could not be rewritten
     */
    public static void choosePoints(List<String> classNamePrefixes) {
        Installation agent = installed();
        List<String> before = agent.points.prefixes();
        List<String> after =
                classNamePrefixes.stream().map(p -> p.replace('.', '/')).toList();
        if (before.equals(after)) {
            return;
        }
        agent.points.choose(after);
        agent.rewriteLoaded(name -> before.stream().anyMatch(name::startsWith) || agent.points.chosen(name));
    }

    /** Returns in words each class that could not be rewritten, in which a simulation would meet real time. */
    public static List<String> failures() {
        return installed().rewriter.failures();
    }

    private void rewriteLoaded(Predicate<String> which) {
        List<Class<?>> classes = new ArrayList<>();
        for (Class<?> type : instrumentation.getAllLoadedClasses()) {
            if (instrumentation.isModifiableClass(type)
                    && !type.isHidden()
                    && which.test(type.getName().replace('.', '/'))) {
                classes.add(type);
            }
        }
        try {
            if (!classes.isEmpty()) {
                instrumentation.retransformClasses(classes.toArray(Class<?>[]::new));
            }
        } catch (UnmodifiableClassException e) {
            throw new IllegalStateException("loaded classes cannot be rewritten", e);
        } catch (InternalError e) {
            // The JVM rewrites none of them if one has failed to initialise.
            rewriteOneByOne(classes);
        }
    }

    private void rewriteOneByOne(List<Class<?>> classes) {
        for (Class<?> type : classes) {
            try {
                instrumentation.retransformClasses(type);
            } catch (UnmodifiableClassException e) {
                throw new IllegalStateException(type + " cannot be rewritten", e);
            } catch (InternalError e) {
                if (!String.valueOf(e.getMessage()).contains("invalid class")) {
                    throw new IllegalStateException(type + " cannot be rewritten", e);
                }
                // Its initialiser has failed: nothing of it will ever run, so it need not be rewritten.
            }
        }
    }
}
