package dev.gridlock.proxy.catalog;

import java.io.IOException;

/** Where the rows of an application come from when a request asks for one that is not loaded. Thread-safe. */
public interface ApplicationSource {

    /**
     * The rows as they are now, in the order of their keys; absent rows if there are none.
     *
     * @throws IOException if the store cannot be reached, or says something else than rows
     */
    ApplicationRows fetch(String app) throws IOException;
}
