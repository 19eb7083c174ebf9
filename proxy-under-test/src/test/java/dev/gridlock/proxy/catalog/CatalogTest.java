package dev.gridlock.proxy.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gridlock.proxy.inflight.LockLedger;
import dev.gridlock.proxy.inflight.LockOperation;
import dev.gridlock.proxy.lock.CatalogLocks;
import dev.gridlock.proxy.route.usage.Hosts;
import dev.gridlock.proxy.route.usage.MachineUse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class CatalogTest {

    private final List<String> heard = new ArrayList<>();
    private final LockLedger ledger = new LockLedger(16);

    @Test
    void aMachineMovesFromOneApplicationToAnother() {
        Catalog catalog = catalog(Loading.EAGER);
        edit(catalog, edit -> edit.putMachine(machine("m-1", "shop")));
        edit(catalog, edit -> edit.putMachine(machine("m-2", "shop")));
        edit(catalog, edit -> edit.putMachine(machine("m-1", "forum")));

        assertThat(machines(catalog, "shop")).containsExactly("m-2");
        assertThat(machines(catalog, "forum")).containsExactly("m-1");
        assertThat(catalog.read("r", "", CatalogView::machineCount)).isEqualTo(2);
        assertThat(catalog.index().applicationOf("m-1")).contains("forum");
    }

    @Test
    void anApplicationGoesWithTheLastThatIsLeftOfIt() {
        Catalog catalog = catalog(Loading.EAGER);
        edit(catalog, edit -> edit.putApplication(new Application("shop", "Shop", "u-1")));
        edit(catalog, edit -> edit.putMachine(machine("m-1", "shop")));
        edit(catalog, edit -> edit.removeMachine("m-1"));
        assertThat(catalog.index().applications()).containsExactly("shop");
        edit(catalog, edit -> edit.removeApplication("shop"));

        assertThat(catalog.index().applications()).isEmpty();
        boolean found = catalog.read("r", "", view -> view.application("shop").isPresent());
        assertThat(found).isFalse();
        edit(catalog, edit -> edit.removeMachine("m-1"));
        edit(catalog, edit -> edit.removeApplication("shop"));
        assertThat(catalog.read("r", "", CatalogView::machineCount)).isZero();
    }

    @Test
    void aLazyCatalogTakesOnlyWhatWasLoaded() {
        Catalog catalog = catalog(Loading.LAZY);
        edit(catalog, edit -> edit.putMachine(machine("m-1", "shop")));
        edit(catalog, edit -> edit.putApplication(new Application("shop", "Shop", "u-1")));
        assertThat(catalog.index().applications()).isEmpty();

        edit(
                catalog,
                edit -> edit.load(new ApplicationRows("shop", Optional.empty(), List.of(machine("m-1", "shop")))));
        edit(catalog, edit -> edit.putMachine(machine("m-2", "shop")));
        edit(catalog, edit -> edit.putMachine(machine("m-3", "forum")));

        assertThat(machines(catalog, "shop")).containsExactly("m-1", "m-2");
        assertThat(catalog.index().isLoaded("forum")).isFalse();
        edit(catalog, edit -> edit.unload("shop"));
        assertThat(catalog.index().applicationOf("m-1")).isEmpty();
        assertThat(catalog.read("r", "", CatalogView::machineCount)).isZero();
    }

    @Test
    void aChangedRowKeepsWhatIsKnownOfItsMachine() {
        Catalog catalog = catalog(Loading.EAGER);
        edit(catalog, edit -> edit.putMachine(machine("m-1", "shop")));
        MachineUse use = use(catalog);
        use.begin();
        edit(catalog, edit -> edit.replaceMachines("shop", List.of(machine("m-1", "shop"), machine("m-2", "shop"))));

        assertThat(use(catalog)).isSameAs(use);
        edit(catalog, edit -> edit.replaceMachines("shop", List.of(machine("m-2", "shop"))));
        assertThat(machines(catalog, "shop")).containsExactly("m-2");
    }

    @Test
    void whatWasLentIsOfNoUseAfterTheClosure() {
        Catalog catalog = catalog(Loading.EAGER);
        CatalogView kept = catalog.read("route", "shop", view -> view);

        assertThatThrownBy(kept::machineCount)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("What the catalog lent to \"route\" was used after its closure had returned.");
    }

    @Test
    void aClosureThatThrowsLeavesTheLockFree() {
        Catalog catalog = catalog(Loading.EAGER);
        assertThatThrownBy(() -> catalog.read("r", "", view -> {
                    throw new IllegalArgumentException("in a read");
                }))
                .hasMessage("in a read");
        assertThatThrownBy(() -> catalog.write("w", "", "", WriteTimeout.none(), edit -> {
                    throw new IllegalArgumentException("in a write");
                }))
                .hasMessage("in a write");

        assertThat(ledger.inFlight()).isEmpty();
        edit(catalog, edit -> edit.putMachine(machine("m-1", "shop")));
        assertThat(machines(catalog, "shop")).containsExactly("m-1");
    }

    @Test
    void tellsOfEachOperationWithItsOutcome() {
        Catalog catalog = catalog(Loading.EAGER);
        WriteOutcome<Integer> written = catalog.write("w", "shop", "u-1", WriteTimeout.none(), edit -> 42);
        assertThat(written).isEqualTo(new WriteOutcome.Written<>(42));
        catalog.read("outer", "", view -> {
            assertThat(catalog.write("inner", "shop", "u-2", WriteTimeout.after(Duration.ofMillis(5)), edit -> 1))
                    .isInstanceOfSatisfying(
                            WriteOutcome.TimedOut.class,
                            timedOut -> assertThat(timedOut.waitedNanos()).isGreaterThanOrEqualTo(5_000_000));
            return 0;
        });

        assertThat(heard).containsExactly("completed w u-1", "timed out inner u-2", "completed outer ");
    }

    private Catalog catalog(Loading loading) {
        var observer = new CatalogObserver() {
            @Override
            public void completed(LockOperation operation) {
                heard.add("completed " + operation.label() + " " + operation.update());
            }

            @Override
            public void timedOut(LockOperation operation) {
                heard.add("timed out " + operation.label() + " " + operation.update());
            }
        };
        return new Catalog(CatalogLocks.create("parking-lot-0.12.5"), ledger, observer, loading, new Hosts());
    }

    private static Machine machine(String id, String app) {
        return new Machine(id, app, "waw", "127.0.0.1:1", "started", "u-1");
    }

    private static void edit(Catalog catalog, Consumer<CatalogEdit> change) {
        catalog.write("edit", "", "", WriteTimeout.none(), edit -> {
            change.accept(edit);
            return true;
        });
    }

    private static List<String> machines(Catalog catalog, String app) {
        return catalog.read(
                "r",
                app,
                view -> view.application(app).orElseThrow().machines().stream()
                        .map(machine -> machine.row().id())
                        .toList());
    }

    private static MachineUse use(Catalog catalog) {
        return catalog.read(
                "r",
                "shop",
                view -> view.application("shop")
                        .orElseThrow()
                        .machines()
                        .iterator()
                        .next()
                        .use());
    }
}
