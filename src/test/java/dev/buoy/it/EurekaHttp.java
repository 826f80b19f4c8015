package dev.buoy.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Locale;

/** Eureka's operations as plain HTTP requests; every status is an answer, none is an error here. */
public final class EurekaHttp {
    private static final HttpClient CLIENT = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();

    private final URI base;

    /** @param base the API's root, with a slash at its end */
    public EurekaHttp(URI base) {
        this.base = base;
    }

    /** Registers an instance of the application with a lease of 90 s. */
    public HttpResponse<byte[]> register(String app, String id, String status) {
        return register(app, instance(app, id, status));
    }

    public HttpResponse<byte[]> register(String app, String json) {
        return send("POST", "apps/" + app, BodyPublishers.ofString(json), "Content-Type", "application/json");
    }

    public HttpResponse<byte[]> renew(String app, String id) {
        return send("PUT", "apps/" + app + "/" + id + "?status=UP", BodyPublishers.noBody());
    }

    public HttpResponse<byte[]> cancel(String app, String id) {
        return send("DELETE", "apps/" + app + "/" + id, BodyPublishers.noBody());
    }

    /** A GET that accepts JSON. */
    public HttpResponse<byte[]> get(String path) {
        return send("GET", path, BodyPublishers.noBody());
    }

    /** @param headers names and values by turns; an {@code Accept} among them replaces that for JSON */
    public HttpResponse<byte[]> send(String method, String path, BodyPublisher body, String... headers) {
        var request = HttpRequest.newBuilder(base.resolve(path))
                .method(method, body)
                .timeout(Duration.ofMinutes(1))
                .setHeader("Accept", "application/json");
        for (int i = 0; i < headers.length; i += 2) {
            request.setHeader(headers[i], headers[i + 1]);
        }
        try {
            return CLIENT.send(request.build(), BodyHandlers.ofByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** A registration as a Spring Cloud client sends it, in short. */
    public static String instance(String app, String id, String status) {
        return """
                {"instance": {"instanceId": "%s", "app": "%s", "hostName": "host-1.example.org", "ipAddr": "192.0.2.1",
                 "status": "%s", "vipAddress": "%s", "port": {"$": 8080, "@enabled": "true"},
                 "securePort": {"$": 8443, "@enabled": "false"}, "metadata": {"zone": "z1"},
                 "leaseInfo": {"renewalIntervalInSecs": 30, "durationInSecs": 90},
                 "dataCenterInfo": {"@class": "com.netflix.appinfo.InstanceInfo$DefaultDataCenterInfo", "name": "MyOwn"}}}""".formatted(id, app, status, app.toLowerCase(Locale.ROOT));
    }
}
