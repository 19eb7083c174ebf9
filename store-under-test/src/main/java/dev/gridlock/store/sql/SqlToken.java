package dev.gridlock.store.sql;

import java.util.Locale;

/**
 * One token of SQL text.
 *
 * @param kind what it is
 * @param text as written, quotes included
 * @param start offset of its first character in the SQL text
 * @param end offset after its last character
 */
public record SqlToken(Kind kind, String text, int start, int end) {
    /** The kinds of token; comments and white space make none. */
    public enum Kind {
        /** A bare identifier or a keyword. */
        WORD,
        /** An identifier in double quotes, backquotes or brackets. */
        QUOTED,
        /** A string or blob literal. */
        STRING,
        /** A number. */
        NUMBER,
        /** {@code ?}, {@code ?1}, {@code :a}, {@code @a} or {@code $a}. */
        PARAMETER,
        /** One character of anything else. */
        SYMBOL
    }

    /** Whether this is the bare word, in any case. */
    public boolean isWord(String word) {
        return kind == Kind.WORD && text.equalsIgnoreCase(word);
    }

    /** Whether this is the one-character symbol. */
    public boolean isSymbol(char symbol) {
        return kind == Kind.SYMBOL && text.charAt(0) == symbol;
    }

    /** Whether this can name a table or a column. */
    public boolean isIdentifier() {
        return kind == Kind.WORD || kind == Kind.QUOTED;
    }

    /** The identifier without its quotes. */
    public String identifier() {
        if (kind != Kind.QUOTED) {
            return text;
        }
        char close = text.charAt(text.length() - 1);
        String inner = text.substring(1, text.length() - 1);
        return close == ']' ? inner : inner.replace("" + close + close, "" + close);
    }

    /** The word in upper case, for comparison with keywords. */
    public String keyword() {
        return text.toUpperCase(Locale.ROOT);
    }
}
