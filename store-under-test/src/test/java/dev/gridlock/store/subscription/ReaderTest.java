package dev.gridlock.store.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gridlock.store.subscription.SubscriptionEvent.Columns;
import dev.gridlock.store.subscription.SubscriptionEvent.Failure;
import dev.gridlock.store.subscription.SubscriptionEvent.Notification;
import dev.gridlock.store.value.SqlValue;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ReaderTest {
    private static final Columns FIRST = new Columns(List.of("id"));
    private static final Notification CHANGE = new Notification(true, List.of(SqlValue.of("m1")));

    private final AtomicInteger cuts = new AtomicInteger();

    private Reader reader(List<SubscriptionEvent> first) {
        Reader reader = new Reader(first, 2);
        reader.onCut(cuts::incrementAndGet);
        return reader;
    }

    @Test
    void aReaderThatLagsIsCutWithoutAWord() throws Exception {
        Reader reader = reader(List.of());
        assertThat(reader.offer(List.of(CHANGE, CHANGE))).isTrue();
        assertThat(reader.take()).hasValue(List.of(CHANGE, CHANGE));
        assertThat(reader.offer(List.of(CHANGE, CHANGE))).isTrue();
        assertThat(reader.offer(List.of(CHANGE))).as("the third that waits").isFalse();
        assertThat(cuts).hasValue(1);
        assertThat(reader.take()).isEmpty();
    }

    @Test
    void aReaderThatLagsWhileCatchingUpIsToldSo() throws Exception {
        Reader reader = reader(List.of(FIRST));
        assertThat(reader.take()).hasValue(List.of(FIRST));
        assertThat(reader.offer(List.of(CHANGE, CHANGE, CHANGE))).isFalse();
        assertThat(cuts).as("its connection stays open for the error").hasValue(0);
        assertThat(reader.take())
                .hasValueSatisfying(last -> assertThat(last)
                        .singleElement()
                        .isInstanceOfSatisfying(
                                Failure.class,
                                failure -> assertThat(failure.message())
                                        .isEqualTo(
                                                "found more than 2 changes while catching up, expected a reader that keeps"
                                                        + " up: start over")));
        assertThat(reader.take()).as("end of the stream").isEmpty();
    }

    @Test
    void whoHasNotBegunToReadHearsTheFirstEventsBeforeTheError() throws Exception {
        Reader reader = reader(List.of(FIRST));
        assertThat(reader.offer(List.of(CHANGE, CHANGE, CHANGE))).isFalse();
        assertThat(reader.take()).hasValue(List.of(FIRST));
        assertThat(reader.take())
                .hasValueSatisfying(last -> assertThat(last).singleElement().isInstanceOf(Failure.class));
        assertThat(reader.take()).isEmpty();
    }

    @Test
    void aReaderThatHasCaughtUpIsCutLikeAnyOther() throws Exception {
        Reader reader = reader(List.of(FIRST));
        assertThat(reader.take()).hasValue(List.of(FIRST));
        assertThat(reader.offer(List.of(CHANGE))).isTrue();
        assertThat(reader.take())
                .as("asking again means that the first were told")
                .hasValue(List.of(CHANGE));
        assertThat(reader.offer(List.of(CHANGE, CHANGE, CHANGE))).isFalse();
        assertThat(cuts).hasValue(1);
        assertThat(reader.take()).isEmpty();
    }

    @Test
    void whatWaitsIsTakenBeforeTheEnd() throws Exception {
        Reader reader = reader(List.of(FIRST));
        reader.offer(List.of(CHANGE));
        reader.end();
        assertThat(reader.offer(List.of(CHANGE))).as("nobody waits for it").isTrue();
        assertThat(reader.take()).hasValue(List.of(FIRST));
        assertThat(reader.take()).hasValue(List.of(CHANGE));
        assertThat(reader.take()).isEmpty();
    }
}
