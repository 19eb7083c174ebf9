package dev.gridlock.store.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.OptionalDouble;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.io.HttpServerRequestHandler.ResponseTrigger;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Corrosion's health: which thresholds make which answer, for a node with 3 gaps, 5 members, 0.5 s of lag and 40 in the queue. */
class HealthRouteTest {
    private static final String NUMBERS = "{\"response\":{\"gaps\":3,\"members\":5,\"p99_lag\":0.5,\"queue_size\":40}}";

    private record Node(OptionalDouble p99LagSeconds) implements HealthSource {
        @Override
        public long gaps() {
            return 3;
        }

        @Override
        public long members() {
            return 5;
        }

        @Override
        public long queueSize() {
            return 40;
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        no thresholds                                  | ''                                  | 200
        gaps within                                    | ?gaps=3                             | 200
        gaps above                                     | ?gaps=2                             | 503
        lag within                                     | ?p99_lag=0.5                        | 200
        lag above                                      | ?p99_lag=0.4                        | 503
        lag above, queue within queue_size             | ?p99_lag=0.4&queue_size=40          | 200
        lag above, queue above queue_size, too         | ?p99_lag=0.4&queue_size=39          | 503
        queue above queue_size alone                   | ?queue_size=1                       | 200
        queue within max_queue                         | ?max_queue=40                       | 200
        queue above max_queue                          | ?max_queue=39                       | 503
        a failure's own status                         | ?gaps=0&failure_status=500          | 500
        a failure that is none to the client           | ?gaps=0&failure_status=200          | 200
        """)
    void aBreachChangesTheStatusAndNotTheNumbers(String rule, String query, int status) throws Exception {
        assertThat(ask(new Node(OptionalDouble.of(0.5)), query)).as(rule).isEqualTo(status + " " + NUMBERS);
    }

    @ParameterizedTest
    @CsvSource({"'', 503", "?gaps=100, 503", "?failure_status=200, 200"})
    void withoutLagThereAreNoNumbers(String query, int status) throws Exception {
        assertThat(ask(new Node(OptionalDouble.empty()), query))
                .isEqualTo(status + " {\"error\":\"no p99 lag information available\"}");
    }

    private static String ask(HealthSource node, String query) throws Exception {
        StringBuilder answer = new StringBuilder();
        ResponseTrigger trigger = new ResponseTrigger() {
            @Override
            public void sendInformation(ClassicHttpResponse response) {
                answer.append(response.getCode()).append(' ');
            }

            @Override
            public void submitResponse(ClassicHttpResponse response) throws IOException {
                ByteArrayOutputStream body = new ByteArrayOutputStream();
                response.getEntity().writeTo(body);
                answer.append(response.getCode()).append(' ').append(body.toString(StandardCharsets.UTF_8));
            }
        };
        try (Socket unused = new Socket()) {
            BasicClassicHttpRequest request = new BasicClassicHttpRequest("GET", "/v1/health" + query);
            new HealthRoute(node).handle(new Exchange(request, trigger, unused, new JsonFactory(), 1));
        }
        return answer.toString();
    }
}
