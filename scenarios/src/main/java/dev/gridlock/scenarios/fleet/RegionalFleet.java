package dev.gridlock.scenarios.fleet;

import dev.gridlock.engine.sut.AddressScheme;
import dev.gridlock.engine.sut.EnvironmentException;
import dev.gridlock.engine.sut.SettingSpec;
import dev.gridlock.engine.sut.SystemPlan;
import dev.gridlock.engine.sut.SystemUnderTest;
import dev.gridlock.engine.topology.Topology;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/**
 * The store and the proxy of this repository as a fleet: in each region its stores, its proxies fed by them, and one
 * worker that stands for all machines of the region.
 */
public final class RegionalFleet implements SystemUnderTest {

    private static final List<String> SCHEDULING_POINTS =
            List.of("dev.gridlock.proxy.lock.", "dev.gridlock.proxy.route.");

    /** Found by the service loader. */
    public RegionalFleet() {}

    @Override
    public String id() {
        return "regional-fleet";
    }

    @Override
    public List<SettingSpec> settings() {
        return FleetSettings.SPECS;
    }

    /** Loads SQLite's native library, which a simulated thread must not do. */
    @Override
    public void prepare() {
        try (var connection = DriverManager.getConnection("jdbc:sqlite::memory:");
                var statement = connection.createStatement()) {
            statement.execute("SELECT 1");
        } catch (SQLException failed) {
            throw new EnvironmentException("SQLite does not work on this machine: " + failed.getMessage(), failed);
        }
    }

    @Override
    public List<String> schedulingPoints() {
        return SCHEDULING_POINTS;
    }

    @Override
    public SystemPlan plan(Topology topology, Map<String, String> settings, AddressScheme addresses) {
        return new FleetPlan(new FleetLayout(topology, addresses), new FleetSettings(settings));
    }
}
