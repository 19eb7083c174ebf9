package dev.gridlock.agent;

import static dev.gridlock.agent.Edits.beforeReturn;
import static dev.gridlock.agent.Edits.call;
import static dev.gridlock.agent.Edits.entry;
import static dev.gridlock.agent.Edits.instruction;
import static dev.gridlock.agent.Redirects.HOOKS;
import static dev.gridlock.agent.Redirects.RANDOM_HOOKS;
import static dev.gridlock.agent.Redirects.THREAD_HOOKS;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is changed inside the JDK, by class and method. Written against JDK 25; {@link Rewriter#failures} names what another JDK lacks.
 *
 * <p>Only bodies change, so that loaded classes can be retransformed.
 */
final class PlatformRewrites {
    /** The algorithms of {@code RandomGeneratorFactory}; each class has a sequence of seeds of its own. */
    private static final String[] GENERATORS = {
        "L32X64MixRandom",
        "L64X128MixRandom",
        "L64X128StarStarRandom",
        "L64X256MixRandom",
        "L64X1024MixRandom",
        "L128X128MixRandom",
        "L128X256MixRandom",
        "L128X1024MixRandom",
        "Xoroshiro128PlusPlus",
        "Xoshiro256PlusPlus"
    };

    private static final String OBJECT = "Ljava/lang/Object;";
    private static final String THREAD = "Ljava/lang/Thread;";
    private static final String ADDRESS = "Ljava/net/InetAddress;";

    private final Map<String, Map<String, CodeTransform>> byClass = new HashMap<>();

    PlatformRewrites() {
        threads();
        randomness();
        process();
        pools();
        network();
    }

    private void threads() {
        in("java/lang/VirtualThread")
                .method("<init>", instruction(Edits::putsContinuation, code -> {
                    code.aload(0);
                    hook(
                            code,
                            THREAD_HOOKS,
                            "continuation",
                            "(Ljava/lang/Runnable;" + THREAD + ")Ljava/lang/Runnable;");
                }))
                .method("run()V", entry(code -> {
                    code.aload(0);
                    hook(code, THREAD_HOOKS, "run", "(" + THREAD + ")V");
                }))
                .method("compareAndSetOnWaitingList(ZZ)Z", entry(code -> {
                    code.aload(0);
                    hook(code, THREAD_HOOKS, "unblocking", "(" + THREAD + ")V");
                }))
                .method("unblock()V", beforeReturn(code -> {
                    code.aload(0);
                    hook(code, THREAD_HOOKS, "unblocked", "(" + THREAD + ")V");
                }))
                .method("parkOnCarrierThread(ZJ)V", entry(code -> {
                    code.aload(0);
                    hook(code, THREAD_HOOKS, "pinned", "(" + THREAD + ")V");
                }));
        CodeTransform starting = entry(code -> {
            code.aload(0);
            hook(code, THREAD_HOOKS, "starting", "(" + THREAD + ")V");
        });
        in("java/lang/Thread")
                .method("<init>(Ljava/lang/String;IZ)V", Edits::numbersVirtualThread)
                .method("start()V", starting)
                .method("start(Ljdk/internal/vm/ThreadContainer;)V", starting)
                .method("isDaemon()Z", entry(code -> {
                    code.aload(0);
                    hook(code, THREAD_HOOKS, "isDaemon", "(" + THREAD + ")I");
                    code.dup();
                    code.ifThenElse(Opcode.IFGE, CodeBuilder::ireturn, CodeBuilder::pop);
                }))
                .method("setDaemon(Z)V", entry(code -> {
                    code.aload(0).iload(1);
                    hook(code, THREAD_HOOKS, "setDaemon", "(" + THREAD + "Z)Z");
                    code.ifThen(CodeBuilder::return_);
                }));
        in("java/lang/Thread$ThreadNumbering").method("next()I", entry(code -> {
            hook(code, THREAD_HOOKS, "threadNumber", "()I");
            code.dup().istore(0);
            code.iconst_m1().isub().ifThen(found -> found.iload(0).ireturn());
        }));
        CodeTransform replace = beforeReturn(code -> hook(code, THREAD_HOOKS, "replace", "(" + THREAD + ")" + THREAD));
        in("java/lang/ThreadBuilders$PlatformThreadBuilder")
                .method("unstarted(Ljava/lang/Runnable;)" + THREAD, replace);
        in("java/lang/ThreadBuilders$PlatformThreadFactory")
                .method("newThread(Ljava/lang/Runnable;)" + THREAD, replace);
        in("java/util/concurrent/Executors$DefaultThreadFactory")
                .method("newThread(Ljava/lang/Runnable;)" + THREAD, CodeTransform.ofStateful(ThreadReplacement::new))
                .method(
                        "<init>",
                        call(
                                "java/util/concurrent/atomic/AtomicInteger.getAndIncrement()I",
                                code -> hook(
                                        code,
                                        THREAD_HOOKS,
                                        "poolNumber",
                                        "(Ljava/util/concurrent/atomic/AtomicInteger;)I")));
        in("java/util/concurrent/ThreadPoolExecutor").method("<init>", Edits::keepsOrder);
        for (String name :
                new String[] {"java/util/concurrent/ThreadPerTaskExecutor", "jdk/internal/misc/ThreadFlock"}) {
            in(name).method(
                            "<init>",
                            call(
                                    "java/util/concurrent/ConcurrentHashMap.newKeySet()"
                                            + "Ljava/util/concurrent/ConcurrentHashMap$KeySetView;",
                                    code -> hook(code, THREAD_HOOKS, "threadSet", "()Ljava/util/Set;")));
        }
        in("java/lang/ThreadGroup").method("uncaughtException(" + THREAD + "Ljava/lang/Throwable;)V", entry(code -> {
            code.aload(1).aload(2);
            hook(code, THREAD_HOOKS, "uncaught", "(" + THREAD + "Ljava/lang/Throwable;)Z");
            code.ifThen(CodeBuilder::return_);
        }));
    }

    private void randomness() {
        String getAndAdd = "java/util/concurrent/atomic/AtomicLong.getAndAdd(J)J";
        String signature = "(Ljava/util/concurrent/atomic/AtomicLong;J)J";
        in("java/util/concurrent/ThreadLocalRandom")
                .method(
                        "localInit()V",
                        call(getAndAdd, code -> hook(code, RANDOM_HOOKS, "threadSeed", signature))
                                .andThen(call(
                                        "java/util/concurrent/atomic/AtomicInteger.addAndGet(I)I",
                                        code -> hook(
                                                code,
                                                RANDOM_HOOKS,
                                                "threadProbe",
                                                "(Ljava/util/concurrent/atomic/AtomicInteger;I)I"))))
                .method(
                        "nextSecondarySeed()I",
                        call(getAndAdd, code -> hook(code, RANDOM_HOOKS, "threadSeed", signature)));
        in("java/util/SplittableRandom")
                .method("<init>", call(getAndAdd, code -> hook(code, RANDOM_HOOKS, "getAndAdd", signature)));
        for (String name : GENERATORS) {
            in("jdk/internal/random/" + name)
                    .method("<init>", call(getAndAdd, code -> hook(code, RANDOM_HOOKS, "getAndAdd", signature)));
        }
        in("java/util/Collections").method("shuffle(Ljava/util/List;)V", entry(code -> {
            code.aload(0);
            hook(code, RANDOM_HOOKS, "shuffle", "(Ljava/util/List;)Z");
            code.ifThen(CodeBuilder::return_);
        }));
        in("java/util/Random").method("seedUniquifier()J", entry(code -> {
            hook(code, RANDOM_HOOKS, "randomSeed", "()J");
            code.dup2().lstore(0);
            code.lconst_0().lcmp().ifThen(found -> found.lload(0).lreturn());
        }));
        in("java/security/SecureRandom")
                .method("nextBytes([B)V", entry(code -> {
                    code.aload(1);
                    hook(code, RANDOM_HOOKS, "fillRandom", "([B)Z");
                    code.ifThen(CodeBuilder::return_);
                }))
                .method("generateSeed(I)[B", entry(code -> {
                    code.iload(1);
                    hook(code, RANDOM_HOOKS, "seedBytes", "(I)[B");
                    code.dup().astore(2);
                    code.ifThen(Opcode.IFNONNULL, found -> found.aload(2).areturn());
                }));
        in("java/lang/Enum")
                .method(
                        "hashCode()I",
                        call(
                                "java/lang/System.identityHashCode(" + OBJECT + ")I",
                                code -> hook(code, RANDOM_HOOKS, "enumHash", "(" + OBJECT + ")I")));
        CodeTransform unsalted = CodeTransform.ofStateful(() -> Edits::unsalted);
        for (String name :
                new String[] {"Set12", "SetN", "SetN$SetNIterator", "MapN", "MapN$MapNIterator", "Set12$1"}) {
            in("java/util/ImmutableCollections$" + name).all(unsalted);
        }
    }

    private void process() {
        in("java/lang/Runtime")
                .method("exit(I)V", entry(code -> {
                    code.iload(1).iconst_0();
                    hook(code, HOOKS, "exit", "(IZ)V");
                }))
                .method("halt(I)V", entry(code -> {
                    code.iload(1).iconst_1();
                    hook(code, HOOKS, "exit", "(IZ)V");
                }))
                .method("addShutdownHook(" + THREAD + ")V", entry(code -> {
                    code.aload(1);
                    hook(code, HOOKS, "addShutdownHook", "(" + THREAD + ")Z");
                    code.ifThen(CodeBuilder::return_);
                }))
                .method("removeShutdownHook(" + THREAD + ")Z", entry(code -> {
                    code.aload(1);
                    hook(code, HOOKS, "removeShutdownHook", "(" + THREAD + ")I");
                    code.dup().istore(2);
                    code.iconst_m1().isub().ifThen(found -> found.iload(2).ireturn());
                }));
        in("java/lang/ProcessBuilder")
                .method("start()Ljava/lang/Process;", entry(code -> hook(code, HOOKS, "refuseProcess", "()V")));
        CodeTransform opened = beforeReturn(code -> {
            code.dup();
            hook(code, HOOKS, "opened", "(" + OBJECT + ")V");
        });
        in("java/sql/DriverManager")
                .method("getConnection(Ljava/lang/String;)Ljava/sql/Connection;", opened)
                .method("getConnection(Ljava/lang/String;Ljava/util/Properties;)Ljava/sql/Connection;", opened)
                .method(
                        "getConnection(Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;)Ljava/sql/Connection;",
                        opened);
        in("java/time/Clock").method("currentInstant()Ljava/time/Instant;", new CodeTransform() {
            @Override
            public void accept(CodeBuilder code, CodeElement element) {
                if (element instanceof InvokeInstruction call
                        && call.name().stringValue().equals("getNanoTimeAdjustment")) {
                    hook(code, HOOKS, "simulated", "()Z");
                    code.ifThenElse(
                            node -> hook(node, HOOKS, "nanoTimeAdjustment", "(J)J"), platform -> platform.with(call));
                } else if (!Redirects.platform(code, element)) {
                    code.with(element);
                }
            }
        });
    }

    private void pools() {
        CodeTransform refusePool = entry(code -> hook(code, THREAD_HOOKS, "refusePool", "()V"));
        CodeTransform refusePeriodic = entry(code -> hook(code, THREAD_HOOKS, "refusePeriodic", "()V"));
        String task = "Ljava/util/concurrent/DelayScheduler$ScheduledForkJoinTask;";
        String periodic =
                "(Ljava/lang/Runnable;JJLjava/util/concurrent/TimeUnit;)Ljava/util/concurrent/ScheduledFuture;";
        in("java/util/concurrent/ForkJoinPool")
                .method("execute(Ljava/lang/Runnable;)V", entry(code -> {
                    code.aload(0).aload(1);
                    hook(code, THREAD_HOOKS, "executeInPool", "(Ljava/util/concurrent/Executor;Ljava/lang/Runnable;)Z");
                    code.ifThen(CodeBuilder::return_);
                }))
                .method("scheduleDelayedTask(" + task + ")" + task, entry(code -> {
                    code.aload(1);
                    hook(code, THREAD_HOOKS, "scheduleInPool", "(" + OBJECT + ")Z");
                    code.ifThen(taken -> taken.aload(1).areturn());
                }))
                .method("scheduleAtFixedRate" + periodic, refusePeriodic)
                .method("scheduleWithFixedDelay" + periodic, refusePeriodic)
                .method(
                        "poolSubmit(ZLjava/util/concurrent/ForkJoinTask;)Ljava/util/concurrent/ForkJoinTask;",
                        refusePool);
        // Before it waits it spins, if the machine has several processors, and near the end of a timed wait it spins
        // until the clock has moved.
        in("java/util/concurrent/LinkedTransferQueue$DualNode")
                .method(
                        "await(" + OBJECT + "J" + OBJECT + "Z)" + OBJECT,
                        call("java/lang/Thread.onSpinWait()V", code -> hook(code, HOOKS, "onSpinWait", "()V"))
                                .andThen(Edits::uniprocessor))
                .method("checkForUniprocessor(Z)V", entry(code -> {
                    hook(code, HOOKS, "simulated", "()Z");
                    code.ifThen(CodeBuilder::return_);
                }));
        in("java/util/concurrent/ForkJoinTask").method("fork()Ljava/util/concurrent/ForkJoinTask;", refusePool);
    }

    private void network() {
        CodeTransform refuseChannel = entry(code -> hook(code, HOOKS, "refuseChannel", "()V"));
        in("sun/nio/ch/Net")
                .method("socket(Ljava/net/ProtocolFamily;Z)Ljava/io/FileDescriptor;", refuseChannel)
                .method("serverSocket(Ljava/net/ProtocolFamily;)Ljava/io/FileDescriptor;", refuseChannel);
        in("java/net/InetAddress")
                .method(
                        "isReachable(Ljava/net/NetworkInterface;II)Z",
                        entry(code -> hook(code, HOOKS, "refusePing", "()V")))
                .method("getAllByName(Ljava/lang/String;)[" + ADDRESS, entry(code -> {
                    code.aload(0);
                    hook(code, HOOKS, "resolve", "(Ljava/lang/String;)[" + ADDRESS);
                    code.dup().astore(1);
                    code.ifThen(Opcode.IFNONNULL, found -> found.aload(1).areturn());
                }))
                .method("getLocalHost()" + ADDRESS, entry(code -> {
                    hook(code, HOOKS, "localHost", "()" + ADDRESS);
                    code.dup().astore(0);
                    code.ifThen(Opcode.IFNONNULL, found -> found.aload(0).areturn());
                }))
                .method("getHostFromNameService(" + ADDRESS + ")Ljava/lang/String;", entry(code -> {
                    code.aload(0);
                    hook(code, HOOKS, "nameOf", "(" + ADDRESS + ")Ljava/lang/String;");
                    code.dup().astore(1);
                    code.ifThen(Opcode.IFNONNULL, found -> found.aload(1).areturn());
                }));
        // The keep-alive cache of HttpURLConnection is one for the whole JVM: a node would find another node's
        // connections in it.
        in("sun/net/www/http/HttpClient").method("isKeepingAlive()Z", entry(code -> {
            hook(code, HOOKS, "simulated", "()Z");
            code.ifThen(node -> node.iconst_0().ireturn());
        }));
    }

    // ---- look-up

    /** The binary names of all classes that are changed. */
    List<String> classes() {
        return byClass.keySet().stream()
                .map(name -> name.replace('/', '.'))
                .sorted()
                .toList();
    }

    boolean rewrites(String internalName) {
        return byClass.containsKey(internalName);
    }

    Set<String> methods(String internalName) {
        return byClass.getOrDefault(internalName, Map.of()).keySet();
    }

    /** Returns the change for a method, by its name and descriptor, by its name alone if it is a constructor, or for the whole class. */
    @Nullable
    CodeTransform of(String internalName, String method, String descriptor) {
        Map<String, CodeTransform> methods = byClass.getOrDefault(internalName, Map.of());
        CodeTransform exact = methods.get(method + descriptor);
        if (exact == null && method.equals("<init>")) {
            exact = methods.get(method);
        }
        return exact != null ? exact : methods.get("*");
    }

    private record Methods(Map<String, CodeTransform> methods) {
        Methods method(String nameAndDescriptor, CodeTransform transform) {
            methods.put(nameAndDescriptor, transform);
            return this;
        }

        void all(CodeTransform transform) {
            methods.put("*", transform);
        }
    }

    private Methods in(String internalName) {
        return new Methods(byClass.computeIfAbsent(internalName, n -> new HashMap<>()));
    }

    private static void hook(CodeBuilder code, ClassDesc owner, String name, String descriptor) {
        Redirects.call(code, owner, name, descriptor);
    }
}
