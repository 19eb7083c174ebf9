package dev.gridlock.agent;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.MethodHandleEntry;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A class after rewriting. */
final class Rewritten {
    private final String name;
    private final byte @Nullable [] after;

    private Rewritten(String name, byte @Nullable [] after) {
        this.name = name;
        this.after = after;
    }

    static byte[] bytes(String internalName) throws IOException {
        try (InputStream in = ClassLoader.getSystemResourceAsStream(internalName + ".class")) {
            return Objects.requireNonNull(in, internalName).readAllBytes();
        }
    }

    static Rewritten of(Rewriter rewriter, Class<?> type) throws IOException {
        String internalName = type.getName().replace('.', '/');
        byte[] before = bytes(internalName);
        return new Rewritten(
                type.getName(),
                rewriter.transform(type.getModule(), type.getClassLoader(), internalName, null, null, before));
    }

    boolean isChanged() {
        return after != null;
    }

    private byte[] changed() {
        return Objects.requireNonNull(after, name + " was not rewritten");
    }

    /** The calls of a method in order, {@code Class.method}, a method reference as {@code ->Class.method}. */
    List<String> calls(String method) {
        ClassModel model = ClassFile.of().parse(changed());
        List<String> calls = new ArrayList<>();
        for (MethodModel each : model.methods()) {
            if (each.methodName().equalsString(method)) {
                each.code().ifPresent(code -> code.forEach(element -> addCalls(element, calls)));
            }
        }
        return calls;
    }

    /** Those of the calls that go to the hooks, by the name of the hook. */
    List<String> hooks(String method) {
        return calls(method).stream()
                .filter(call -> call.contains("Hooks."))
                .map(call -> call.replaceAll("\\w*Hooks\\.", ""))
                .toList();
    }

    private static void addCalls(CodeElement element, List<String> calls) {
        switch (element) {
            case InvokeInstruction call ->
                calls.add(simple(call.owner().asInternalName()) + "."
                        + call.name().stringValue());
            case InvokeDynamicInstruction dynamic ->
                dynamic.invokedynamic().bootstrap().arguments().forEach(argument -> {
                    if (argument instanceof MethodHandleEntry handle) {
                        MemberRefEntry target = handle.reference();
                        calls.add("->" + simple(target.owner().asInternalName()) + "."
                                + target.name().stringValue());
                    }
                });
            default -> {}
        }
    }

    private static String simple(String internalName) {
        return internalName.substring(internalName.lastIndexOf('/') + 1);
    }

    /** Loads the rewritten class with its nested classes, verified by the JVM, beside the original. */
    Class<?> load() throws ClassNotFoundException {
        byte[] changed = changed();
        return new ClassLoader(Rewritten.class.getClassLoader()) {
            @Override
            protected Class<?> loadClass(String wanted, boolean resolve) throws ClassNotFoundException {
                if (!wanted.equals(name) && !wanted.startsWith(name + "$")) {
                    return super.loadClass(wanted, resolve);
                }
                Class<?> loaded = findLoadedClass(wanted);
                if (loaded != null) {
                    return loaded;
                }
                byte[] own = wanted.equals(name) ? changed : original(wanted);
                return defineClass(wanted, own, 0, own.length);
            }
        }.loadClass(name);
    }

    private static byte[] original(String name) throws ClassNotFoundException {
        try {
            return bytes(name.replace('.', '/'));
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    Object invoke(String method, Class<?>[] types, Object... arguments) throws ReflectiveOperationException {
        return load().getMethod(method, types).invoke(null, arguments);
    }
}
