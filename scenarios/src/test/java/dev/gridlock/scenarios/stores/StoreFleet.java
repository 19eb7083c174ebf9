package dev.gridlock.scenarios.stores;

import dev.gridlock.engine.topology.Region;
import dev.gridlock.engine.topology.RoundTrip;
import dev.gridlock.simulator.Node;
import dev.gridlock.simulator.NodeListener;
import dev.gridlock.simulator.NodeOptions;
import dev.gridlock.simulator.Program;
import dev.gridlock.simulator.RunOutcome;
import dev.gridlock.simulator.Simulation;
import dev.gridlock.simulator.SimulationOptions;
import dev.gridlock.simulator.network.LinkProfile;
import dev.gridlock.store.StoreMain;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

/** Stores in many regions, each an ordinary program in a simulated node, with what they said. */
final class StoreFleet implements AutoCloseable {
    private static final int GOSSIP_PORT = 8787;
    static final String SCHEMA = """
        CREATE TABLE machines (id TEXT NOT NULL PRIMARY KEY, app TEXT NOT NULL DEFAULT '', state TEXT NOT NULL DEFAULT '',
            update_id TEXT NOT NULL DEFAULT '');
        """;
    /** A second table, of which every test that wants it writes the schema. */
    static final String APPS = """
        CREATE TABLE apps (id TEXT NOT NULL PRIMARY KEY, region TEXT NOT NULL DEFAULT '', update_id TEXT NOT NULL DEFAULT '');
        """;

    private final Simulation simulation;
    private final Path folder;
    private final Settings settings;
    private final Map<String, Member> stores = new LinkedHashMap<>();
    private final Map<String, String> regionOf = new LinkedHashMap<>();
    private final List<String> problems = new ArrayList<>();
    private final Map<String, List<String>> bootstrapOf = new LinkedHashMap<>();
    private int clients;

    /**
     * Where a store will be, and what it knows at first.
     *
     * @param name its name
     * @param address its address
     * @param bootstrap names of the stores in its bootstrap list; empty for the first five of the fleet
     * @param schema its schema file
     */
    record Place(String name, Region region, String address, List<String> bootstrap, String schema) {}

    /**
     * A store.
     *
     * @param name its name
     * @param region where it is
     * @param address its address
     * @param node the simulated node
     * @param events the lines of its standard output, with the instants at which they came
     * @param notices the lines of its standard error
     */
    record Member(String name, Region region, String address, Node node, List<Event> events, List<Event> notices) {}

    /** The configuration of a store, at each of its starts. */
    @FunctionalInterface
    interface Settings {
        /** Completes the configuration that every store needs. */
        String of(Member store, String toml);
    }

    /** A line of output and its virtual instant. */
    record Event(Duration at, String line) {}

    private StoreFleet(Simulation simulation, Path folder, Settings settings) {
        this.simulation = simulation;
        this.folder = folder;
        this.settings = settings;
    }

    /**
     * Makes a fleet; nothing runs yet.
     *
     * @param regions where
     * @param perRegion stores in each region
     * @param settings completes their configurations
     */
    static StoreFleet create(long seed, Path folder, List<Region> regions, int perRegion, Settings settings)
            throws IOException, SQLException {
        List<Place> places = new ArrayList<>();
        for (int r = 0; r < regions.size(); r++) {
            Region region = regions.get(r);
            for (int i = 1; i <= perRegion; i++) {
                String address = "10." + (r + 1) + ".0." + i;
                places.add(new Place("store-" + region.code() + "-" + i, region, address, List.of(), SCHEMA));
            }
        }
        return create(seed, folder, places, settings);
    }

    /**
     * Makes a fleet; nothing runs yet.
     *
     * @param places its stores
     * @param settings completes their configurations
     */
    static StoreFleet create(long seed, Path folder, List<Place> places, Settings settings)
            throws IOException, SQLException {
        // the first connection of a JVM starts a child process to look at the platform, which a simulated node may not
        DriverManager.getConnection("jdbc:sqlite::memory:").close();
        Simulation simulation = Simulation.create(SimulationOptions.of(seed).withMaxStepWall(Duration.ofMinutes(1)));
        StoreFleet fleet = new StoreFleet(simulation, folder, settings);
        for (Place place : places) {
            fleet.add(place);
        }
        simulation.network().links((from, to) -> fleet.link(from, to));
        return fleet;
    }

