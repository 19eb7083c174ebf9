package dev.gridlock.store.storage;

import dev.gridlock.store.sql.SqlSyntaxException;
import dev.gridlock.store.sql.SqlText;
import dev.gridlock.store.sql.SqlToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Reads the {@code .sql} files that say which tables exist, and refuses what cannot be replicated: a replica that rejects a row
 * which another one accepted would diverge, so a table may constrain nothing that one column of one row cannot decide alone.
 */
public final class SchemaFiles {
    private static final Set<String> RESERVED_PREFIXES =
            Set.of("__corro", "crsql_", "__crsql", "__gridlock", "sqlite_");

    /** Words that declare what cannot be replicated, in a table definition. */
    private static final List<String> REFUSED_WORDS =
            List.of("AUTOINCREMENT", "CHECK", "COLLATE", "UNIQUE", "REFERENCES", "FOREIGN", "GENERATED", "SELECT");

    private SchemaFiles() {}

    /**
     * One statement of the schema.
     *
     * @param text the statement
     * @param file where it is from
     */
    public record SchemaStatement(SqlText text, Path file) {}

    /**
     * Reads files, and the {@code .sql} files of folders in the order of their names.
     *
     * @throws SchemaException when a path cannot be read or a statement is refused
     */
    public static List<SchemaStatement> read(List<Path> paths) throws SchemaException {
        List<SchemaStatement> statements = new ArrayList<>();
        for (Path path : paths) {
            for (Path file : filesOf(path)) {
                for (SqlText text : parse(file)) {
                    check(text, file);
                    statements.add(new SchemaStatement(text, file));
                }
            }
        }
        return statements;
    }

    private static List<Path> filesOf(Path path) throws SchemaException {
        if (!Files.isDirectory(path)) {
            return List.of(path);
        }
        try (Stream<Path> entries = Files.list(path)) {
            return entries.filter(p -> p.toString().endsWith(".sql")).sorted().toList();
        } catch (IOException e) {
            throw new SchemaException(path + ": cannot be listed: " + e);
        }
    }

    private static List<SqlText> parse(Path file) throws SchemaException {
        try {
            return SqlText.of(Files.readString(file)).statements();
        } catch (IOException e) {
            throw new SchemaException(
                    file + ": found a schema file that cannot be read (" + e + "), expected SQL text");
        } catch (SqlSyntaxException e) {
            throw new SchemaException(file + ": " + e.getMessage());
        }
    }

    private static void check(SqlText text, Path file) throws SchemaException {
        List<SqlToken> tokens = text.tokens();
        if (begins(tokens, "CREATE", "TABLE")) {
            checkTable(tokens, file);
        } else if (begins(tokens, "CREATE", "UNIQUE")) {
            throw new SchemaException(
                    file + ": found a unique index, expected only plain ones: two nodes can insert rows"
                            + " that collide before they hear of each other");
        } else if (!begins(tokens, "CREATE", "INDEX") && !begins(tokens, "DROP", "INDEX", "IF", "EXISTS")) {
            throw new SchemaException(file + ": found \"" + head(text) + "\", expected CREATE TABLE or CREATE INDEX");
        }
    }

    private static void checkTable(List<SqlToken> tokens, Path file) throws SchemaException {
        int nameAt = begins(tokens.subList(2, tokens.size()), "IF", "NOT", "EXISTS") ? 5 : 2;
        String name = nameAt < tokens.size() ? tokens.get(nameAt).identifier() : "";
        String lower = name.toLowerCase(Locale.ROOT);
        if (RESERVED_PREFIXES.stream().anyMatch(lower::startsWith) || lower.endsWith("__crsql_clock")) {
            throw new SchemaException(file + ": found table " + name + ", expected a name outside the reserved "
                    + RESERVED_PREFIXES.stream().sorted().toList());
        }
        for (SqlToken token : tokens) {
            for (String word : REFUSED_WORDS) {
                if (token.isWord(word)) {
                    throw new SchemaException(file + ": found " + word + " in table " + name
                            + ", expected columns with only a type, PRIMARY KEY, NOT NULL and DEFAULT");
                }
            }
        }
    }

    private static boolean begins(List<SqlToken> tokens, String... words) {
        if (tokens.size() < words.length) {
            return false;
        }
        for (int i = 0; i < words.length; i++) {
            if (!tokens.get(i).isWord(words[i])) {
                return false;
            }
        }
        return true;
    }

    private static String head(SqlText text) {
        String oneLine = text.sql().replaceAll("\\s+", " ");
        return oneLine.length() <= 60 ? oneLine : oneLine.substring(0, 60) + "...";
    }
}
