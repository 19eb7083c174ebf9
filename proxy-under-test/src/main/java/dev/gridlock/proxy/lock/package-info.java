/**
 * The locks that can guard the routing catalog.
 *
 * <p>{@link CatalogLock} is what the catalog sees; {@link CatalogLocks} makes one from its configured name. Three of the
 * locks are one transcription of the parking_lot reader-writer lock, {@link ParkingLotRwLock}, in the state it had before,
 * between and after two upstream fixes ({@link RwLockVariant}); two are the JDK's; {@link
 * WriterPreferringRwLock} is our own and can be had with a defect. Beside the locks stand the
 * means to judge them: {@link LockWord} decodes a state word, {@link GhostLedger} records who really holds what, and
 * {@link LockInvariants} says which rule a {@link LockSnapshot} breaks.
 */
@NullMarked
package dev.gridlock.proxy.lock;

import org.jspecify.annotations.NullMarked;
