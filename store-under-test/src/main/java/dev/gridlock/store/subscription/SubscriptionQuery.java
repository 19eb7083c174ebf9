package dev.gridlock.store.subscription;

import dev.gridlock.store.sql.BoundStatement;
import dev.gridlock.store.sql.SqlSyntaxException;
import dev.gridlock.store.sql.SqlText;
import dev.gridlock.store.sql.SqlToken;
import dev.gridlock.store.sql.SqlToken.Kind;
import dev.gridlock.store.storage.TableSchema;
import dev.gridlock.store.value.SqlValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A query that can be kept up to date row by row: one {@code SELECT} over one replicated table, each result row made from one
 * row of the table. Immutable.
 *
 * @param statement what the client subscribed to
 * @param table the table
 * @param snapshotSql the query with the primary key before its columns
 * @param rowSql the same for a single row; takes the values of its key after the other parameters
 * @param identity equal for equal queries
 */
public record SubscriptionQuery(
        BoundStatement statement, TableSchema table, String snapshotSql, String rowSql, String identity) {

    /** Words that join rows, or make a result row of many, or of none. */
    private static final Set<String> REFUSED = Set.of(
            "SELECT",
            "JOIN",
            "UNION",
            "INTERSECT",
            "EXCEPT",
            "GROUP",
            "HAVING",
            "LIMIT",
            "OFFSET",
            "DISTINCT",
            "WINDOW",
            "OVER",
            "FILTER",
            "WITH",
            "VALUES",
            "INDEXED",
            "EXISTS",
            "RAISE");

    /** Words that may stand before an opening parenthesis without calling a function. */
    private static final Set<String> OPERATORS = Set.of(
            "FROM", "IN", "AND", "OR", "NOT", "WHERE", "LIKE", "GLOB", "BETWEEN", "CASE", "WHEN", "THEN", "ELSE", "IS",
            "BY", "ESCAPE");

    /** Functions whose result depends on their arguments alone. */
    private static final Set<String> FUNCTIONS = Set.of(
            "ABS",
            "CAST",
            "COALESCE",
            "HEX",
            "IFNULL",
            "IIF",
            "INSTR",
            "JSON_EXTRACT",
            "LENGTH",
            "LOWER",
            "LTRIM",
            "NULLIF",
            "REPLACE",
            "ROUND",
            "RTRIM",
            "SUBSTR",
            "SUBSTRING",
            "TRIM",
            "TYPEOF",
            "UPPER");

    /** Values of the query's own parameters. */
    public List<SqlValue> arguments() {
        return statement.arguments();
    }

    /** SQL for the value of a column of the table, by key; nothing when the table has no such column outside its key. */
    Optional<String> columnSql(String column) {
        String condition = table.key().stream()
                .map(key -> SqlText.quote(key.name()) + " = ?")
                .collect(Collectors.joining(" AND "));
        return table.value(column)
                .map(found -> "SELECT " + SqlText.quote(found.name()) + " FROM " + SqlText.quote(table.name())
                        + " WHERE " + condition);
    }

    /**
     * Reads a query.
     *
     * @param tables the replicated tables
     * @throws SqlSyntaxException when it is not one that can be kept up to date
     */
    public static SubscriptionQuery of(BoundStatement statement, Map<String, TableSchema> tables)
            throws SqlSyntaxException {
        SqlText text = statement.text().single();
        if (!text.firstKeyword().equals("SELECT")) {
            throw new SqlSyntaxException("found " + text.firstKeyword() + ", expected a SELECT to subscribe to");
        }
        refuseUnsupported(text);
        Parts parts = Parts.of(text);
        TableSchema table = tables.get(parts.table());
        if (table == null) {
            throw new SqlSyntaxException("found table " + parts.table() + ", expected one of " + tables.keySet());
        }
        String row = SqlText.quote(parts.alias());
        String keys = table.key().stream()
                .map(column -> row + "." + SqlText.quote(column.name()))
                .collect(Collectors.joining(", "));
        String body = "SELECT " + keys + ", " + parts.columns() + " FROM " + SqlText.quote(parts.table()) + " AS " + row
                + " WHERE (" + parts.condition() + ")";
        String oneRow = table.key().stream()
                .map(column -> " AND " + row + "." + SqlText.quote(column.name()) + " = ?")
                .collect(Collectors.joining());
        String identity =
                text.tokens().stream().map(SqlToken::text).collect(Collectors.joining(" ")) + statement.arguments();
        return new SubscriptionQuery(statement, table, body + parts.order(), body + oneRow, identity);
    }

    private static void refuseUnsupported(SqlText text) throws SqlSyntaxException {
        List<SqlToken> tokens = text.tokens();
        for (int i = 1; i < tokens.size(); i++) {
            SqlToken token = tokens.get(i);
            if (token.kind() == Kind.WORD && REFUSED.contains(token.keyword())) {
                throw new SqlSyntaxException("found " + token.keyword()
                        + " in a subscription, expected one SELECT over one table with an optional WHERE");
            }
            boolean called = i + 1 < tokens.size() && tokens.get(i + 1).isSymbol('(');
            if (called
                    && token.isIdentifier()
                    && !OPERATORS.contains(token.keyword())
                    && !FUNCTIONS.contains(token.keyword())) {
                throw new SqlSyntaxException("found function " + token.text() + " in a subscription, expected one of "
                        + FUNCTIONS.stream().sorted().collect(Collectors.joining(", ")));
            }
        }
    }

    /** The clauses of the query. */
    private record Parts(String columns, String table, String alias, String condition, String order) {

        static Parts of(SqlText text) throws SqlSyntaxException {
            List<SqlToken> tokens = text.tokens();
            int from = clause(tokens, 1, "FROM");
            if (from == tokens.size() || from == 1) {
                throw new SqlSyntaxException("found no columns or no FROM, expected SELECT columns FROM table");
            }
            int where = clause(tokens, from, "WHERE");
            int order = clause(tokens, from, "ORDER");
            List<SqlToken> source = tokens.subList(from + 1, Math.min(where, order));
            List<SqlToken> ordering = tokens.subList(order, tokens.size());
            for (SqlToken token : ordering) {
                if (token.kind() == Kind.PARAMETER || token.kind() == Kind.NUMBER) {
                    throw new SqlSyntaxException(
                            "found " + token.text() + " in ORDER BY of a subscription, expected names of columns");
                }
            }
            return new Parts(
                    slice(text, tokens.subList(1, from)),
                    source.isEmpty() ? "" : source.getFirst().identifier(),
                    alias(source),
                    where < order ? slice(text, tokens.subList(where + 1, order)) : "1",
                    ordering.isEmpty() ? "" : " " + slice(text, ordering));
        }

        private static String alias(List<SqlToken> source) throws SqlSyntaxException {
            List<String> names = new ArrayList<>();
            for (SqlToken token : source) {
                if (!token.isIdentifier()) {
                    throw new SqlSyntaxException("found " + token.text() + " after FROM, expected a single table");
                }
                if (!(names.size() == 1 && token.isWord("AS"))) {
                    names.add(token.identifier());
                }
            }
            if (names.isEmpty() || names.size() > 2) {
                throw new SqlSyntaxException("found " + names + " after FROM, expected a single table");
            }
            return names.getLast();
        }

        /** Index of a clause's first word outside of parentheses, or the number of tokens. */
        private static int clause(List<SqlToken> tokens, int start, String word) {
            int depth = 0;
            for (int i = start; i < tokens.size(); i++) {
                SqlToken token = tokens.get(i);
                if (token.isSymbol('(')) {
                    depth++;
                } else if (token.isSymbol(')')) {
                    depth--;
                } else if (depth == 0 && token.isWord(word)) {
                    return i;
                }
            }
            return tokens.size();
        }

        private static String slice(SqlText text, List<SqlToken> tokens) throws SqlSyntaxException {
            if (tokens.isEmpty()) {
                throw new SqlSyntaxException("found an empty clause in: " + text.sql());
            }
            return text.sql()
                    .substring(tokens.getFirst().start(), tokens.getLast().end());
        }
    }
}
