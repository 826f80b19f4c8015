package dev.buoy.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.ext.web.Router;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import org.eclipse.microprofile.config.Config;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ContextPathTest {
    private final Vertx vertx = Vertx.vertx();
    private HttpServer server;

    @BeforeEach
    void serve() throws Exception {
        Router router = Router.router(vertx);
        new ContextPath(config("/x/")).register(router);
        router.route()
                .handler(context -> context.response()
                        .end(context.request().path() + " " + context.request().query() + " "
                                + ContextPath.asRequested(context)));
        server = vertx.createHttpServer()
                .requestHandler(router)
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .get();
    }

    @AfterEach
    void close() throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get();
    }

    private static Config config(String path) {
        return new SmallRyeConfigBuilder()
                .withSources(new PropertiesConfigSource(Map.of("server.servlet.context-path", path), "test", 100))
                .build();
    }

    private HttpResponse<String> get(String path) throws Exception {
        var uri = URI.create("http://127.0.0.1:" + server.actualPort() + path);
        return HttpClient.newHttpClient().send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
    }

    @ParameterizedTest
    @CsvSource({
        "/x, / null /x",
        "/x/, / null /x/",
        "/x/eureka/apps?regions=a, /eureka/apps regions=a /x/eureka/apps",
        "/x/eureka/apps/A/i%2F1, /eureka/apps/A/i%2F1 null /x/eureka/apps/A/i%2F1",
        "/x/x/y, /x/y null /x/x/y"
    })
    void whatIsBelowTheContextPathIsServedAsIfThereWereNone(String path, String seen) throws Exception {
        assertThat(get(path).body()).isEqualTo(seen);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/eureka/apps", "/xy", "/X/eureka"})
    void whatIsNotBelowItIsNotThere(String path) throws Exception {
        assertThat(get(path).statusCode()).isEqualTo(404);
    }

    @Test
    void withoutAContextPathThereIsNoRoute() {
        Router router = Router.router(vertx);

        new ContextPath(config("/")).register(router);

        assertThat(router.getRoutes()).isEmpty();
    }
}
