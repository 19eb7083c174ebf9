package dev.gridlock.proxy.feed;

import dev.gridlock.proxy.catalog.Application;
import dev.gridlock.proxy.catalog.ApplicationRows;
import dev.gridlock.proxy.catalog.ApplicationSource;
import dev.gridlock.proxy.catalog.Machine;
import dev.gridlock.proxy.catalog.RegionalSubset;
import dev.gridlock.proxy.http.Upstream;
import dev.gridlock.proxy.http.UpstreamPool;
import dev.gridlock.proxy.json.Json;
import java.io.EOFException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.io.entity.EntityUtils;

/** Asks the store for the rows of one application. Thread-safe. */
public final class StoreQueries implements ApplicationSource {

    private final String address;
    private final Duration timeout;
    private final RegionalSubset subset;
    private final UpstreamPool pool;
    private final Json json;

    /**
     * Queries to one store.
     *
     * @param address {@code host:port}
     * @param timeout for each silence of the store
     * @param subset machines that are not in it are left out
     * @param pool where connections come from
     */
    public StoreQueries(String address, Duration timeout, RegionalSubset subset, UpstreamPool pool, Json json) {
        this.address = address;
        this.timeout = timeout;
        this.subset = subset;
        this.pool = pool;
        this.json = json;
    }

    @Override
    public ApplicationRows fetch(String app) throws IOException {
        Optional<Application> application =
                rows("SELECT " + AppsSink.COLUMNS + " FROM apps WHERE id = ?", app, AppsSink.CELLS).stream()
                        .map(AppsSink::application)
                        .findFirst();
        List<Machine> machines = rows(
                        "SELECT " + MachineTable.MACHINES.columns() + " FROM machines WHERE app = ? ORDER BY id",
                        app,
                        MachineTable.MACHINES.cells())
                .stream()
                .map(MachineTable.MACHINES::row)
                .filter(subset::keeps)
                .toList();
        return new ApplicationRows(app, application, machines);
    }

    private List<List<String>> rows(String sql, String parameter, int columns) throws IOException {
        ClassicHttpRequest request =
                StoreRequest.post(address, "/v1/queries", json.write(List.of(sql, List.of(parameter))));
        Upstream upstream = pool.lease(address, true);
        if (upstream.isReused()) {
            try {
                return rows(request, upstream, columns);
            } catch (StoreAnsweredException e) {
                throw e;
            } catch (IOException e) {
                // The store had closed a kept connection, most likely. A query changes nothing, so it can be sent
                // again.
                upstream = pool.fresh(address);
            }
        }
        return rows(request, upstream, columns);
    }

    private List<List<String>> rows(ClassicHttpRequest request, Upstream upstream, int columns) throws IOException {
        boolean whole = false;
        try {
            upstream.setSilenceLimit(timeout);
            upstream.send(request);
            ClassicHttpResponse response = upstream.receive(request);
            if (response.getCode() != 200) {
                throw new StoreAnsweredException("The store answered a query with " + response.getCode() + ": "
                        + EntityUtils.toString(response.getEntity()));
            }
            List<List<String>> rows = read(new FeedLines(response.getEntity().getContent(), json, columns));
            whole = true;
            return rows;
        } catch (HttpException e) {
            throw new IOException("The store did not answer in HTTP: " + e.getMessage(), e);
        } finally {
            if (whole) {
                pool.giveBack(upstream);
            } else {
                upstream.close();
            }
        }
    }

    private static List<List<String>> read(FeedLines lines) throws IOException {
        var rows = new ArrayList<List<String>>();
        boolean complete = false;
        for (Optional<FeedEvent> line = lines.next(); line.isPresent(); line = lines.next()) {
            switch (line.get()) {
                case FeedEvent.Row(List<String> cells) -> rows.add(cells);
                case FeedEvent.EndOfQuery end -> complete = true;
                case FeedEvent.Columns columns -> {
                    // The statement names them.
                }
                case FeedEvent.Failure(String message) ->
                    throw new StoreAnsweredException("The store gave up on a query: " + message);
                case FeedEvent.Change change ->
                    throw new StoreAnsweredException("The store answered a query with a change.");
            }
        }
        if (!complete) {
            throw new EOFException("The store broke off the answer to a query.");
        }
        return rows;
    }

    /** The store has answered, but not with rows: asking again would get the same. */
    private static final class StoreAnsweredException extends IOException {

        private static final long serialVersionUID = 1L;

        StoreAnsweredException(String message) {
            super(message);
        }
    }
}
