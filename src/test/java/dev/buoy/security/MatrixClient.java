package dev.buoy.security;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import javax.net.ssl.SSLContext;

/** Sends the requests of the matrix. */
final class MatrixClient {
    private static final String INSTANCE =
            "{\"instance\":{\"instanceId\":\"i-1\",\"hostName\":\"h\",\"app\":\"ORDERS\",\"ipAddr\":\"10.0.0.1\",\"status\":\"UP\","
                    + "\"vipAddress\":\"orders\",\"secureVipAddress\":\"orders\",\"dataCenterInfo\":{\"name\":\"MyOwn\"}}}";

    private final HttpClient client;

    MatrixClient(SSLContext context) {
        HttpClient.Builder builder = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1);
        if (context != null) {
            builder.sslContext(context);
        }
        client = builder.build();
    }

    static String basic(String name, String password) {
        return "Basic " + Base64.getEncoder().encodeToString((name + ":" + password).getBytes(StandardCharsets.UTF_8));
    }

    /** @param authorization value of the header; null for none */
    HttpResponse<String> send(String base, MatrixRow row, String authorization) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + row.path()))
                .method(row.method(), body(row))
                .header("Accept", "application/json, */*");
        if (row.method().equals("POST")) {
            request.header("Content-Type", "application/json");
        }
        if (row.asPeer()) {
            request.header("x-netflix-discovery-replication", "true");
        }
        if (authorization != null) {
            request.header("Authorization", authorization);
        }
        return send(request.build());
    }

    private static BodyPublisher body(MatrixRow row) {
        if (!row.method().equals("POST")) {
            return BodyPublishers.noBody();
        }
        if (row.path().startsWith("/eureka/apps/")) {
            return BodyPublishers.ofString(INSTANCE);
        }
        return BodyPublishers.ofString(row.path().contains("/batch") ? "{\"replicationList\":[]}" : "{}");
    }

    /** Makes sure that there is what the next request is about. */
    void register(String base, String authorization) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + "/eureka/apps/ORDERS"))
                .POST(BodyPublishers.ofString(INSTANCE))
                .header("Content-Type", "application/json");
        if (authorization != null) {
            request.header("Authorization", authorization);
        }
        int status = send(request.build()).statusCode();
        if (status != 204) {
            throw new AssertionError("a registration was answered with " + status);
        }
    }

    HttpResponse<String> send(HttpRequest request) {
        try {
            return client.send(request, BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(request.method() + " " + request.uri() + ": " + e, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
