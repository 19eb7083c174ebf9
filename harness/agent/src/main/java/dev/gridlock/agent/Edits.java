package dev.gridlock.agent;

import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_long;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** The changes to method bodies that {@link PlatformRewrites} is made of. */
final class Edits {
    /** Iteration order of {@code Set.of} and {@code Map.of} for everybody, in place of a salt drawn when the JVM starts. */
    private static final long SALT = 0x4F1B_BCDCL;

    private static final ClassDesc LINKED_HASH_SET = ClassDesc.of("java.util.LinkedHashSet");

    private Edits() {}

    /** Puts code before the first instruction. */
    static CodeTransform entry(Consumer<CodeBuilder> added) {
        return new CodeTransform() {
            @Override
            public void atStart(CodeBuilder code) {
                added.accept(code);
            }

            @Override
            public void accept(CodeBuilder code, CodeElement element) {
                code.with(element);
            }
        };
    }

    /** Puts code before each return; what is to be returned is on the stack. */
    static CodeTransform beforeReturn(Consumer<CodeBuilder> added) {
        return instruction(ReturnInstruction.class::isInstance, added);
    }

    /** Puts code before each instruction that a predicate knows. */
    static CodeTransform instruction(Predicate<CodeElement> which, Consumer<CodeBuilder> before) {
        return (code, element) -> {
            if (which.test(element)) {
                before.accept(code);
            }
            code.with(element);
        };
    }

    /** Puts code in place of each call of a method, given as {@code owner.nameDescriptor}. */
    static CodeTransform call(String ownerNameDescriptor, Consumer<CodeBuilder> replacement) {
        return (code, element) -> {
            if (element instanceof InvokeInstruction call && Redirects.key(call).equals(ownerNameDescriptor)) {
                replacement.accept(code);
            } else {
                code.with(element);
            }
        };
    }

    /** Virtual threads get the numbers of their node; platform threads, which may be the JVM's own, the platform's. */
    static void numbersVirtualThread(CodeBuilder code, CodeElement element) {
        if (element instanceof InvokeInstruction call
                && Redirects.key(call).equals("java/lang/Thread$ThreadIdentifiers.next()J")) {
            Redirects.call(code, Redirects.THREAD_HOOKS, "threadId", "()J");
            code.dup2()
                    .lconst_0()
                    .lcmp()
                    .ifThen(Opcode.IFEQ, none -> none.pop2().with(element));
        } else {
            code.with(element);
        }
    }

    /** The workers of a pool are in a hash set by their identity: interrupting them would go in another order every time. */
    static void keepsOrder(CodeBuilder code, CodeElement element) {
        if (element instanceof NewObjectInstruction created
                && created.className().asInternalName().equals("java/util/HashSet")) {
            code.new_(LINKED_HASH_SET);
        } else if (element instanceof InvokeInstruction call
                && Redirects.key(call).equals("java/util/HashSet.<init>()V")) {
            code.invokespecial(LINKED_HASH_SET, "<init>", MethodTypeDesc.ofDescriptor("()V"));
        } else {
            code.with(element);
        }
    }

    /** Asks the hooks about the field by which a transfer queue decides whether to spin. */
    static void uniprocessor(CodeBuilder code, CodeElement element) {
        code.with(element);
        if (element instanceof FieldInstruction field
                && field.opcode() == Opcode.GETSTATIC
                && field.name().stringValue().equals("isUniprocessor")) {
            Redirects.call(code, Redirects.HOOKS, "uniprocessor", "(Z)Z");
        }
    }

    /** The assignment of what the scheduler is given to run a virtual thread. */
    static boolean putsContinuation(CodeElement element) {
        return element instanceof FieldInstruction field
                && field.opcode() == Opcode.PUTFIELD
                && field.name().stringValue().equals("runContinuation");
    }

    /** Puts constants in place of the salt by which immutable collections are ordered. */
    static void unsalted(CodeBuilder code, CodeElement element) {
        if (element instanceof FieldInstruction field
                && field.opcode() == Opcode.GETSTATIC
                && field.owner().asInternalName().equals("java/util/ImmutableCollections")
                && field.name().stringValue().equals("SALT32L")
                && field.typeSymbol().equals(CD_long)) {
            code.loadConstant(SALT);
        } else if (element instanceof FieldInstruction field
                && field.opcode() == Opcode.GETSTATIC
                && field.name().stringValue().equals("REVERSE")
                && field.typeSymbol().equals(CD_boolean)) {
            code.iconst_0();
        } else {
            code.with(element);
        }
    }
}
