/** Tests of the catalog, its closures and lazy loading. */
@NullMarked
package dev.gridlock.proxy.catalog;

import org.jspecify.annotations.NullMarked;
