package dev.gridlock.store.subscription;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gridlock.store.sql.BoundStatement;
import dev.gridlock.store.sql.SqlSyntaxException;
import dev.gridlock.store.sql.SqlText;
import dev.gridlock.store.storage.TableSchema;
import dev.gridlock.store.value.SqlValue;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SubscriptionQueryTest {
    private static final Map<String, TableSchema> TABLES = Map.of(
            "t",
            new TableSchema(
                    "t",
                    List.of(
                            new TableSchema.Column("id", "TEXT", true, null),
                            new TableSchema.Column("n", "INTEGER", true, null)),
                    List.of(new TableSchema.Column("a", "TEXT", false, null))));

    @Test
    void putsTheKeyBeforeTheColumnsAndBehindTheCondition() throws Exception {
        SubscriptionQuery query =
                query("SELECT a, upper(a) AS big FROM t AS x WHERE x.a = 'w' OR n IN (1, 2) ORDER BY a DESC");
        assertThat(query.snapshotSql())
                .isEqualTo("SELECT \"x\".\"id\", \"x\".\"n\", a, upper(a) AS big FROM \"t\" AS \"x\""
                        + " WHERE (x.a = 'w' OR n IN (1, 2)) ORDER BY a DESC");
        assertThat(query.rowSql())
                .isEqualTo("SELECT \"x\".\"id\", \"x\".\"n\", a, upper(a) AS big FROM \"t\" AS \"x\""
                        + " WHERE (x.a = 'w' OR n IN (1, 2)) AND \"x\".\"id\" = ? AND \"x\".\"n\" = ?");
    }

    @Test
    void worksWithoutConditionAndAlias() throws Exception {
        assertThat(query("select * from \"t\"").snapshotSql())
                .isEqualTo("SELECT \"t\".\"id\", \"t\".\"n\", * FROM \"t\" AS \"t\" WHERE (1)");
    }

    @Test
    void spacesDoNotMakeAnotherQueryButValuesDo() throws Exception {
        assertThat(query("SELECT a  FROM t -- all").identity())
                .isEqualTo(query("SELECT a FROM t").identity());
        SqlText text = SqlText.of("SELECT a FROM t WHERE n = ?");
        assertThat(SubscriptionQuery.of(BoundStatement.positional(text, List.of(SqlValue.of(1))), TABLES)
                        .identity())
                .isNotEqualTo(SubscriptionQuery.of(BoundStatement.positional(text, List.of(SqlValue.of(2))), TABLES)
                        .identity());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        DELETE FROM t                          | found DELETE, expected a SELECT
        SELECT a FROM t, u                     | found , after FROM, expected a single table
        SELECT a FROM t JOIN u ON 1            | found JOIN
        SELECT a FROM (SELECT a FROM t)        | found SELECT
        SELECT a FROM t WHERE n IN (SELECT 1)  | found SELECT
        SELECT a FROM t UNION SELECT 1         | found UNION
        SELECT DISTINCT a FROM t               | found DISTINCT
        SELECT a FROM t GROUP BY a             | found GROUP
        SELECT a FROM t LIMIT 1                | found LIMIT
        SELECT count(*) FROM t                 | found function count
        SELECT a FROM t WHERE n > random()     | found function random
        SELECT a FROM t ORDER BY 1             | found 1 in ORDER BY
        SELECT a FROM nowhere                  | found table nowhere, expected one of [t]
        SELECT a FROM main.t                   | found . after FROM
        SELECT a FROM t x y                    | found [t, x, y] after FROM
        SELECT 1                               | found no columns or no FROM
        SELECT FROM t                          | found no columns or no FROM
        SELECT a FROM t WHERE                  | found an empty clause
        """)
    void whatCannotBeKeptUpToDateRowByRowIsRefused(String sql, String message) {
        assertThatThrownBy(() -> query(sql))
                .isInstanceOf(SqlSyntaxException.class)
                .hasMessageContaining(message);
    }

    private static SubscriptionQuery query(String sql) throws Exception {
        return SubscriptionQuery.of(BoundStatement.positional(SqlText.of(sql), List.of()), TABLES);
    }
}
