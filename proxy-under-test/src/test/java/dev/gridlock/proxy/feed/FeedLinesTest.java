package dev.gridlock.proxy.feed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gridlock.proxy.json.Json;
import dev.gridlock.proxy.json.MalformedJsonException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FeedLinesTest {

    @Test
    void readsTheLinesOfASubscription() throws IOException {
        FeedLines lines = lines("""
                {"columns":["id","name","update_id"]}
                {"row":[1,["shop",null,7]]}

                {"eoq":{"time":0.001,"change_id":41}}
                {"change":["insert",2,["forum","Forum","u-1"],42]}
                {"change":["update",2,["forum","Fórum","u-2"],43]}
                {"change":["delete",2,["forum","Forum","u-2"],44]}
                {"error":"too slow"}
                """);

        assertThat(lines.next()).contains(new FeedEvent.Columns(List.of("id", "name", "update_id")));
        assertThat(lines.next()).contains(new FeedEvent.Row(List.of("shop", "", "7")));
        assertThat(lines.next()).contains(new FeedEvent.EndOfQuery(41));
        assertThat(lines.next())
                .contains(new FeedEvent.Change(FeedEvent.ChangeKind.INSERT, List.of("forum", "Forum", "u-1"), 42));
        assertThat(lines.next())
                .contains(new FeedEvent.Change(FeedEvent.ChangeKind.UPDATE, List.of("forum", "Fórum", "u-2"), 43));
        assertThat(lines.next())
                .contains(new FeedEvent.Change(FeedEvent.ChangeKind.DELETE, List.of("forum", "Forum", "u-2"), 44));
        assertThat(lines.next()).contains(new FeedEvent.Failure("too slow"));
        assertThat(lines.next()).isEmpty();
    }

    @Test
    void aQueryEndsWithoutAChange() throws IOException {
        assertThat(lines("{\"eoq\":{\"time\":0.001}}\n").next()).contains(new FeedEvent.EndOfQuery(0));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hello",
                "[1]",
                "{\"rows\":[]}",
                "{\"row\":[1]}",
                "{\"row\":[1,[\"a\",\"b\"]]}",
                "{\"row\":[1,[\"a\",\"b\",[1]]]}",
                "{\"change\":[\"insert\",1,[\"a\",\"b\",\"c\"]]}",
                "{\"change\":[\"upsert\",1,[\"a\",\"b\",\"c\"],1]}",
                "{\"change\":[\"insert\",1,[\"a\",\"b\"],1]}",
            })
    void anythingElseIsRefusedWithItsText(String line) {
        assertThatThrownBy(() -> lines(line + "\n").next())
                .isInstanceOf(MalformedJsonException.class)
                .hasMessageStartingWith("Found \"" + line + "\", expected ");
    }

    private static FeedLines lines(String text) {
        return new FeedLines(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), new Json(), 3);
    }
}
