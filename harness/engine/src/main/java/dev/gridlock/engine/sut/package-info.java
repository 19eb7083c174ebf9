/**
 * The service interface between the engine and the software under test: how to lay its nodes out over a topology, how
 * to start them, how to send an update or a request, and how to read back what each node holds. Implementations are
 * found by {@link java.util.ServiceLoader}; the engine names none of them.
 */
@NullMarked
package dev.gridlock.engine.sut;

import org.jspecify.annotations.NullMarked;
