package dev.gridlock.store.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gridlock.store.value.SqlValue;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SqlTextTest {

    @Test
    void splitsAScriptAtSemicolonsOutsideOfQuotesAndComments() throws Exception {
        SqlText script =
                SqlText.of("-- one; two\nSELECT ';', \"a;b\", [c;d], x'3b' /* ; */ ; ; INSERT INTO t VALUES (';''')");
        assertThat(script.statements())
                .extracting(SqlText::sql)
                .containsExactly("SELECT ';', \"a;b\", [c;d], x'3b'", "INSERT INTO t VALUES (';''')");
    }

    @Test
    void tokensOfAStatementPointIntoItsOwnText() throws Exception {
        SqlText second = SqlText.of("SELECT 1; SELECT abc FROM t").statements().get(1);
        for (SqlToken token : second.tokens()) {
            assertThat(second.sql().substring(token.start(), token.end())).isEqualTo(token.text());
        }
        assertThat(second.firstKeyword()).isEqualTo("SELECT");
    }

    @Test
    void readsNumbersAndWordsAsSqliteDoes() throws Exception {
        assertThat(SqlText.of("1e+5-0x1F+.5 a_1 é").tokens())
                .extracting(SqlToken::text)
                .containsExactly("1e+5", "-", "0x1F", "+", ".5", "a_1", "é");
    }

    @Test
    void numbersParametersAsSqliteDoes() throws Exception {
        assertThat(SqlText.of("SELECT ?, :a, ?5, ?, @b, :a, $c, ':d'").parameters())
                .containsExactlyInAnyOrderEntriesOf(Map.of("?1", 1, ":a", 2, "?5", 5, "?6", 6, "@b", 7, "$c", 8));
    }

    @Test
    void bindsByPositionAndByName() throws Exception {
        SqlText text = SqlText.of("SELECT :b, :a, :b");
        assertThat(BoundStatement.named(text, Map.of(":a", SqlValue.of(1), ":b", SqlValue.of(2)))
                        .arguments())
                .containsExactly(SqlValue.of(2), SqlValue.of(1));
        assertThat(BoundStatement.positional(text, List.of(SqlValue.of(7), SqlValue.of(8)))
                        .arguments())
                .containsExactly(SqlValue.of(7), SqlValue.of(8));
    }

    @Test
    void refusesValuesThatDoNotFit() throws Exception {
        SqlText text = SqlText.of("SELECT :a");
        assertThatThrownBy(() -> BoundStatement.positional(text, List.of()))
                .isInstanceOf(ParameterMismatchException.class)
                .hasMessage("found 0 parameters, expected 1 for: SELECT :a");
        assertThatThrownBy(() -> BoundStatement.named(text, Map.of("a", SqlValue.of(1))))
                .isInstanceOf(ParameterMismatchException.class)
                .hasMessageContaining("found a value for parameter a, expected one of [:a]");
        assertThatThrownBy(() -> BoundStatement.named(text, Map.of()))
                .isInstanceOf(ParameterMismatchException.class)
                .hasMessageContaining("found no value for parameter :a");
    }

    @Test
    void refusesOpenQuotesAndTextsThatAreNotOneStatement() throws Exception {
        assertThatThrownBy(() -> SqlText.of("SELECT 'a"))
                .isInstanceOf(SqlSyntaxException.class)
                .hasMessage("found ' at offset 7 that is never closed, expected '");
        assertThatThrownBy(() -> SqlText.of("SELECT 1; SELECT 2").single())
                .isInstanceOf(SqlSyntaxException.class)
                .hasMessageContaining("found 2 SQL statements");
        assertThatThrownBy(() -> SqlText.of(" -- nothing").single())
                .isInstanceOf(SqlSyntaxException.class)
                .hasMessageContaining("found 0 SQL statements");
        assertThatThrownBy(() -> SqlText.of("SELECT ?99999").parameters())
                .isInstanceOf(SqlSyntaxException.class)
                .hasMessageContaining("expected ?1 to ?32766");
    }

    @Test
    void quotedIdentifiersLoseTheirQuotes() throws Exception {
        assertThat(SqlText.of("\"a\"\"b\" `c``d` [e f] g").tokens())
                .extracting(SqlToken::identifier)
                .containsExactly("a\"b", "c`d", "e f", "g");
    }
}
