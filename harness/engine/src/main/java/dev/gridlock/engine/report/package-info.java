/**
 * Results for people and programs: a paragraph for each incident, tables, the block of a finding, and the result
 * document. Everything here turns values into text and looks at nothing else; golden files pin what it writes.
 */
@NullMarked
package dev.gridlock.engine.report;

import org.jspecify.annotations.NullMarked;
