/** Chooses the machine that answers a request: the nearest healthy one, and among the nearest the least used. */
@NullMarked
package dev.gridlock.proxy.route;

import org.jspecify.annotations.NullMarked;
