package dev.gridlock.scenarios.fleet;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.gridlock.engine.sut.DataSet;
import dev.gridlock.engine.sut.HttpCall;
import dev.gridlock.engine.sut.Update;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The rows of a fleet and the calls that write them. Machine {@code m} of application {@code a} begins in region number
 * {@code a + m}; update number {@code s} moves it to region number {@code a + m + s}, and so begins one
 * that appears with it.
 */
final class FleetData {

    private static final int ROWS_A_CALL = 200;
    private static final String INSERT_APP =
            "INSERT INTO apps (id, name, update_id) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING";
    private static final String UPSERT_MACHINE =
            "INSERT INTO machines (id, app, region, address, state, update_id) VALUES (?, ?, ?, ?, 'started', ?)"
                    + " ON CONFLICT (id) DO UPDATE SET app = excluded.app, region = excluded.region,"
                    + " address = excluded.address, state = excluded.state, update_id = excluded.update_id";

    private final FleetLayout layout;

    FleetData(FleetLayout layout) {
        this.layout = layout;
    }

    static String app(int application) {
        return "app-" + application;
    }

    static String machine(int application, int machine) {
        return "m-" + application + "-" + machine;
    }

    /** Calls that insert every application and machine, each application through a store of another region. */
    List<HttpCall> seed(DataSet data) {
        var calls = new ArrayList<HttpCall>();
        for (int application = 0; application < data.applications(); application++) {
            var region = layout.regionAt(application);
            var statements = new ArrayList<Object>();
            statements.add(insert(application, ""));
            for (int machine = 0; machine < data.machinesPerApplication(); machine++) {
                statements.add(upsert(application, machine, 0, ""));
                if (statements.size() == ROWS_A_CALL) {
                    calls.add(transaction(region, List.copyOf(statements)));
                    statements.clear();
                }
            }
            if (!statements.isEmpty()) {
                calls.add(transaction(region, statements));
            }
        }
        return calls;
    }

    /** The call that makes an update. */
    HttpCall update(Update update) {
        var machine = upsert(update.application(), update.machine(), update.sequence(), update.id());
        return transaction(
                update.region(),
                switch (update.change()) {
                    case MOVES_MACHINE -> List.of(machine);
                    case ADDS_APPLICATION -> List.of(insert(update.application(), update.id()), machine);
                });
    }

    private static List<Object> insert(int application, String updateId) {
        return List.of(INSERT_APP, List.of(app(application), "Application " + application, updateId));
    }

    private List<Object> upsert(int application, int machine, long sequence, String updateId) {
        var region = layout.regionAt(application + machine + sequence);
        return List.of(
                UPSERT_MACHINE,
                List.of(
                        machine(application, machine),
                        app(application),
                        region,
                        layout.workerAddress(region),
                        updateId));
    }

    private HttpCall transaction(String region, List<?> statements) {
        var store = layout.writeStore(region);
        return HttpCall.postJson(
                store.toString(), layout.ip(store), FleetLayout.STORE_API_PORT, "/v1/transactions", json(statements));
    }

    static String json(Object value) {
        try {
            return JSON.std.asString(value);
        } catch (IOException impossible) {
            throw new UncheckedIOException("a list of texts cannot be written as JSON", impossible);
        }
    }
}
