package dev.gridlock.engine.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import dev.gridlock.engine.finding.CausalStep;
import dev.gridlock.engine.finding.Finding;
import dev.gridlock.engine.finding.Verdict;
import dev.gridlock.engine.run.FaultOutcome;
import dev.gridlock.engine.run.LoadSummary;
import dev.gridlock.engine.run.Measurements;
import dev.gridlock.engine.run.RunResult;
import dev.gridlock.engine.witness.Sighting;
import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;

/**
 * The result document: one JSON object with the overall verdict and every run. Members keep their order; times are
 * seconds as decimal numbers. {@code docs/results.md} describes each member.
 */
public final class ResultJson {

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
            .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
            .build();

    private ResultJson() {}

    /**
     * Writes the document, ended by a newline, and flushes; the writer stays open.
     *
     * @param verdict of all runs together, or of the search that made them
     */
    public static void write(List<RunResult> runs, Verdict verdict, Writer writer) throws IOException {
        try (var json = FACTORY.createGenerator(writer)) {
            var indenter = new DefaultIndenter("  ", "\n");
            json.setPrettyPrinter(
                    new DefaultPrettyPrinter().withObjectIndenter(indenter).withArrayIndenter(indenter));
            json.writeStartObject();
            json.writeArrayFieldStart("runs");
            for (var run : runs) {
                run(json, run);
            }
            json.writeEndArray();
            json.writeStringField("verdict", verdict.wireName());
            json.writeEndObject();
        }
        writer.write('\n');
        writer.flush();
    }

    private static void run(JsonGenerator json, RunResult run) throws IOException {
        json.writeStartObject();
        json.writeStringField("scenario", run.scenario());
        json.writeStringField("variant", run.variant());
        json.writeNumberField("seed", run.seed());
        json.writeStringField("backend", run.backend());
        json.writeStringField("verdict", run.verdict().wireName());
        json.writeStringField("traceHash", run.traceHash());
        json.writeNumberField("simulatedSeconds", seconds(run.simulated()));
        json.writeNumberField("wallSeconds", seconds(run.wall()));
        json.writeNumberField("steps", run.steps());
        json.writeArrayFieldStart("findings");
        for (var finding : run.findings()) {
            finding(json, finding);
        }
        json.writeEndArray();
        json.writeArrayFieldStart("expectations");
        for (var expectation : run.expectations()) {
            json.writeStartObject();
            json.writeStringField("text", expectation.text());
            json.writeBooleanField("holds", expectation.holds());
            json.writeStringField("detail", expectation.detail());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeArrayFieldStart("faults");
        for (var fault : run.faults()) {
            fault(json, fault);
        }
        json.writeEndArray();
        json.writeArrayFieldStart("missing");
        for (var missing : run.missing()) {
            json.writeString(missing);
        }
        json.writeEndArray();
        json.writeObjectFieldStart("load");
        counts(json, "updates", run.load().updates());
        counts(json, "requests", run.load().requests());
        json.writeNumberField("requestMedianSeconds", seconds(run.load().requestMedian()));
        json.writeNumberField("requestP99Seconds", seconds(run.load().requestP99()));
        json.writeNumberField("requestMaxSeconds", seconds(run.load().requestMax()));
        json.writeEndObject();
        measured(json, run.measured());
        json.writeObjectFieldStart("options");
        for (var option : run.options().entrySet()) {
            json.writeStringField(option.getKey(), option.getValue());
        }
        json.writeEndObject();
        json.writeStringField("repeat", run.repeatCommand());
        json.writeEndObject();
    }

    private static void measured(JsonGenerator json, Measurements measured) throws IOException {
        json.writeObjectFieldStart("measured");
        json.writeNumberField("propagations", measured.propagation().count());
        json.writeNumberField(
                "propagationMedianSeconds", seconds(measured.propagation().median()));
        json.writeNumberField(
                "propagationP99Seconds", seconds(measured.propagation().p99()));
        json.writeNumberField(
                "propagationMaxSeconds", seconds(measured.propagation().max()));
        if (measured.agreedAfter().isPresent()) {
            json.writeNumberField(
                    "agreedAfterSeconds", seconds(measured.agreedAfter().get()));
        }
        json.writeArrayFieldStart("duringFaults");
        for (var during : measured.duringFaults()) {
            json.writeStartObject();
            json.writeNumberField("number", during.number());
            counts(json, "requests", during.load().requests());
            json.writeNumberField("requestP99Seconds", seconds(during.load().requestP99()));
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void fault(JsonGenerator json, FaultOutcome fault) throws IOException {
        json.writeStartObject();
        json.writeNumberField("number", fault.number());
        json.writeStringField("fault", fault.fault());
        json.writeNumberField("begun", seconds(fault.begun()));
        if (fault.inForce().isPresent()) {
            sighting(json, "inForce", fault.inForce().get());
        }
        if (fault.ended().isPresent()) {
            json.writeNumberField("ended", seconds(fault.ended().get()));
        }
        if (fault.gone().isPresent()) {
            sighting(json, "gone", fault.gone().get());
        }
        json.writeEndObject();
    }

    private static void sighting(JsonGenerator json, String name, Sighting sighting) throws IOException {
        json.writeObjectFieldStart(name);
        json.writeBooleanField("seen", sighting.seen());
        json.writeStringField("what", sighting.what());
        json.writeNumberField("at", seconds(sighting.at()));
        json.writeEndObject();
    }

    private static void finding(JsonGenerator json, Finding finding) throws IOException {
        json.writeStartObject();
        json.writeStringField("kind", finding.kind().wireName());
        json.writeStringField("node", finding.node());
        json.writeStringField("region", finding.region());
        json.writeNumberField("at", seconds(finding.at()));
        json.writeObjectFieldStart("evidence");
        json.writeStringField("prose", finding.evidence().prose());
        for (var fact : finding.evidence().facts().entrySet()) {
            json.writeStringField(fact.getKey(), fact.getValue());
        }
        json.writeEndObject();
        json.writeArrayFieldStart("causedBy");
        for (var step : finding.causedBy()) {
            step(json, step);
        }
        json.writeEndArray();
        json.writeArrayFieldStart("blastRadius");
        for (var affected : finding.blastRadius()) {
            json.writeStartObject();
            json.writeStringField("region", affected.region());
            json.writeStringField("node", affected.node());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void step(JsonGenerator json, CausalStep step) throws IOException {
        json.writeStartObject();
        json.writeStringField("what", step.what());
        json.writeStringField("node", step.node());
        json.writeStringField("region", step.region());
        json.writeNumberField("at", seconds(step.at()));
        json.writeStringField("update", step.update());
        json.writeEndObject();
    }

    private static void counts(JsonGenerator json, String name, LoadSummary.Counts counts) throws IOException {
        json.writeObjectFieldStart(name);
        json.writeNumberField("ok", counts.ok());
        json.writeNumberField("failed", counts.failed());
        json.writeNumberField("indeterminate", counts.indeterminate());
        json.writeEndObject();
    }

    private static BigDecimal seconds(Duration duration) {
        var exact = BigDecimal.valueOf(duration.getSeconds())
                .add(BigDecimal.valueOf(duration.getNano(), 9))
                .stripTrailingZeros();
        return exact.scale() < 0 ? exact.setScale(0) : exact;
    }
}
