package dev.gridlock.proxy.planted;

import dev.gridlock.proxy.catalog.Catalog;
import dev.gridlock.proxy.catalog.ReadGuard;

/** Breaks: sound code enters the catalog by closures. */
final class OpensAReadGuard {
    private OpensAReadGuard() {}

    static int look(Catalog catalog) {
        try (ReadGuard guard = catalog.openRead("planted", "")) {
            return guard.view().machineCount();
        }
    }
}
