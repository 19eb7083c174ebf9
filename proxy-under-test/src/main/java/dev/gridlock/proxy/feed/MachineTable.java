package dev.gridlock.proxy.feed;

import dev.gridlock.proxy.catalog.Machine;
import java.util.List;

/** A table whose rows go into the catalog as what an application's requests can be sent to. */
enum MachineTable {
    /** One row for each machine. */
    MACHINES("machines", "id, app, region, address, state, update_id", 6) {
        @Override
        Machine row(List<String> cells) {
            return new Machine(cells.get(0), cells.get(1), cells.get(2), cells.get(3), cells.get(4), cells.get(5));
        }
    },

    /**
     * One row for each application and region, all that an edge knows. In the catalog it is a machine that stands for all the
     * application's machines there: its id is {@code app@region}, and it has no address, for the configuration has those.
     */
    APP_REGIONS("app_regions", "app, region, update_id", 3) {
        @Override
        Machine row(List<String> cells) {
            String app = cells.get(0);
            String region = cells.get(1);
            return new Machine(app + "@" + region, app, region, "", "started", cells.get(2));
        }
    };

    private final String table;
    private final String columns;
    private final int cells;

    MachineTable(String table, String columns, int cells) {
        this.table = table;
        this.columns = columns;
        this.cells = cells;
    }

    String table() {
        return table;
    }

    /** The columns that are asked for, as a statement names them. */
    String columns() {
        return columns;
    }

    /** How many columns that are. */
    int cells() {
        return cells;
    }

    /** What a row of those columns is in the catalog. */
    abstract Machine row(List<String> cells);
}
