package dev.gridlock.proxy.route.broken;

import dev.gridlock.proxy.catalog.Catalog;
import dev.gridlock.proxy.catalog.LazyLoader;
import dev.gridlock.proxy.catalog.WriteTimeout;
import dev.gridlock.proxy.config.BrokenVariant;
import dev.gridlock.proxy.route.CatalogLookup;
import dev.gridlock.proxy.route.Lookup;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Function;

/** Makes the router's look-up wrong where the configuration asks for it. */
public final class BrokenLookups {

    private BrokenLookups() {}

    /**
     * The look-up with the mistake among {@code variants} that concerns it; the sound one if there is none.
     *
     * @param sound what a node without mistakes has
     * @param loaders makes a loader whose writes have that time limit, also for a catalog that holds everything
     */
    public static Lookup with(
            Collection<BrokenVariant> variants,
            Catalog catalog,
            CatalogLookup sound,
            Function<WriteTimeout, LazyLoader> loaders) {
        return variants.stream()
                .flatMap(variant -> broken(variant, catalog, sound, loaders).stream())
                .findFirst()
                .orElse(sound);
    }

    private static Optional<Lookup> broken(
            BrokenVariant variant, Catalog catalog, CatalogLookup sound, Function<WriteTimeout, LazyLoader> loaders) {
        return switch (variant) {
            case GUARD_HELD_INTO_ELSE ->
                Optional.of(new GuardHeldIntoElse(catalog, loaders.apply(WriteTimeout.none())));
            case NESTED_READ -> Optional.of(new NestedRead(catalog, sound));
            case LEAKED_READER -> Optional.of(new LeakedReader(catalog, sound));
            case GUARD_HELD_WHILE_APPLYING, RETRY_ON_SHORT_TIMEOUT, LOCK_STEP_RESTART -> Optional.empty();
        };
    }
}
