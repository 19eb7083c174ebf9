package dev.gridlock.agent;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;

/**
 * Follows each {@code new Thread(…)} of a method by {@link Hooks#replace}, which trades the platform thread for a virtual one in a node.
 *
 * <p>A constructor call belongs to the innermost {@code new} before it; without one it is a subclass calling {@code super}, which is left
 * alone (and refused when started in a node).
 */
final class ThreadReplacement implements CodeTransform {
    private int open;

    @Override
    public void accept(CodeBuilder code, CodeElement element) {
        code.with(element);
        if (element instanceof NewObjectInstruction created
                && created.className().asInternalName().equals("java/lang/Thread")) {
            open++;
        } else if (open > 0
                && element instanceof InvokeInstruction call
                && call.owner().asInternalName().equals("java/lang/Thread")
                && call.name().stringValue().equals("<init>")) {
            open--;
            Redirects.call(code, Redirects.THREAD_HOOKS, "replace", "(Ljava/lang/Thread;)Ljava/lang/Thread;");
        }
    }
}
