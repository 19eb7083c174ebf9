package dev.gridlock.scenarios.fleet;

import dev.gridlock.engine.sut.ClientRequest;
import dev.gridlock.engine.sut.DataSet;
import dev.gridlock.engine.sut.HttpCall;
import dev.gridlock.engine.sut.NodeImage;
import dev.gridlock.engine.sut.NodePlan;
import dev.gridlock.engine.sut.Restart;
import dev.gridlock.engine.sut.StateAnswer;
import dev.gridlock.engine.sut.StateProbe;
import dev.gridlock.engine.sut.StateReading;
import dev.gridlock.engine.sut.SystemPlan;
import dev.gridlock.engine.sut.Update;
import dev.gridlock.engine.topology.NodeName;
import dev.gridlock.engine.topology.RegionPlan;
import dev.gridlock.proxy.ProxyMain;
import dev.gridlock.proxy.machine.MachineHostMain;
import dev.gridlock.store.StoreMain;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One layout of a fleet. */
final class FleetPlan implements SystemPlan {

    private static final Restart STORE_RESTART = new Restart(Duration.ofSeconds(1), Duration.ZERO, 100);

    private final FleetLayout layout;
    private final FleetData data;
    private final FleetProbes probes;
    private final List<NodePlan> nodes;

    FleetPlan(FleetLayout layout, FleetSettings settings) {
        this.layout = layout;
        data = new FleetData(layout);
        probes = new FleetProbes(layout);
        var files = new FleetFiles(layout, settings);
        var planned = new ArrayList<NodePlan>();
        layout.regions()
                .forEach(region -> layout.stores(region).forEach(store -> planned.add(store(region, store, files))));
        layout.regions().forEach(region -> planned.add(worker(region)));
        layout.regions()
                .forEach(region ->
                        layout.proxies(region).forEach(proxy -> planned.add(proxy(region, proxy, files, settings))));
        nodes = List.copyOf(planned);
    }

    private NodePlan store(RegionPlan region, NodeName store, FleetFiles files) {
        return node(
                region,
                store,
                StoreMain.class,
                List.of("-c", NodePlan.DIRECTORY + "/store.toml"),
                files.store(store),
                STORE_RESTART,
                List.of());
    }

    private NodePlan worker(RegionPlan region) {
        var worker = NodeName.worker(region.region().code());
        return node(
                region,
                worker,
                MachineHostMain.class,
                List.of(
                        "--name",
                        worker.toString(),
                        "--addr",
                        layout.workerAddress(worker.region()),
                        "--region",
                        worker.region()),
                Map.of(),
                STORE_RESTART,
                List.of());
    }

    private NodePlan proxy(RegionPlan region, NodeName proxy, FleetFiles files, FleetSettings settings) {
        return node(
                region,
                proxy,
                ProxyMain.class,
                List.of("-c", NodePlan.DIRECTORY + "/proxy.toml"),
                files.proxy(proxy),
                new Restart(
                        settings.duration("watchdog.restart-delay"),
                        settings.duration("watchdog.restart-jitter"),
                        Integer.parseInt(settings.text("watchdog.max-restarts"))),
                List.of(layout.storeOf(proxy).toString()));
    }

    private NodePlan node(
            RegionPlan region,
            NodeName name,
            Class<?> main,
            List<String> args,
            Map<String, String> files,
            Restart restart,
            List<String> startAfter) {
        return new NodePlan(
                name.toString(),
                name.region(),
                name.role(),
                layout.ip(name),
                region.cpus(),
                region.slowdown(),
                main,
                args,
                files,
                restart,
                startAfter,
                Optional.of(image(name)));
    }

    private static NodeImage image(NodeName name) {
        return switch (name.role()) {
            case "store" -> NodeImage.of("gridlock/store:local");
            case "proxy" -> NodeImage.of("gridlock/proxy:local");
            case "worker" ->
                new NodeImage(
                        "gridlock/proxy:local",
                        List.of("java", "-cp", "/opt/gridlock/proxy.jar", MachineHostMain.class.getName()));
            default -> throw new IllegalArgumentException("a fleet has no role " + name.role());
        };
    }

    @Override
    public List<NodePlan> nodes() {
        return nodes;
    }

    @Override
    public HttpCall ready(NodePlan node) {
        return switch (node.role()) {
            case "store" -> HttpCall.get(node.name(), node.ip(), FleetLayout.STORE_API_PORT, "/admin/state");
            case "proxy" -> HttpCall.get(node.name(), node.ip(), FleetLayout.PROXY_CONTROL_PORT, "/ready");
            default -> HttpCall.get(node.name(), node.ip(), FleetLayout.WORKER_PORT, "/");
        };
    }

    @Override
    public List<HttpCall> seed(DataSet set) {
        return data.seed(set);
    }

    @Override
    public HttpCall update(Update update) {
        return data.update(update);
    }

    @Override
    public String datum(Update update) {
        return FleetData.machine(update.application(), update.machine());
    }

    @Override
    public HttpCall request(ClientRequest request) {
        int proxies = layout.plan(request.region()).proxies();
        if (proxies == 0) {
            throw new IllegalArgumentException("region " + request.region() + " has no proxy to take requests");
        }
        var proxy = NodeName.proxy(request.region(), (int) (request.sequence() % proxies) + 1);
        return new HttpCall(
                proxy.toString(),
                layout.ip(proxy),
                FleetLayout.PROXY_PORT,
                "GET",
                "/",
                Map.of("Host", FleetData.app(request.application()) + ".fleet.test"),
                "");
    }

    @Override
    public List<StateProbe> convergenceProbes(DataSet set) {
        return probes.all();
    }

    @Override
    public List<StateReading> interpret(List<StateAnswer> answers) {
        return probes.interpret(answers);
    }
}
