package dev.gridlock.store.api;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.gridlock.store.subscription.SubscriptionEvent;
import dev.gridlock.store.value.SqlValue;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.OptionalLong;

/** Writes events of queries and subscriptions, one JSON object a line. Not thread-safe. */
final class NdjsonWriter {
    private final JsonGenerator json;

    NdjsonWriter(JsonFactory factory, OutputStream out) throws IOException {
        this.json = factory.createGenerator(out);
        json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
        json.setRootValueSeparator(null);
    }

    void write(SubscriptionEvent event) throws IOException {
        switch (event) {
            case SubscriptionEvent.Columns columns -> columns(columns.names());
            case SubscriptionEvent.Row row -> row(row.rowId(), row.cells());
            case SubscriptionEvent.EndOfQuery end -> endOfQuery(end.seconds(), OptionalLong.of(end.changeId()));
            case SubscriptionEvent.Change change -> change(change);
            case SubscriptionEvent.Notification notification -> notification(notification);
            case SubscriptionEvent.Failure failure -> error(failure.message());
        }
    }

    void columns(List<String> names) throws IOException {
        json.writeStartObject();
        json.writeArrayFieldStart("columns");
        for (String name : names) {
            json.writeString(name);
        }
        json.writeEndArray();
        endLine();
    }

    void row(long rowId, List<SqlValue> cells) throws IOException {
        json.writeStartObject();
        json.writeArrayFieldStart("row");
        json.writeNumber(rowId);
        cells(cells);
        json.writeEndArray();
        endLine();
    }

    void endOfQuery(double seconds, OptionalLong changeId) throws IOException {
        json.writeStartObject();
        json.writeObjectFieldStart("eoq");
        json.writeNumberField("time", seconds);
        if (changeId.isPresent()) {
            json.writeNumberField("change_id", changeId.getAsLong());
        }
        json.writeEndObject();
        endLine();
    }

    void error(String message) throws IOException {
        json.writeStartObject();
        json.writeStringField("error", message);
        endLine();
    }

    private void change(SubscriptionEvent.Change change) throws IOException {
        json.writeStartObject();
        json.writeArrayFieldStart("change");
        json.writeString(change.kind().wireName());
        json.writeNumber(change.rowId());
        cells(change.cells());
        json.writeNumber(change.changeId());
        json.writeEndArray();
        endLine();
    }

    /** Inserts are updates here: nobody compares with what was before. */
    private void notification(SubscriptionEvent.Notification notification) throws IOException {
        json.writeStartObject();
        json.writeArrayFieldStart("notify");
        json.writeString(notification.alive() ? "update" : "delete");
        cells(notification.key());
        json.writeEndArray();
        endLine();
    }

    private void cells(List<SqlValue> cells) throws IOException {
        json.writeStartArray();
        for (SqlValue cell : cells) {
            cell(cell);
        }
        json.writeEndArray();
    }

    private void cell(SqlValue cell) throws IOException {
        switch (cell) {
            case SqlValue.Null ignored -> json.writeNull();
            case SqlValue.Text text -> json.writeString(text.text());
            case SqlValue.Int integer -> json.writeNumber(integer.number());
            case SqlValue.Real real -> real(real.number());
            case SqlValue.Blob blob -> {
                json.writeStartArray();
                for (byte b : blob.bytes()) {
                    json.writeNumber(Byte.toUnsignedInt(b));
                }
                json.writeEndArray();
            }
        }
    }

    /** JSON has no infinity. */
    private void real(double number) throws IOException {
        if (Double.isFinite(number)) {
            json.writeNumber(number);
        } else {
            json.writeNull();
        }
    }

    private void endLine() throws IOException {
        json.writeEndObject();
        json.writeRaw('\n');
    }

    /** Sends everything written so far on its way. */
    void flush() throws IOException {
        json.flush();
    }
}
