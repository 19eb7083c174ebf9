/**
 * What a run can conclude: findings with their evidence and causes, and the verdict that becomes the exit code. Plain
 * data; nothing here looks at a run.
 */
@NullMarked
package dev.gridlock.engine.finding;

import org.jspecify.annotations.NullMarked;
