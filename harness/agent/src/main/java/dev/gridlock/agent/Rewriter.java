package dev.gridlock.agent;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** Decides for each class what is rewritten and does it. Thread-safe. */
final class Rewriter implements ClassFileTransformer {
    private static final String[] PLATFORM = {"java/", "javax/", "jdk/", "sun/", "com/sun/"};

    /** The packages of the agent and the simulator, which no thread may lose its processor in. */
    private static final Set<String> HARNESS =
            Set.of("dev/gridlock/agent", "dev/gridlock/simulator", "dev/gridlock/simulator/network");

    /** Platform classes whose clocks are redirected although no method of theirs is special. */
    private static final String[] TIMED = {
        "java/util/concurrent/",
        "java/util/Date",
        "java/util/Calendar",
        "java/util/Currency",
        "java/util/GregorianCalendar",
        "java/util/JapaneseImperialCalendar",
        "java/util/Random",
        "java/util/Timer",
        "java/util/zip/ZipOutputStream",
        "java/text/SimpleDateFormat",
        "java/time/",
        "java/lang/VirtualThread",
        "java/lang/ref/ReferenceQueue",
        "java/net/HttpCookie",
        "jdk/internal/misc/ThreadFlock",
        "sun/net/www/",
        "sun/security/ssl/",
        "sun/security/util/Cache",
        "sun/util/calendar/",
        "sun/util/locale/provider/CalendarProviderImpl"
    };

    private final PlatformRewrites platform = new PlatformRewrites();
    private final SchedulingPoints points;
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();

    Rewriter(SchedulingPoints points) {
        this.points = points;
    }

    /** Whether a class may have to be rewritten, judged by its name. */
    boolean concerns(String internalName) {
        return !isHarness(internalName)
                && (isApplication(internalName)
                        || platform.rewrites(internalName)
                        || points.chosen(internalName)
                        || startsWithAny(internalName, TIMED));
    }

    private static boolean isHarness(String internalName) {
        int end = internalName.lastIndexOf('/');
        return end > 0 && HARNESS.contains(internalName.substring(0, end));
    }

    private static boolean isApplication(String internalName) {
        return !startsWithAny(internalName, PLATFORM);
    }

    /** A plain loop: a lambda or stream here would load classes while a class is being loaded. */
    static boolean startsWithAny(String name, String[] prefixes) {
        for (String prefix : prefixes) {
            if (name.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Loads what rewriting needs, and every platform class that will be changed: a class cannot be loaded while it is being rewritten itself,
     * so those are rewritten afterwards.
     */
    void warmUp() throws IOException, ClassNotFoundException {
        for (String name : platform.classes()) {
            Class.forName(name, false, ClassLoader.getPlatformClassLoader());
        }
        for (String name : new String[] {"java/util/concurrent/Executors$DefaultThreadFactory", "java/time/Clock"}) {
            try (InputStream in = Object.class.getResourceAsStream("/" + name + ".class")) {
                rewrite(name, null, Objects.requireNonNull(in).readAllBytes());
            }
        }
    }

    /** What could not be rewritten so far, in words; empty when all is well. */
    List<String> failures() {
        return List.copyOf(failures);
    }

    @Override
    public byte @Nullable [] transform(
            Module module,
            @Nullable ClassLoader loader,
            @Nullable String name,
            @Nullable Class<?> redefined,
            @Nullable ProtectionDomain domain,
            byte[] bytes) {
        if (name == null || !concerns(name)) {
            return null;
        }
        try {
            return rewrite(name, loader, bytes);
        } catch (Throwable e) {
            // The JVM would drop the exception and load the class as it was: remembered, so that no simulation starts
            // on it.
            failures.add(name.replace('/', '.') + ": " + e);
            return null;
        }
    }

    private byte @Nullable [] rewrite(String name, @Nullable ClassLoader loader, byte[] bytes) {
        ClassHierarchyResolver resolver = loader == null
                ? ClassHierarchyResolver.defaultResolver()
                : ClassHierarchyResolver.ofResourceParsing(loader)
                        .orElse(ClassHierarchyResolver.defaultResolver())
                        .cached();
        ClassFile classFile = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(resolver));
        ClassModel model = classFile.parse(bytes);
        if (isApplication(name)) {
            boolean pointed = points.chosen(name);
            boolean initialises = Initialisers.concerns(model);
            if (!pointed && !initialises && !Redirects.concerns(model)) {
                return null;
            }
            return classFile.transformClass(model, bodies(method -> {
                CodeTransform redirects = CodeTransform.ofStateful(ThreadReplacement::new)
                        .andThen((code, element) -> {
                            if (!Redirects.application(code, element)) {
                                code.with(element);
                            }
                        });
                if (method.methodName().equalsString(Initialisers.NAME)) {
                    // They cannot be left by a virtual thread, so points there would be lies.
                    return redirects.andThen(Initialisers.bracket());
                }
                return pointed ? points.transform(loader).andThen(redirects) : redirects;
            }));
        }
        if (!platform.rewrites(name) && !points.chosen(name) && !Redirects.concernsPlatform(model)) {
            return null;
        }
        Set<String> missing = new HashSet<>(platform.methods(name));
        byte[] rewritten = classFile.transformClass(model, bodies(method -> {
            String methodName = method.methodName().stringValue();
            String descriptor = method.methodType().stringValue();
            missing.remove(methodName + descriptor);
            missing.remove(methodName);
            missing.remove("*");
            CodeTransform special = platform.of(name, methodName, descriptor);
            if (methodName.equals(Initialisers.NAME)) {
                // What an initialiser of the platform asks for stays for ever, so it may not be a node's answer.
                return special != null ? special : CodeTransform.ACCEPT_ALL;
            }
            CodeTransform clocks = (code, element) -> {
                if (!Redirects.platform(code, element)) {
                    code.with(element);
                }
            };
            CodeTransform all = special != null ? special.andThen(clocks) : clocks;
            return points.chosen(name) ? points.transform(loader).andThen(all) : all;
        }));
        for (String method : missing) {
            failures.add(name.replace('/', '.') + "." + method + " does not exist in Java "
                    + Runtime.version().feature());
        }
        return rewritten;
    }

    private interface Bodies {
        CodeTransform of(MethodModel method);
    }

    private static ClassTransform bodies(Bodies bodies) {
        return (builder, element) -> {
            if (element instanceof MethodModel method && method.code().isPresent()) {
                builder.transformMethod(method, MethodTransform.transformingCode(bodies.of(method)));
            } else {
                builder.with(element);
            }
        };
    }
}
