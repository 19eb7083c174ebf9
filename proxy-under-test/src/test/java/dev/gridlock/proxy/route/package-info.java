@NullMarked
package dev.gridlock.proxy.route;

import org.jspecify.annotations.NullMarked;
