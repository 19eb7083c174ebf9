package dev.gridlock.proxy.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gridlock.proxy.fake.Events;
import dev.gridlock.proxy.fake.FakeHost;
import dev.gridlock.proxy.fake.FakeStore;
import dev.gridlock.proxy.fake.LockedCatalog;
import dev.gridlock.proxy.fake.TestProxy;
import dev.gridlock.proxy.inflight.LockMode;
import dev.gridlock.proxy.lock.CatalogLock;
import dev.gridlock.proxy.lock.CatalogLocks;
import dev.gridlock.proxy.lockwatch.Seen;
import dev.gridlock.proxy.lockwatch.StallKind;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class UpgradableReadsTest {

    private final CatalogLock lock = CatalogLocks.create("parking-lot-0.12.5");
    private final LockedCatalog locked = new LockedCatalog(lock);
    private final CountDownLatch release = new CountDownLatch(1);

    @Test
    void anAnswerOfTheCheckNeedsNoWriteAndWaitsForNoReader() {
        locked.fill("shop");
        Thread reader = readUntilReleased();

        WriteOutcome<Boolean> outcome = load("shop", WriteTimeout.none());

        assertThat(outcome).isEqualTo(new WriteOutcome.Written<>(false));
        assertThat(locked.writes()).isEqualTo(1);
        release.countDown();
        LockedCatalog.join(reader);
        assertThat(lock.word()).hasValue(0);
    }

    @Test
    void withoutAnAnswerItWritesOnceTheReadersHaveLeft() {
        Thread reader = readUntilReleased();
        Thread loader = Thread.ofVirtual().start(() -> load("shop", WriteTimeout.none()));
        locked.await(StallKind.HELD, 1);

        Seen waiter = locked.picture().waiters().getFirst();
        assertThat(waiter.mode()).isEqualTo(LockMode.EXCLUSIVE);
        assertThat(waiter.threadId()).isEqualTo(loader.threadId());
        assertThat(locked.picture().holders())
                .singleElement()
                .satisfies(holder -> assertThat(holder.threadId()).isEqualTo(reader.threadId()));
        release.countDown();
        LockedCatalog.join(loader);
        // It gives the lock back first and says so afterwards.
        LockedCatalog.join(reader);

        assertThat(locked.catalog().index().isLoaded("shop")).isTrue();
        Events.until("everybody to have left", () -> locked.picture().holders().isEmpty());
        assertThat(lock.word()).hasValue(0);
    }

    @Test
    void anUpgradeThatIsNotToBeHadInTimeLeavesTheLockAsItWas() {
        Thread reader = readUntilReleased();

        WriteOutcome<Boolean> outcome = load("shop", WriteTimeout.after(Duration.ofMillis(20)));

        assertThat(outcome).isInstanceOf(WriteOutcome.TimedOut.class);
        assertThat(locked.catalog().index().isLoaded("shop")).isFalse();
        assertThat(lock.word()).as("the reader alone").hasValue(0x10);
        assertThat(locked.ledger().timeouts()).isEqualTo(1);
        assertThat(locked.ledger().inFlight())
                .singleElement()
                .satisfies(held -> assertThat(held.thread()).isSameAs(reader));
        release.countDown();
        LockedCatalog.join(reader);
        assertThat(load("shop", WriteTimeout.none())).isEqualTo(new WriteOutcome.Written<>(true));
    }

    @Test
    void twoOfThemKeepEachOtherOutAndReadersIn() {
        var looking = new CountDownLatch(1);
        var wrote = new AtomicBoolean();
        Thread first = Thread.ofVirtual()
                .start(() -> locked.catalog()
                        .checkThenWrite(
                                "lazy-load",
                                "shop",
                                "",
                                WriteTimeout.none(),
                                view -> {
                                    looking.countDown();
                                    LockedCatalog.pass(release);
                                    return Optional.of(true);
                                },
                                edit -> true));
        LockedCatalog.pass(looking);
        Thread second = Thread.ofVirtual().start(() -> {
            load("shop", WriteTimeout.none());
            wrote.set(true);
        });
        locked.await(StallKind.HELD, 1);

        assertThat(locked.picture().waiters().getFirst().mode()).isEqualTo(LockMode.UPGRADABLE);
        assertThat(locked.catalog().read("route", "shop", CatalogView::machineCount))
                .isZero();
        assertThat(wrote).isFalse();
        release.countDown();
        LockedCatalog.join(first);
        LockedCatalog.join(second);
        assertThat(wrote).isTrue();
    }

    @Test
    void aClosureThatThrowsLeavesTheLockFree() {
        assertThatThrownBy(() -> locked.catalog()
                        .checkThenWrite(
                                "l",
                                "",
                                "",
                                WriteTimeout.none(),
                                view -> {
                                    throw new IllegalArgumentException("in the check");
                                },
                                edit -> true))
                .hasMessage("in the check");
        assertThatThrownBy(() -> locked.catalog()
                        .checkThenWrite("l", "", "", WriteTimeout.none(), view -> Optional.empty(), edit -> {
                            throw new IllegalArgumentException("in the write");
                        }))
                .hasMessage("in the write");

        assertThat(lock.word()).hasValue(0);
        assertThat(locked.ledger().inFlight()).isEmpty();
    }

    @Test
    void aLockWithoutThemIsRefused() {
        var plain = new LockedCatalog(CatalogLocks.create("stamped"));

        assertThatIllegalStateException()
                .isThrownBy(() -> plain.catalog()
                        .checkThenWrite("l", "", "", WriteTimeout.none(), view -> Optional.of(true), edit -> true))
                .withMessage("The lock \"stamped\" has no upgradable reads.");
    }

    @Test
    void aProxyCanLoadWithThem() throws IOException {
        try (var store = FakeStore.start();
                var host = FakeHost.echo("waw")) {
            store.putApp("shop", "u-1");
            store.putMachine("m-1", "shop", "waw", host.address(), "u-1");
            try (var proxy = new TestProxy(store.address(), "[catalog]\nload_with = \"upgradable\"").ready()) {
                assertThat(proxy.get("shop", "/").status()).isEqualTo(200);
                assertThat(proxy.events().await("catalog.load").get("outcome")).isEqualTo("inserted");
                assertThat(proxy.events().await("catalog.write").get("label")).isEqualTo("lazy-load");

                Thread reader = readUntilReleased(proxy.node().catalog());
                store.putApp("forum", "u-2");
                store.putMachine("m-2", "forum", "waw", host.address(), "u-2");
                assertThat(proxy.get("forum", "/").status()).isEqualTo(200);
                Events.until(
                        "the load to give up",
                        () -> !proxy.events().named("lock.timeout").isEmpty());
                assertThat(proxy.events()
                                .await("catalog.load", event -> "forum".equals(event.get("app")))
                                .get("outcome"))
                        .isEqualTo("timeout");
                release.countDown();
                LockedCatalog.join(reader);
            }
        }
    }

    private WriteOutcome<Boolean> load(String app, WriteTimeout timeout) {
        return locked.catalog()
                .checkThenWrite(
                        "lazy-load",
                        app,
                        "u-1",
                        timeout,
                        view -> view.application(app).map(entry -> false),
                        edit -> {
                            edit.load(LockedCatalog.rows(app));
                            return true;
                        });
    }

    private Thread readUntilReleased() {
        return readUntilReleased(locked.catalog());
    }

    private Thread readUntilReleased(Catalog catalog) {
        var inside = new CountDownLatch(1);
        Thread reader = Thread.ofVirtual()
                .start(() -> catalog.read("long", "", view -> {
                    inside.countDown();
                    LockedCatalog.pass(release);
                    return true;
                }));
        LockedCatalog.pass(inside);
        return reader;
    }
}
