package dev.gridlock.proxy.feed;

import java.util.List;

/** Takes what a subscription says about one table. Used by one thread at a time, the subscription's own. */
interface FeedSink {

    /** The table, for events. */
    String table();

    /** The subscribed query. */
    String sql();

    /** How many cells a row has. */
    int columns();

    /** The row's key among its cells, for events. */
    String key(List<String> cells);

    /** The update that wrote the row, among its cells. */
    String update(List<String> cells);

    /** The table has exactly these rows. */
    void snapshot(List<List<String>> rows) throws InterruptedException;

    /** One row has changed. */
    void change(FeedEvent.Change change) throws InterruptedException;
}
