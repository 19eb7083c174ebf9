package dev.gridlock.proxy.catalog;

import java.util.Collection;
import java.util.Optional;

/**
 * What a read closure sees. Valid until the closure returns; after that every method throws {@link IllegalStateException},
 * and so must nothing that came out of it be touched then, except records.
 */
public interface CatalogView {

    /** The application, if it is in the catalog. */
    Optional<ApplicationEntry> application(String id);

    /** All applications in the order of their keys; read-only. */
    Collection<ApplicationEntry> applications();

    /** How many machines all applications have together. */
    int machineCount();
}
