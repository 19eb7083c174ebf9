package dev.gridlock.agent;

import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import org.jspecify.annotations.Nullable;

/**
 * Brackets class initialisers by {@link Hooks#enterInitialiser} and {@link Hooks#leaveInitialiser}.
 *
 * <p>An initialiser runs once in a JVM, in whatever run comes first. So it must not cost time, and what it reads of a clock must be the same
 * in every run.
 */
final class Initialisers {
    static final String NAME = "<clinit>";

    private Initialisers() {}

    /** Whether the initialiser of a class runs code that could meet a clock: calls something that is neither its own nor the platform's. */
    static boolean concerns(ClassModel model) {
        String self = model.thisClass().asInternalName();
        for (MethodModel method : model.methods()) {
            if (method.methodName().equalsString(NAME)) {
                @Nullable CodeModel code = method.code().orElse(null);
                return code != null && callsOut(code, self);
            }
        }
        return false;
    }

    private static boolean callsOut(CodeModel code, String self) {
        for (CodeElement element : code) {
            if (element instanceof InvokeInstruction call) {
                String owner = call.owner().asInternalName();
                String name = call.name().stringValue();
                boolean ofEnum = owner.equals(self) && (name.equals("<init>") || name.equals("$values"));
                if (!ofEnum && !owner.startsWith("java/") && !owner.startsWith("[")) {
                    return true;
                }
            }
        }
        return false;
    }

    static CodeTransform bracket() {
        return CodeTransform.ofStateful(Bracket::new);
    }

    private static final class Bracket implements CodeTransform {
        private @Nullable Label start;

        @Override
        public void atStart(CodeBuilder code) {
            Redirects.call(code, Redirects.HOOKS, "enterInitialiser", "()V");
            start = code.newBoundLabel();
        }

        @Override
        public void accept(CodeBuilder code, CodeElement element) {
            if (element instanceof ReturnInstruction returning && returning.opcode() == Opcode.RETURN) {
                Redirects.call(code, Redirects.HOOKS, "leaveInitialiser", "()V");
            }
            code.with(element);
        }

        @Override
        public void atEnd(CodeBuilder code) {
            if (start == null) {
                throw new AssertionError("the end of an initialiser without its start");
            }
            Label end = code.newBoundLabel();
            code.exceptionCatchAll(start, end, end);
            Redirects.call(code, Redirects.HOOKS, "leaveInitialiser", "()V");
            code.athrow();
        }
    }
}
