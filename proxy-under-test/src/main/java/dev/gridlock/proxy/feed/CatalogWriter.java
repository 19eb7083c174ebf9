package dev.gridlock.proxy.feed;

import dev.gridlock.proxy.catalog.Catalog;
import dev.gridlock.proxy.catalog.CatalogEdit;
import dev.gridlock.proxy.catalog.WriteOutcome;
import dev.gridlock.proxy.catalog.WriteTimeout;
import java.time.Duration;
import java.util.function.Consumer;

/** Writes what the store has told into the catalog, trying again until it is in. Thread-safe. */
public final class CatalogWriter implements ChangeWriter {

    private static final int LONGEST_PAUSE = 16;

    private final Catalog catalog;
    private final WriteTimeout timeout;
    private final Duration retryPause;

    /**
     * A writer.
     *
     * @param timeout for the write lock, each time it is tried
     * @param retryPause after the first try that timed out; doubles with each further one up to 16 times; zero for none
     */
    public CatalogWriter(Catalog catalog, WriteTimeout timeout, Duration retryPause) {
        this.catalog = catalog;
        this.timeout = timeout;
        this.retryPause = retryPause;
    }

    @Override
    public void apply(String label, String app, String update, Consumer<? super CatalogEdit> change)
            throws InterruptedException {
        Duration pause = retryPause;
        while (!written(label, app, update, change)) {
            Thread.sleep(pause);
            pause = pause.multipliedBy(2);
            Duration longest = retryPause.multipliedBy(LONGEST_PAUSE);
            if (pause.compareTo(longest) > 0) {
                pause = longest;
            }
        }
    }

    private boolean written(String label, String app, String update, Consumer<? super CatalogEdit> change) {
        WriteOutcome<Boolean> outcome = catalog.write(label, app, update, timeout, edit -> {
            change.accept(edit);
            return true;
        });
        return outcome instanceof WriteOutcome.Written<Boolean>;
    }
}
