/**
 * The routing catalog: applications and their machines in memory, behind one reader-writer lock. Everything under the
 * lock is reached through labelled closures of {@link dev.gridlock.proxy.catalog.Catalog}; what decides which changes
 * concern the catalog, and loads applications on demand, lives beside it.
 */
@NullMarked
package dev.gridlock.proxy.catalog;

import org.jspecify.annotations.NullMarked;
