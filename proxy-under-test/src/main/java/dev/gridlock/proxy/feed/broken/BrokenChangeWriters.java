package dev.gridlock.proxy.feed.broken;

import dev.gridlock.proxy.catalog.Catalog;
import dev.gridlock.proxy.config.BrokenVariant;
import dev.gridlock.proxy.feed.ChangeWriter;
import java.util.Collection;
import java.util.Optional;

/** Makes the writing of changes wrong where the configuration asks for it. */
public final class BrokenChangeWriters {

    private BrokenChangeWriters() {}

    /**
     * The writer with the mistake among {@code variants} that concerns it; the sound one if there is none.
     *
     * @param sound what a node without mistakes has
     */
    public static ChangeWriter with(Collection<BrokenVariant> variants, Catalog catalog, ChangeWriter sound) {
        return variants.stream()
                .flatMap(variant -> broken(variant, catalog, sound).stream())
                .findFirst()
                .orElse(sound);
    }

    private static Optional<ChangeWriter> broken(BrokenVariant variant, Catalog catalog, ChangeWriter sound) {
        return switch (variant) {
            case GUARD_HELD_WHILE_APPLYING -> Optional.of(new GuardHeldWhileApplying(catalog, sound));
            case RETRY_ON_SHORT_TIMEOUT -> Optional.of(new RetryOnShortTimeout(catalog, sound));
            case GUARD_HELD_INTO_ELSE, NESTED_READ, LEAKED_READER, LOCK_STEP_RESTART -> Optional.empty();
        };
    }
}