    private LinkProfile link(String from, String to) {
        Region a = regionAt(from);
        Region b = regionAt(to);
        Duration oneWay = RoundTrip.between(a, b).dividedBy(2);
        return new LinkProfile(oneWay, oneWay.dividedBy(20), 100L << 20);
    }

    private Region regionAt(String node) {
        return store(regionOf.getOrDefault(node, node)).region();
    }

    private void add(Place place) throws IOException {
        String name = place.name();
        List<Event> events = new ArrayList<>();
        List<Event> notices = new ArrayList<>();
        Node node = simulation.addNode(NodeOptions.of(name, place.address()).withListener(new NodeListener() {
            @Override
            public void onOutput(Node said, Stream stream, String line, Duration at) {
                (stream == Stream.OUT ? events : notices).add(new Event(at, line));
            }

            @Override
            public void onUncaught(Node failed, String thread, Throwable exception, Duration at) {
                problems.add(failed + " / " + thread + " at " + at + ": " + exception);
            }
        }));
        stores.put(name, new Member(name, place.region(), place.address(), node, events, notices));
        bootstrapOf.put(name, place.bootstrap());
        Files.createDirectories(folder.resolve(name));
        writeSchema(name, place.schema());
    }

    /** Writes the schema file of a store, which reads it at its next start or reload. */
    void writeSchema(String store, String schema) {
        try {
            Files.writeString(folder.resolve(store).resolve("schema.sql"), schema);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void configure(Member member) {
        List<String> named = bootstrapOf.getOrDefault(member.name(), List.of());
        String bootstrap = (named.isEmpty()
                        ? stores.values().stream().limit(5)
                        : named.stream().map(this::store))
                .map(seed -> '"' + seed.address() + ":" + GOSSIP_PORT + '"')
                .collect(Collectors.joining(", "));
        Path home = folder.resolve(member.name());
        String toml = """
            [node]
            name = "%s"
            region = "%s"
            [db]
            path = "store.db"
            schema_paths = ["schema.sql"]
            synchronous = "off"
            [gossip]
            addr = "%s:%d"
            bootstrap = [%s]
            [api]
            addr = "%s:%d"
            """.formatted(
                        member.name(),
                        member.region().code(),
                        member.address(),
                        GOSSIP_PORT,
                        bootstrap,
                        member.address(),
                        StoreClient.API_PORT);
        try {
            Files.writeString(home.resolve("store.toml"), settings.of(member, toml));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts a store, for the first time or again with its database. */
    void start(Member member) {
        configure(member);
        member.node()
                .start(Program.main(
                        StoreMain.class,
                        "-c",
                        folder.resolve(member.name()).resolve("store.toml").toString()));
    }

    void startAll() {
        stores.values().forEach(this::start);
    }

    /** Runs a program in a node of its own beside a store. */
    void client(Member beside, Program program) {
        clients++;
        String name = "client-" + clients;
        String address = "10.200." + clients / 250 + "." + (clients % 250 + 1);
        regionOf.put(name, beside.name());
        simulation
                .addNode(NodeOptions.of(name, address).withCpus(16).withListener(new NodeListener() {
                    @Override
                    public void onUncaught(Node failed, String thread, Throwable exception, Duration at) {
                        problems.add(failed + " / " + thread + " at " + at + ": " + exception);
                    }
                }))
                .start(program);
    }

    /** Cuts or heals all links between two groups of stores, in both directions. */
    void between(List<Member> some, List<Member> others, BiConsumer<String, String> what) {
        for (Member a : some) {
            for (Member b : others) {
                what.accept(a.name(), b.name());
                what.accept(b.name(), a.name());
            }
        }
    }

    /** The store of that name. */
    Member store(String name) {
        Member member = stores.get(name);
        if (member == null) {
            throw new AssertionError("no store " + name);
        }
        return member;
    }

    Simulation simulation() {
        return simulation;
    }

    List<Member> stores() {
        return List.copyOf(stores.values());
    }

    /** Exceptions that ended threads. */
    List<String> problems() {
        return problems;
    }

    /** Runs until stopped or the given virtual instant. */
    void run(Duration until) {
        RunOutcome outcome = simulation.run(until);
        if (!(outcome instanceof RunOutcome.Stopped) && !(outcome instanceof RunOutcome.Completed)) {
            throw new AssertionError("the simulation ended as " + outcome + ", problems " + problems);
        }
    }

    @Override
    public void close() {
        simulation.close();
    }
}
