package dev.gridlock.proxy.catalog;

/** How the lazy loader takes the lock when it puts an application in. */
public enum LoadWith {
    /** Exclusively from the beginning. */
    WRITE,
    /** Upgradably; exclusively only if the application is still missing. Needs a lock that has upgradable holds. */
    UPGRADABLE
}
