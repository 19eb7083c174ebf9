package dev.gridlock.agent;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Label;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.reflect.AccessFlag;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The classes in which threads may be switched before every atomic access, and where loops cost time.
 *
 * <p>A class is chosen by a prefix of its name. Before each call on {@code java.util.concurrent.atomic} or a {@code VarHandle} and each
 * access to a volatile field of a chosen class comes {@link Hooks#point}; before each backward jump comes {@link Hooks#loop}. Thread-safe.
 */
final class SchedulingPoints {
    private volatile String[] prefixes = {};
    private final Map<String, Set<String>> volatileFields = new ConcurrentHashMap<>();

    /** @param prefixes of class names in their internal form, such as {@code dev/gridlock/proxy/lock/} */
    void choose(List<String> prefixes) {
        this.prefixes = prefixes.toArray(String[]::new);
    }

    List<String> prefixes() {
        return List.of(prefixes);
    }

    boolean chosen(String internalName) {
        return Rewriter.startsWithAny(internalName, prefixes);
    }

    CodeTransform transform(@Nullable ClassLoader loader) {
        return CodeTransform.ofStateful(() -> new Insertion(loader));
    }

    private final class Insertion implements CodeTransform {
        private final @Nullable ClassLoader loader;
        private final Set<Label> passed = new HashSet<>();

        Insertion(@Nullable ClassLoader loader) {
            this.loader = loader;
        }

        @Override
        public void accept(CodeBuilder code, CodeElement element) {
            switch (element) {
                case LabelTarget target -> passed.add(target.label());
                case BranchInstruction branch
                when passed.contains(branch.target()) -> Redirects.call(code, Redirects.HOOKS, "loop", "()V");
                case InvokeInstruction call
                when isAtomic(call) -> Redirects.call(code, Redirects.HOOKS, "point", "()V");
                case FieldInstruction field
                when isVolatile(field) -> Redirects.call(code, Redirects.HOOKS, "point", "()V");
                default -> {}
            }
            code.with(element);
        }

        private boolean isAtomic(InvokeInstruction call) {
            String owner = call.owner().asInternalName();
            return (owner.startsWith("java/util/concurrent/atomic/") || owner.equals("java/lang/invoke/VarHandle"))
                    && !call.name().stringValue().equals("<init>");
        }

        private boolean isVolatile(FieldInstruction field) {
            String owner = field.owner().asInternalName();
            return chosen(owner)
                    && volatileFields
                            .computeIfAbsent(owner, name -> readVolatileFields(name, loader))
                            .contains(field.name().stringValue());
        }
    }

    /** Read from the class file, not by loading: the class may be the one that is being loaded. */
    private static Set<String> readVolatileFields(String internalName, @Nullable ClassLoader loader) {
        String resource = internalName + ".class";
        try (InputStream in = loader == null
                ? ClassLoader.getSystemResourceAsStream(resource)
                : loader.getResourceAsStream(resource)) {
            if (in == null) {
                return Set.of();
            }
            return ClassFile.of().parse(in.readAllBytes()).fields().stream()
                    .filter(f -> f.flags().has(AccessFlag.VOLATILE))
                    .map(f -> f.fieldName().stringValue())
                    .collect(Collectors.toUnmodifiableSet());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + resource, e);
        }
    }
}
