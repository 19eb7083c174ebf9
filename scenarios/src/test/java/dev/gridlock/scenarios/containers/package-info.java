/** What runs in containers. Needs a Docker engine; without one these tests are skipped. */
@NullMarked
package dev.gridlock.scenarios.containers;

import org.jspecify.annotations.NullMarked;
