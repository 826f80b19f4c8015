package dev.buoy.dashboard;

import dev.buoy.config.DashboardConfig;
import io.quarkus.security.identity.SecurityIdentity;
import io.quarkus.vertx.http.runtime.security.QuarkusHttpUser;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.ext.web.Router;
import jakarta.inject.Singleton;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutionException;

/** The pages of the application on a server of their own, with other settings or for a certain user; and a browser's part. */
final class PagesServer implements AutoCloseable {
    private final HttpServer server;
    private final HttpClient browser =
            HttpClient.newBuilder().cookieHandler(new CookieManager()).build();

    /** Where the pages of a test's application come from. */
    @Singleton
    static final class Parts {
        final Vertx vertx;
        final Pages pages;
        final Assets assets;
        final EventStream events;
        final Forms forms;

        Parts(Vertx vertx, Pages pages, Assets assets, EventStream events, Forms forms) {
            this.vertx = vertx;
            this.pages = pages;
            this.assets = assets;
            this.events = events;
            this.forms = forms;
        }

        Router router(boolean enabled, String path) {
            Router router = Router.router(vertx);
            new DashboardRoute(new Settings(enabled, path), pages, assets, events, forms).register(router);
            return router;
        }
    }

    private record Settings(boolean enabled, String path) implements DashboardConfig {}

    private PagesServer(Vertx vertx, Router router) {
        try {
            server = vertx.createHttpServer()
                    .requestHandler(router)
                    .listen(0, "127.0.0.1")
                    .toCompletionStage()
                    .toCompletableFuture()
                    .get();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    static PagesServer at(Parts parts, String path) {
        return new PagesServer(parts.vertx, parts.router(true, path));
    }

    /** All requests are those of this user. */
    static PagesServer as(Parts parts, SecurityIdentity identity) {
        Router router = parts.router(true, "/");
        router.route().order(-1_000).handler(context -> {
            QuarkusHttpUser.setIdentity(identity, context);
            context.next();
        });
        return new PagesServer(parts.vertx, router);
    }

    HttpResponse<String> get(String path) {
        return send(request(path).GET().build());
    }

    /** Sends a form; fields are names and values by turns. */
    HttpResponse<String> post(String path, String... fields) {
        return send(request(path)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form(fields)))
                .build());
    }

    /** The same, as another site's page would have the browser do it. */
    HttpResponse<String> postFromElsewhere(String path, String... fields) {
        return send(request(path)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Sec-Fetch-Site", "cross-site")
                .POST(BodyPublishers.ofString(form(fields)))
                .build());
    }

    private static String form(String... fields) {
        StringBuilder form = new StringBuilder();
        for (int i = 0; i < fields.length; i += 2) {
            form.append(i == 0 ? "" : "&")
                    .append(fields[i])
                    .append('=')
                    .append(URLEncoder.encode(fields[i + 1], StandardCharsets.UTF_8));
        }
        return form.toString();
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.actualPort() + path));
    }

    private HttpResponse<String> send(HttpRequest request) {
        try {
            return browser.send(request, BodyHandlers.ofString());
        } catch (java.io.IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        server.close().toCompletionStage().toCompletableFuture().join();
    }
}
