/**
 * Transactional anomalies in what clients saw, by Adya's definitions ("Weak Consistency", 1999): G0, G1a, G1b, G1c, G-single and
 * G2-item. Which transaction depends on which is read off the data, as Kingsbury and Alvaro describe it ("Elle: inferring isolation
 * anomalies from experimental observations", VLDB 2020): clients write values that are unique for a key, and append to lists or
 * write registers.
 */
@NullMarked
package dev.gridlock.engine.check.transactions;

import org.jspecify.annotations.NullMarked;
