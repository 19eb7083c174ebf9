package dev.gridlock.engine.run;

import dev.gridlock.engine.sut.AddressScheme;
import dev.gridlock.engine.sut.ClientRequest;
import dev.gridlock.engine.sut.DataSet;
import dev.gridlock.engine.sut.HttpCall;
import dev.gridlock.engine.sut.NodePlan;
import dev.gridlock.engine.sut.ProbedState;
import dev.gridlock.engine.sut.Restart;
import dev.gridlock.engine.sut.SettingSpec;
import dev.gridlock.engine.sut.SettingType;
import dev.gridlock.engine.sut.StateAnswer;
import dev.gridlock.engine.sut.StateProbe;
import dev.gridlock.engine.sut.StateReading;
import dev.gridlock.engine.sut.SystemPlan;
import dev.gridlock.engine.sut.SystemUnderTest;
import dev.gridlock.engine.sut.Update;
import dev.gridlock.engine.topology.Topology;
import java.util.List;
import java.util.Map;

/** A system of one store and one proxy, both of which are one port on loopback. */
public final class TwoNodeSystem implements SystemUnderTest {

    private final int port;
    private int preparations;

    public TwoNodeSystem(int port) {
        this.port = port;
    }

    @Override
    public String id() {
        return "two-nodes";
    }

    @Override
    public List<SettingSpec> settings() {
        return List.of(
                new SettingSpec("lock", new SettingType.Choice(List.of("good", "bad")), "good", "which lock"),
                new SettingSpec("timeout", new SettingType.Time(), "5ms", "how long to wait"));
    }

    @Override
    public void prepare() {
        preparations++;
    }

    int preparations() {
        return preparations;
    }

    @Override
    public List<String> schedulingPoints() {
        return List.of("dev.gridlock.nothing.");
    }

    @Override
    public SystemPlan plan(Topology topology, Map<String, String> settings, AddressScheme addresses) {
        return plan();
    }

    public SystemPlan plan() {
        return new Plan(port);
    }

    private record Plan(int port) implements SystemPlan {

        @Override
        public List<NodePlan> nodes() {
            return List.of(
                    node("store-iad-1", "iad", "10.0.0.1", List.of()),
                    node("proxy-iad-1", "iad", "10.0.0.2", List.of("store-iad-1")));
        }

        private static NodePlan node(String name, String region, String ip, List<String> after) {
            return new NodePlan(
                    name,
                    region,
                    name.substring(0, 5),
                    ip,
                    1,
                    1.0,
                    Plan.class,
                    List.of(),
                    Map.of(),
                    Restart.never(),
                    after);
        }

        @Override
        public HttpCall ready(NodePlan node) {
            return get(node.name(), "/ready");
        }

        @Override
        public List<HttpCall> seed(DataSet data) {
            return List.of(get("store-iad-1", "/seed"));
        }

        @Override
        public HttpCall update(Update update) {
            return get("store-iad-1", "/update/" + update.id());
        }

        @Override
        public String datum(Update update) {
            return switch (update.change()) {
                case MOVES_MACHINE -> "m-" + update.machine();
                case ADDS_APPLICATION -> "app-" + update.application();
            };
        }

        @Override
        public HttpCall request(ClientRequest request) {
            return get("proxy-iad-1", "/app/" + request.application());
        }

        @Override
        public List<StateProbe> convergenceProbes(DataSet data) {
            return List.of(probe("store-iad-1"), probe("proxy-iad-1"));
        }

        private StateProbe probe(String node) {
            return new StateProbe(node, get(node, "/state/" + node));
        }

        @Override
        public List<StateReading> interpret(List<StateAnswer> answers) {
            return answers.stream()
                    .map(answer -> answer.body().isEmpty()
                            ? StateReading.unreadable(answer.probe().node(), "the answer is empty")
                            : StateReading.of(answer.probe().node(), ProbedState.digest("the data", answer.body())))
                    .toList();
        }

        private HttpCall get(String node, String path) {
            return HttpCall.get(node, "127.0.0.1", port, path);
        }
    }
}
