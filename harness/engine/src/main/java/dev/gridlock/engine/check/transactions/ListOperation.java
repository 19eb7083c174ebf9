package dev.gridlock.engine.check.transactions;

import java.util.List;

/** An operation on lists that only grow. */
public sealed interface ListOperation {

    /** Name of the list. */
    String key();

    /** Puts an element at the end; no element is ever appended twice to the same list. */
    record Append(String key, String element) implements ListOperation {}

    /** Saw these elements. */
    record Read(String key, List<String> elements) implements ListOperation {
        /** Copies the list. */
        public Read {
            elements = List.copyOf(elements);
        }
    }
}
