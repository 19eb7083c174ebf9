/** Tests of the fleet's binding against the programs that it binds. */
@NullMarked
package dev.gridlock.scenarios.fleet;

import org.jspecify.annotations.NullMarked;
