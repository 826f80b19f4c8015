package dev.buoy.web;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URL;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** Sends requests as they are written, paths included, to the server that the tests run. */
final class EurekaClient {
    static final long DIRTY = 1_700_000_000_042L;
    static final String[] JSON = {"Accept", "application/json"};
    static final String[] XML = {"Accept", "application/xml"};
    static final String[] PEER = {"x-netflix-discovery-replication", "true", "Accept", "application/json"};

    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final String base;

    EurekaClient(URL server) {
        base = "http://127.0.0.1:" + server.getPort() + "/eureka";
    }

    /** A name that no other test uses. */
    static String fresh(String prefix) {
        return prefix + "-" + UUID.randomUUID().toString().substring(0, 13).toUpperCase(java.util.Locale.ROOT);
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    static String path(String app, String id) {
        return "/apps/" + encoded(app) + "/" + encoded(id);
    }

    Reply send(String method, String path, byte[] body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path))
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return send(request.build());
    }

    Reply send(HttpRequest request) {
        try {
            return new Reply(HTTP.send(request, BodyHandlers.ofByteArray()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    URI uri(String path) {
        return URI.create(base + path);
    }

    Reply get(String path, String... headers) {
        return send("GET", path, null, headers);
    }

    Reply getJson(String path) {
        return get(path, JSON);
    }

    Reply put(String path, String... headers) {
        return send("PUT", path, null, headers);
    }

    Reply delete(String path, String... headers) {
        return send("DELETE", path, null, headers);
    }

    Reply post(String path, String body, String... headers) {
        return send("POST", path, body.getBytes(StandardCharsets.UTF_8), headers);
    }

    Reply postJson(String path, String body) {
        return post(path, body, "Content-Type", "application/json", "Accept", "application/json");
    }

    /** A registration as clients send it, not yet wrapped. */
    static ObjectNode instance(String app, String id) {
        ObjectNode instance = MAPPER.createObjectNode();
        instance.put("instanceId", id)
                .put("hostName", "host-1")
                .put("app", app)
                .put("ipAddr", "10.2.0.7")
                .put("status", "UP")
                .put("vipAddress", app.toLowerCase(java.util.Locale.ROOT))
                .put("secureVipAddress", app.toLowerCase(java.util.Locale.ROOT) + "-tls")
                .put("lastDirtyTimestamp", Long.toString(DIRTY));
        instance.putObject("port").put("$", 8080).put("@enabled", "true");
        instance.putObject("dataCenterInfo")
                .put("@class", "com.netflix.appinfo.InstanceInfo$DefaultDataCenterInfo")
                .put("name", "MyOwn");
        return instance;
    }

    static String wrapped(ObjectNode instance) {
        return MAPPER.createObjectNode().set("instance", instance).toString();
    }

    Reply register(ObjectNode instance, String... headers) {
        String[] all = new String[headers.length + 2];
        System.arraycopy(headers, 0, all, 0, headers.length);
        all[headers.length] = "Content-Type";
        all[headers.length + 1] = "application/json";
        return post("/apps/" + encoded(instance.path("app").asText()), wrapped(instance), all);
    }

    /** Registers an instance in an application of its own, and returns that application's name. */
    String registered(String id) {
        String app = fresh("APP");
        register(instance(app, id)).expect(204);
        return app;
    }

    JsonNode read(String app, String id) {
        return getJson(path(app, id)).expect(200).json().path("instance");
    }
}
