package dev.buoy.actuator;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.buoy.config.ActuatorConfig;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.quarkus.arc.All;
import io.quarkus.vertx.http.ManagementInterface;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.BodyHandler;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;

/** Where requests for management endpoints come in: those that are exposed answer, and no others are known to exist. */
@Singleton
final class ActuatorRoute {
    private static final Logger LOG = Logger.getLogger(ActuatorRoute.class);
    private static final long MOST_BYTES = 16 * 1024;
    private static final String V3 = "application/vnd.spring-boot.actuator.v3+json";
    private static final List<String> JSON_TYPES =
            List.of(V3, "application/vnd.spring-boot.actuator.v2+json", "application/json");

    private final String base;
    private final Map<String, Endpoint> exposed = new TreeMap<>();
    private final ObjectMapper mapper;
    private final InstantSource clock;
    private final String scrape;
    private final boolean scrapeExposed;

    ActuatorRoute(
            ActuatorConfig config,
            @All List<Endpoint> endpoints,
            ObjectMapper mapper,
            InstantSource clock,
            @ConfigProperty(name = "quarkus.management.root-path", defaultValue = "/q") String root) {
        Exposure exposure = new Exposure(config);
        this.base = "/" + config.basePath().replaceAll("^/+|/+$", "");
        endpoints.stream()
                .filter(endpoint -> endpoint.isAvailable() && exposure.includes(endpoint.id()))
                .forEach(endpoint -> exposed.put(endpoint.id(), endpoint));
        this.mapper = mapper;
        this.clock = clock;
        this.scrape = root + "/metrics";
        this.scrapeExposed = exposure.includes("prometheus");
    }

    void register(@Observes ManagementInterface management) {
        Router router = management.router();
        router.get(base).handler(this::links);
        router.get(base + "/").handler(this::links);
        if (scrapeExposed) {
            router.get(base + "/prometheus").handler(this::scrape);
        }
        router.post(base + "/*").handler(BodyHandler.create(false).setBodyLimit(MOST_BYTES));
        router.route(base + "/*").blockingHandler(this::answer, false);
    }

    private void links(RoutingContext context) {
        String here = context.request().scheme() + "://" + context.request().authority() + base;
        Map<String, Object> links = new LinkedHashMap<>();
        links.put("self", link(here));
        exposed.forEach((id, endpoint) -> {
            links.put(id, link(here + "/" + id));
            if (!endpoint.template().isEmpty()) {
                String name = endpoint.template().replaceAll("[{}*]", "");
                links.put(id + "-" + name, link(here + "/" + id + "/" + endpoint.template()));
            }
        });
        if (scrapeExposed) {
            links.put("prometheus", link(here + "/prometheus"));
        }
        sendJson(context, 200, Map.of("_links", links));
    }

    private static Map<String, Object> link(String href) {
        return new TreeMap<>(Map.of("href", href, "templated", href.contains("{")));
    }

    // Who does not say what he wants gets what Spring answers, not the format that Quarkus prefers.
    private void scrape(RoutingContext context) {
        String accept = context.request().getHeader("Accept");
        if (accept == null || accept.equals("*/*")) {
            context.request().headers().set("Accept", "text/plain");
        }
        context.reroute(scrape);
    }

    private void answer(RoutingContext context) {
        List<String> path = segments(context);
        Endpoint endpoint = path.isEmpty() ? null : exposed.get(path.get(0));
        if (endpoint == null || path.size() > 1 && endpoint.template().isEmpty()) {
            problem(context, 404);
            return;
        }
        try {
            String body = context.body() == null || context.body().asString() == null
                    ? ""
                    : context.body().asString();
            var question = new Endpoint.Question(
                    path.subList(1, path.size()),
                    context.queryParams(),
                    context.request().headers(),
                    body);
            HttpMethod method = context.request().method();
            if (method == HttpMethod.GET || method == HttpMethod.HEAD) {
                send(context, endpoint.get(question));
            } else if (method == HttpMethod.POST) {
                send(context, endpoint.post(question));
            } else {
                problem(context, 405);
            }
        } catch (RuntimeException e) {
            LOG.errorf(e, "Management endpoint %s failed", endpoint.id());
            problem(context, 500);
        }
    }

    private List<String> segments(RoutingContext context) {
        List<String> segments = new ArrayList<>();
        for (String segment : context.normalizedPath().substring(base.length()).split("/")) {
            if (!segment.isEmpty()) {
                segments.add(URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8));
            }
        }
        return segments;
    }

    private void send(RoutingContext context, Result result) {
        if (result.file() != null) {
            sendFile(context, result);
        } else if (result.text() != null) {
            context.response()
                    .setStatusCode(result.status())
                    .putHeader("Content-Type", "text/plain;charset=UTF-8")
                    .end(result.text());
        } else if (result.json() != null) {
            sendJson(context, result.status(), result.json());
        } else if (result.status() == 405 || result.status() == 415 || result.status() == 400) {
            problem(context, result.status());
        } else {
            context.response().setStatusCode(result.status()).end();
        }
        if (result.then() != null) {
            result.then().run();
        }
    }

    private static void sendFile(RoutingContext context, Result result) {
        context.response()
                .putHeader("Content-Type", "application/octet-stream")
                .putHeader("Content-Disposition", "attachment; filename=\"heapdump.hprof\"")
                .sendFile(result.file().toString())
                .onComplete(sent -> {
                    try {
                        Files.deleteIfExists(result.file());
                    } catch (IOException e) {
                        LOG.warnf(e, "A heap dump is left in %s", result.file());
                    }
                });
    }

    private void problem(RoutingContext context, int status) {
        Map<String, Object> problem = new LinkedHashMap<>();
        problem.put("timestamp", clock.instant().toString());
        problem.put("status", status);
        problem.put("error", HttpResponseStatus.valueOf(status).reasonPhrase());
        problem.put("path", context.request().path());
        write(context.response().setStatusCode(status).putHeader("Content-Type", "application/json"), problem);
    }

    private void sendJson(RoutingContext context, int status, Object json) {
        write(
                context.response()
                        .setStatusCode(status)
                        .putHeader("Content-Type", jsonType(context.request().getHeader("Accept"))),
                json);
    }

    private void write(HttpServerResponse response, Object json) {
        try {
            response.end(mapper.writeValueAsString(json));
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String jsonType(String accept) {
        if (accept != null) {
            for (String range : accept.split(",")) {
                String type = range.split(";")[0].strip();
                if (JSON_TYPES.contains(type)) {
                    return type;
                }
            }
        }
        return V3;
    }
}
