package dev.gridlock.store.sql;

import dev.gridlock.store.sql.SqlToken.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * SQL text with its tokens, by SQLite's lexical rules. Immutable.
 *
 * @param sql the text
 * @param tokens in order, without comments and white space
 */
public record SqlText(String sql, List<SqlToken> tokens) {
    public SqlText {
        tokens = List.copyOf(tokens);
    }

    /**
     * Splits the text into tokens.
     *
     * @throws SqlSyntaxException when a quote or a comment is not closed
     */
    public static SqlText of(String sql) throws SqlSyntaxException {
        List<SqlToken> tokens = new ArrayList<>();
        int at = 0;
        while (at < sql.length()) {
            char c = sql.charAt(at);
            if (Character.isWhitespace(c)) {
                at++;
            } else if (sql.startsWith("--", at)) {
                int end = sql.indexOf('\n', at);
                at = end < 0 ? sql.length() : end + 1;
            } else if (sql.startsWith("/*", at)) {
                int end = sql.indexOf("*/", at + 2);
                // SQLite lets a block comment run to the end of the text
                at = end < 0 ? sql.length() : end + 2;
            } else {
                SqlToken token = next(sql, at);
                tokens.add(token);
                at = token.end();
            }
        }
        return new SqlText(sql, tokens);
    }

    private static SqlToken next(String sql, int start) throws SqlSyntaxException {
        char c = sql.charAt(start);
        if (c == '\'') {
            return token(Kind.STRING, sql, start, quotedEnd(sql, start, '\''));
        }
        if ((c == 'x' || c == 'X') && start + 1 < sql.length() && sql.charAt(start + 1) == '\'') {
            return token(Kind.STRING, sql, start, quotedEnd(sql, start + 1, '\''));
        }
        if (c == '"' || c == '`') {
            return token(Kind.QUOTED, sql, start, quotedEnd(sql, start, c));
        }
        if (c == '[') {
            return token(Kind.QUOTED, sql, start, quotedEnd(sql, start, ']'));
        }
        if (c == '?' || ((c == ':' || c == '@' || c == '$') && isWordPart(sql, start + 1))) {
            return token(Kind.PARAMETER, sql, start, wordEnd(sql, start + 1));
        }
        if (isDigit(c) || (c == '.' && start + 1 < sql.length() && isDigit(sql.charAt(start + 1)))) {
            return token(Kind.NUMBER, sql, start, numberEnd(sql, start));
        }
        if (isWordPart(sql, start)) {
            return token(Kind.WORD, sql, start, wordEnd(sql, start));
        }
        return token(Kind.SYMBOL, sql, start, start + 1);
    }

    private static SqlToken token(Kind kind, String sql, int start, int end) {
        return new SqlToken(kind, sql.substring(start, end), start, end);
    }

    private static int quotedEnd(String sql, int open, char close) throws SqlSyntaxException {
        int at = open + 1;
        while (at < sql.length()) {
            if (sql.charAt(at) != close) {
                at++;
            } else if (close != ']' && at + 1 < sql.length() && sql.charAt(at + 1) == close) {
                at += 2;
            } else {
                return at + 1;
            }
        }
        throw new SqlSyntaxException(
                "found " + sql.charAt(open) + " at offset " + open + " that is never closed, expected " + close);
    }

    private static int wordEnd(String sql, int start) {
        int at = start;
        while (isWordPart(sql, at)) {
            at++;
        }
        return at;
    }

    private static int numberEnd(String sql, int start) {
        int at = start;
        while (at < sql.length()) {
            char c = sql.charAt(at);
            boolean exponentSign =
                    (c == '+' || c == '-') && "eE".indexOf(sql.charAt(at - 1)) >= 0 && !isHex(sql, start);
            if (c != '.' && !exponentSign && !isWordPart(sql, at)) {
                break;
            }
            at++;
        }
        return at;
    }

    private static boolean isHex(String sql, int start) {
        return sql.startsWith("0x", start) || sql.startsWith("0X", start);
    }

    private static boolean isWordPart(String sql, int at) {
        if (at >= sql.length()) {
            return false;
        }
        char c = sql.charAt(at);
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || isDigit(c) || c == '_' || c > 127;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    /** The first word in upper case, {@code ""} when the text does not begin with one. */
    public String firstKeyword() {
        return tokens.isEmpty() || tokens.getFirst().kind() != Kind.WORD
                ? ""
                : tokens.getFirst().keyword();
    }

    /** The statements of a script, each without its semicolon; empty ones are left out. */
    public List<SqlText> statements() {
        List<SqlText> statements = new ArrayList<>();
        List<SqlToken> current = new ArrayList<>();
        for (SqlToken token : tokens) {
            if (token.isSymbol(';')) {
                addStatement(current, statements);
                current.clear();
            } else {
                current.add(token);
            }
        }
        addStatement(current, statements);
        return statements;
    }

    private void addStatement(List<SqlToken> of, List<SqlText> into) {
        if (of.isEmpty()) {
            return;
        }
        int from = of.getFirst().start();
        List<SqlToken> moved = of.stream()
                .map(t -> new SqlToken(t.kind(), t.text(), t.start() - from, t.end() - from))
                .toList();
        into.add(new SqlText(sql.substring(from, of.getLast().end()), moved));
    }

    /**
     * The only statement of the text.
     *
     * @throws SqlSyntaxException when there is none or more than one
     */
    public SqlText single() throws SqlSyntaxException {
        List<SqlText> statements = statements();
        if (statements.size() != 1) {
            throw new SqlSyntaxException(
                    "found " + statements.size() + " SQL statements in one text, expected exactly one");
        }
        return statements.getFirst();
    }

    /**
     * Parameter names with the index that SQLite gives them, from 1. A bare {@code ?} has its index as name ({@code "?3"}).
     *
     * @throws SqlSyntaxException when a numbered parameter is not within 1 to 32766
     */
    public Map<String, Integer> parameters() throws SqlSyntaxException {
        Map<String, Integer> indexes = new LinkedHashMap<>();
        int highest = 0;
        for (SqlToken token : tokens) {
            if (token.kind() != Kind.PARAMETER) {
                continue;
            }
            String name = token.text();
            if (name.equals("?")) {
                indexes.put("?" + ++highest, highest);
            } else if (name.startsWith("?")) {
                int index = parameterNumber(name);
                indexes.put(name, index);
                highest = Math.max(highest, index);
            } else if (!indexes.containsKey(name)) {
                indexes.put(name, ++highest);
            }
        }
        return indexes;
    }

    private static int parameterNumber(String name) throws SqlSyntaxException {
        String digits = name.substring(1);
        int number =
                digits.length() <= 5 && digits.chars().allMatch(c -> isDigit((char) c)) ? Integer.parseInt(digits) : 0;
        if (number < 1 || number > 32766) {
            throw new SqlSyntaxException("found parameter " + name + ", expected ?1 to ?32766");
        }
        return number;
    }

    /** A name in double quotes, safe to put into SQL text. */
    public static String quote(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }
}
