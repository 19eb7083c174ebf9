package dev.gridlock.store.api;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.gridlock.store.crdt.ActorId;
import dev.gridlock.store.crdt.ChangeSet;
import dev.gridlock.store.sql.BoundStatement;
import dev.gridlock.store.sql.ParameterMismatchException;
import dev.gridlock.store.sql.SqlSyntaxException;
import dev.gridlock.store.storage.LocalCommits;
import dev.gridlock.store.storage.LocalCommits.StatementOutcome;
import dev.gridlock.store.storage.StatementFailedException;
import dev.gridlock.store.storage.StorageException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hc.core5.http.HttpException;

/**
 * {@code POST /v1/transactions}: statements in one transaction. The answer means that they are committed here; other nodes hear
 * of it later.
 */
final class TransactionsRoute implements Route {
    private final LocalCommits commits;
    private final ActorId actor;

    TransactionsRoute(LocalCommits commits, ActorId actor) {
        this.commits = commits;
        this.actor = actor;
    }

    @Override
    public void handle(Exchange exchange) throws ApiException, IOException, HttpException {
        Duration timeout = exchange.timeout(Optional.empty()).orElse(null);
        Object body = exchange.body();
        if (!(body instanceof List<?> list)) {
            throw new ApiException(422, "found no list of statements, expected a JSON array of at least one statement");
        }
        if (list.isEmpty()) {
            fail(exchange, 400, "found no statements, expected at least one");
            return;
        }
        try {
            StatementJson reader = new StatementJson(exchange.json());
            List<BoundStatement> statements = new ArrayList<>();
            for (Object statement : list) {
                statements.add(reader.read(statement));
            }
            succeed(exchange, commits.execute(statements, timeout));
        } catch (SqlSyntaxException | ParameterMismatchException | StatementFailedException | StorageException e) {
            fail(exchange, 500, String.valueOf(e.getMessage()));
        }
    }

    private void succeed(Exchange exchange, LocalCommits.Outcome outcome) throws IOException, HttpException {
        exchange.respondJson(200, json -> {
            json.writeStartObject();
            json.writeArrayFieldStart("results");
            for (StatementOutcome statement : outcome.statements()) {
                json.writeStartObject();
                json.writeNumberField("rows_affected", statement.rowsAffected());
                json.writeNumberField("time", statement.seconds());
                json.writeEndObject();
            }
            json.writeEndArray();
            end(json, outcome.seconds(), outcome.changes());
        });
    }

    private void fail(Exchange exchange, int status, String message) throws IOException, HttpException {
        exchange.respondJson(status, json -> {
            json.writeStartObject();
            json.writeArrayFieldStart("results");
            json.writeStartObject();
            json.writeStringField("error", message);
            json.writeEndObject();
            json.writeEndArray();
            end(json, 0.0, Optional.empty());
        });
    }

    private void end(JsonGenerator json, double seconds, Optional<ChangeSet> changes) throws IOException {
        json.writeNumberField("time", seconds);
        if (changes.isPresent()) {
            json.writeNumberField("version", changes.get().version());
        } else {
            json.writeNullField("version");
        }
        json.writeStringField("actor_id", actor.toString());
        json.writeEndObject();
    }
}
