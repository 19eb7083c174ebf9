package dev.gridlock.agent;

import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.MethodHandleEntry;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The call sites and method references that are sent to {@link Hooks} instead of the platform, wherever they stand. */
final class Redirects {
    static final ClassDesc HOOKS = ClassDesc.of("dev.gridlock.agent.Hooks");
    static final ClassDesc RANDOM_HOOKS = ClassDesc.of("dev.gridlock.agent.RandomHooks");
    static final ClassDesc THREAD_HOOKS = ClassDesc.of("dev.gridlock.agent.ThreadHooks");

    private static final String THREAD = "java/lang/Thread";
    private static final String HANDLER = "(Ljava/lang/Thread$UncaughtExceptionHandler;)V";

    /** A static method of a class of hooks that takes what the replaced call would have taken from the stack. */
    private record Target(ClassDesc owner, String name, String descriptor) {}

    private static final Map<String, Target> APPLICATION = Map.of(
            "java/lang/System.nanoTime()J",
            new Target(HOOKS, "nanoTime", "()J"),
            "java/lang/System.currentTimeMillis()J",
            new Target(HOOKS, "currentTimeMillis", "()J"),
            "java/lang/Math.random()D",
            new Target(RANDOM_HOOKS, "random", "()D"),
            "java/lang/StrictMath.random()D",
            new Target(RANDOM_HOOKS, "random", "()D"),
            "java/lang/Runtime.availableProcessors()I",
            new Target(HOOKS, "availableProcessors", "(Ljava/lang/Runtime;)I"),
            "java/lang/ProcessHandle.pid()J",
            new Target(HOOKS, "pid", "(Ljava/lang/ProcessHandle;)J"),
            "java/lang/Thread.onSpinWait()V",
            new Target(HOOKS, "onSpinWait", "()V"),
            "java/lang/Thread.setDefaultUncaughtExceptionHandler" + HANDLER,
            new Target(THREAD_HOOKS, "setDefaultUncaughtExceptionHandler", HANDLER));

    /** In the platform's own code a clock may not take the processor away: it may hold what the scheduler needs. */
    private static final Map<String, Target> PLATFORM = Map.of(
            "java/lang/System.nanoTime()J", new Target(HOOKS, "nanoTimeOfPlatform", "()J"),
            "java/lang/System.currentTimeMillis()J", new Target(HOOKS, "currentTimeMillisOfPlatform", "()J"),
            "java/lang/Runtime.availableProcessors()I",
                    new Target(HOOKS, "availableProcessors", "(Ljava/lang/Runtime;)I"));

    private Redirects() {}

    /** Whether an application class names anything that is redirected; a look at the constant pool only. */
    static boolean concerns(ClassModel model) {
        for (var entry : model.constantPool()) {
            if (entry instanceof MemberRefEntry member && redirected(member) != null) {
                return true;
            }
        }
        return false;
    }

    static boolean concernsPlatform(ClassModel model) {
        for (var entry : model.constantPool()) {
            if (entry instanceof MemberRefEntry member
                    && PLATFORM.containsKey(key(
                            member.owner().asInternalName(),
                            member.name().stringValue(),
                            member.type().stringValue()))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isThreadConstructor(MemberRefEntry member) {
        return member.owner().asInternalName().equals(THREAD)
                && member.name().stringValue().equals("<init>");
    }

    static boolean application(CodeBuilder code, CodeElement element) {
        return redirect(code, element, APPLICATION) || redirectReferences(code, element);
    }

    /** A method reference such as {@code System::nanoTime} or {@code Thread::new} names its target in the arguments of a bootstrap. */
    private static boolean redirectReferences(CodeBuilder code, CodeElement element) {
        if (!(element instanceof InvokeDynamicInstruction dynamic)
                || dynamic.invokedynamic().bootstrap().arguments().stream()
                        .noneMatch(argument -> argument instanceof MethodHandleEntry handle
                                && redirected(handle.reference()) != null)) {
            return false;
        }
        ConstantDesc[] arguments = dynamic.invokedynamic().bootstrap().arguments().stream()
                .map(argument ->
                        argument instanceof MethodHandleEntry handle ? redirected(handle) : argument.constantValue())
                .toArray(ConstantDesc[]::new);
        code.invokedynamic(DynamicCallSiteDesc.of(
                dynamic.bootstrapMethod(), dynamic.name().stringValue(), dynamic.typeSymbol(), arguments));
        return true;
    }

    private static ConstantDesc redirected(MethodHandleEntry handle) {
        Target target = redirected(handle.reference());
        return target == null
                ? handle.asSymbol()
                : MethodHandleDesc.ofMethod(
                        DirectMethodHandleDesc.Kind.STATIC,
                        target.owner,
                        target.name,
                        MethodTypeDesc.ofDescriptor(target.descriptor));
    }

    private static @Nullable Target redirected(MemberRefEntry member) {
        if (isThreadConstructor(member)) {
            String parameters = member.type().stringValue();
            return new Target(
                    THREAD_HOOKS,
                    "newThread",
                    parameters.substring(0, parameters.indexOf(')') + 1) + "Ljava/lang/Thread;");
        }
        return APPLICATION.get(key(
                member.owner().asInternalName(),
                member.name().stringValue(),
                member.type().stringValue()));
    }

    static boolean platform(CodeBuilder code, CodeElement element) {
        return redirect(code, element, PLATFORM);
    }

    private static boolean redirect(CodeBuilder code, CodeElement element, Map<String, Target> targets) {
        Target target = element instanceof InvokeInstruction call ? targets.get(key(call)) : null;
        if (target == null) {
            return false;
        }
        call(code, target.owner, target.name, target.descriptor);
        return true;
    }

    static void call(CodeBuilder code, ClassDesc owner, String hook, String descriptor) {
        code.invokestatic(owner, hook, MethodTypeDesc.ofDescriptor(descriptor));
    }

    static String key(InvokeInstruction call) {
        return key(
                call.owner().asInternalName(),
                call.name().stringValue(),
                call.type().stringValue());
    }

    private static String key(@Nullable String owner, String name, String descriptor) {
        return owner + "." + name + descriptor;
    }
}
