package dev.buoy.web;

import static dev.buoy.web.EurekaClient.instance;
import static dev.buoy.web.EurekaClient.wrapped;
import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a connection goes through: kept alive, pipelined, with bodies that nobody reads. */
@QuarkusTest
class ConnectionTest {
    @TestHTTPResource("/")
    URL url;

    private Socket socket;
    private BufferedReader in;
    private OutputStream out;
    private String app;

    @BeforeEach
    void connect() throws IOException {
        app = new EurekaClient(url).registered("i-1");
        socket = new Socket("127.0.0.1", url.getPort());
        socket.setSoTimeout(20_000);
        in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
        out = socket.getOutputStream();
    }

    @AfterEach
    void disconnect() throws IOException {
        socket.close();
    }

    private void write(String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
    }

    private String heartbeat(String more) {
        return "PUT /eureka/apps/" + app + "/i-1 HTTP/1.1\r\nHost: x\r\n" + more;
    }

    /** The status line of the next answer, whose body is read over; empty at the end of the connection. */
    private Optional<String> nextStatus() throws IOException {
        String status = in.readLine();
        if (status == null) {
            return Optional.empty();
        }
        int length = 0;
        for (String line = in.readLine(); !line.isEmpty(); line = in.readLine()) {
            if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(
                        line.substring("content-length:".length()).trim());
            }
        }
        in.skip(length);
        return Optional.of(status);
    }

    @Test
    void hundredHeartbeatsPassOneConnection() throws IOException {
        for (int i = 0; i < 100; i++) {
            write(heartbeat("Content-Length: 2\r\n\r\n{}"));
            assertThat(nextStatus()).contains("HTTP/1.1 200 OK");
        }
    }

    @Test
    void pipelinedRequestsAreAnsweredInOrder() throws IOException {
        write(heartbeat("Content-Length: 2\r\n\r\n{}")
                + heartbeat("\r\n")
                + "PUT /eureka/apps/" + app + "/unknown HTTP/1.1\r\nHost: x\r\n\r\n"
                + "GET /eureka/apps/" + app + " HTTP/1.1\r\nHost: x\r\n\r\n"
                + heartbeat("Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n")
                + heartbeat("\r\n"));

        assertThat(nextStatus()).contains("HTTP/1.1 200 OK");
        assertThat(nextStatus()).contains("HTTP/1.1 200 OK");
        assertThat(nextStatus()).contains("HTTP/1.1 404 Not Found");
        assertThat(nextStatus()).contains("HTTP/1.1 200 OK");
        assertThat(nextStatus()).contains("HTTP/1.1 200 OK");
        assertThat(nextStatus()).contains("HTTP/1.1 200 OK");
    }

    @Test
    void bodyThatNobodyReadsMayComeLateAndBeLarge() throws IOException {
        write(heartbeat("Content-Length: 300000\r\n\r\n"));
        assertThat(nextStatus()).contains("HTTP/1.1 200 OK");
        write("x".repeat(300_000) + heartbeat("\r\n"));
        assertThat(nextStatus()).contains("HTTP/1.1 200 OK");
    }

    @Test
    void clientThatAsksBeforeItSendsIsToldToGoOn() throws IOException {
        String body = wrapped(instance(app, "i-2"));

        write("POST /eureka/apps/" + app + " HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: "
                + body.length() + "\r\nExpect: 100-continue\r\n\r\n");
        assertThat(nextStatus()).contains("HTTP/1.1 100 Continue");
        write(body);
        assertThat(nextStatus()).contains("HTTP/1.1 204 No Content");
    }

    @Test
    void requestWithoutHostIsRefusedWithoutABody() throws IOException {
        write("GET /eureka/apps/" + app + " HTTP/1.1\r\nConnection: close\r\n\r\n");

        String answer = in.lines().collect(Collectors.joining("\n"));
        assertThat(answer)
                .startsWith("HTTP/1.1 400 ")
                .contains("content-length: 0")
                .doesNotContain("Error id");
    }

    @Test
    void clientThatAnnouncesTooMuchIsRefusedBeforeItSends() throws IOException {
        write("POST /eureka/apps/" + app + " HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                + "Content-Length: 2000000000\r\nExpect: 100-continue\r\n\r\n");

        assertThat(nextStatus()).contains("HTTP/1.1 413 Request Entity Too Large");
    }

    @Test
    void clientThatSendsWithoutEndIsCutOff() throws IOException {
        write("POST /eureka/apps/" + app + " HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                + "Content-Length: 2000000000\r\n\r\n");
        assertThat(nextStatus()).contains("HTTP/1.1 413 Request Entity Too Large");

        byte[] megabyte = new byte[1 << 20];
        boolean cutOff = false;
        for (int i = 0; i < 200 && !cutOff; i++) {
            try {
                out.write(megabyte);
            } catch (IOException e) {
                cutOff = true;
            }
        }
        assertThat(cutOff).isTrue();
    }

    @Test
    void clientThatGoesAwayInTheMiddleOfABodyHarmsNobody() throws IOException {
        write("POST /eureka/apps/" + app + " HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                + "Content-Length: 1000\r\n\r\n{\"instance\":");
        socket.close();

        new EurekaClient(url).put("/apps/" + app + "/i-1").expect(200);
    }

    @Test
    void clientThatOffersHttp2IsServedByIt() throws Exception {
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();
        URI target = url.toURI().resolve("/eureka/apps/" + app);
        HttpRequest.Builder post = HttpRequest.newBuilder(target).header("Content-Type", "application/json");

        for (int i = 0; i < 3; i++) {
            var stored = client.send(
                    post.POST(BodyPublishers.ofString(wrapped(instance(app, "h-" + i))))
                            .build(),
                    BodyHandlers.ofString());
            assertThat(stored.statusCode()).isEqualTo(204);
            var renewed = client.send(
                    HttpRequest.newBuilder(URI.create(target + "/h-" + i))
                            .PUT(BodyPublishers.ofString("{}"))
                            .build(),
                    BodyHandlers.ofString());
            assertThat(renewed.statusCode()).isEqualTo(200);
            assertThat(renewed.version()).isEqualTo(HttpClient.Version.HTTP_2);
        }
        var refused = client.send(
                post.POST(BodyPublishers.ofByteArray(new byte[5 << 20])).build(), BodyHandlers.ofString());
        assertThat(refused.statusCode()).isEqualTo(413);
        var read = client.send(HttpRequest.newBuilder(target).build(), BodyHandlers.ofString());
        assertThat(read.body()).contains("h-0", "h-1", "h-2");
    }
}
