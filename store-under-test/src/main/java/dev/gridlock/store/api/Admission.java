package dev.gridlock.store.api;

import dev.gridlock.store.config.StoreConfig;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Decides before anything else whether a request is meant for this node and may ask. Thread-safe. */
final class Admission {
    private static final String ENDPOINT = "x-corrosion-requested-endpoint-name";
    private static final String SCHEME = "Bearer ";

    private final Optional<String> bearerToken;
    private final Optional<String> endpointName;

    Admission(StoreConfig.Api config) {
        this.bearerToken = config.bearerToken();
        this.endpointName = config.endpointName();
    }

    /**
     * Lets a request pass.
     *
     * @throws ApiException 401 without the right token, 421 when another endpoint was asked for, 400 when its name is no text
     */
    void check(Exchange exchange) throws ApiException {
        if (bearerToken.isPresent()) {
            requireToken(exchange, bearerToken.get());
        }
        if (endpointName.isPresent()) {
            requireEndpoint(exchange, endpointName.get());
        }
    }

    private static void requireToken(Exchange exchange, String token) throws ApiException {
        String found = exchange.header("Authorization").orElse("");
        boolean bearer = found.regionMatches(true, 0, SCHEME, 0, SCHEME.length());
        // takes as long for a token that is nearly right as for one that is not
        if (!bearer || !MessageDigest.isEqual(bytes(found.substring(SCHEME.length())), bytes(token))) {
            // the header's value stays out of answers: it may be another service's secret
            throw new ApiException(
                    401,
                    List.of(Map.entry("WWW-Authenticate", "Bearer")),
                    "found " + (found.isEmpty() ? "no Authorization" : "another Authorization")
                            + ", expected the bearer token of this node");
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void requireEndpoint(Exchange exchange, String name) throws ApiException {
        Optional<String> asked = exchange.header(ENDPOINT);
        if (asked.isEmpty()) {
            return;
        }
        if (asked.get().chars().anyMatch(c -> c < ' ' || c > '~')) {
            throw new ApiException(400, "found " + ENDPOINT + " with other characters, expected ASCII");
        }
        if (!asked.get().equals(name)) {
            throw new ApiException(421, "found a request for endpoint " + asked.get() + ", expected " + name);
        }
    }
}
