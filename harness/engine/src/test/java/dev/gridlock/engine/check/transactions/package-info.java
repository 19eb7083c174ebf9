@NullMarked
package dev.gridlock.engine.check.transactions;

import org.jspecify.annotations.NullMarked;
