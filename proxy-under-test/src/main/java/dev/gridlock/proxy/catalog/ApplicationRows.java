package dev.gridlock.proxy.catalog;

import java.util.List;
import java.util.Optional;

/**
 * All that the store has on one application at one instant.
 *
 * @param id the application
 * @param application its row, which may come later than its machines
 * @param machines its machines
 */
public record ApplicationRows(String id, Optional<Application> application, List<Machine> machines) {

    /** Keeps a copy. */
    public ApplicationRows {
        machines = List.copyOf(machines);
    }

    /** Whether the store has nothing at all. */
    public boolean isAbsent() {
        return application.isEmpty() && machines.isEmpty();
    }
}
