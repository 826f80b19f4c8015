package dev.buoy.peer;

import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/** A server that behaves as badly as it is told to, and keeps what it was asked. */
final class ScriptedServer {
    /** What came, with the body as sent. */
    record Request(String method, String path, io.vertx.core.MultiMap headers, Buffer body) {}

    final List<Request> requests = new CopyOnWriteArrayList<>();
    private final Vertx vertx;
    private final HttpServer server;
    private volatile BiConsumer<HttpServerRequest, Buffer> script;

    ScriptedServer(Vertx vertx, Handler<HttpServerRequest> script) throws Exception {
        this.vertx = vertx;
        does(script);
        this.server = vertx.createHttpServer()
                .requestHandler(request -> request.body().onSuccess(body -> {
                    requests.add(new Request(request.method().name(), request.path(), request.headers(), body));
                    this.script.accept(request, body);
                }))
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .get(30, TimeUnit.SECONDS);
    }

    static Handler<HttpServerRequest> answers(int status, String contentType, String body) {
        return request -> request.response()
                .setStatusCode(status)
                .putHeader("Content-Type", contentType)
                .end(body);
    }

    static Handler<HttpServerRequest> resets() {
        return request -> request.connection().close();
    }

    static Handler<HttpServerRequest> never() {
        return request -> {};
    }

    Handler<HttpServerRequest> after(long millis, Handler<HttpServerRequest> then) {
        return request -> vertx.setTimer(millis, ignored -> then.handle(request));
    }

    void does(Handler<HttpServerRequest> script) {
        does((request, body) -> script.handle(request));
    }

    /** @param script told the request and its body */
    void does(BiConsumer<HttpServerRequest, Buffer> script) {
        this.script = script;
    }

    String url() {
        return "http://127.0.0.1:" + server.actualPort() + "/eureka";
    }

    void close() throws Exception {
        server.close().toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
    }
}
