package dev.gridlock.engine.run;

import dev.gridlock.engine.sut.SystemUnderTest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;

/** The systems under test that are at hand. Safe for any thread. */
public final class Systems {

    private final List<SystemUnderTest> all;
    private final Set<String> prepared = new HashSet<>();

    /**
     * These systems.
     *
     * @throws IllegalArgumentException when two of them have the same id
     */
    public Systems(List<SystemUnderTest> all) {
        this.all =
                all.stream().sorted(Comparator.comparing(SystemUnderTest::id)).toList();
        var ids = new HashSet<String>();
        for (var system : all) {
            if (!ids.add(system.id())) {
                throw new IllegalArgumentException("two systems under test have the id " + system.id());
            }
        }
    }

    /** The systems that {@link ServiceLoader} finds on the class path. */
    public static Systems onClassPath() {
        var found = new ArrayList<SystemUnderTest>();
        ServiceLoader.load(SystemUnderTest.class).forEach(found::add);
        return new Systems(found);
    }

    /** The system with this id. */
    public Optional<SystemUnderTest> find(String id) {
        return all.stream().filter(system -> system.id().equals(id)).findFirst();
    }

    /** Every id, in alphabetical order. */
    public List<String> ids() {
        return all.stream().map(SystemUnderTest::id).toList();
    }

    /** Prepares the system unless that was done before. */
    synchronized void prepare(SystemUnderTest system) {
        if (prepared.add(system.id())) {
            system.prepare();
        }
    }
}
