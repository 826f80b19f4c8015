package dev.buoy.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;

/** What a server answered. */
record Reply(HttpResponse<byte[]> response) {
    private static final ObjectMapper JSON = new ObjectMapper();

    int status() {
        return response.statusCode();
    }

    Reply expect(int status) {
        assertThat(status()).as("%s: %s", response.request(), text()).isEqualTo(status);
        return this;
    }

    /** A header, or null. */
    String header(String name) {
        return response.headers().firstValue(name).orElse(null);
    }

    byte[] bytes() {
        return response.body();
    }

    String text() {
        if (!"gzip".equals(header("Content-Encoding"))) {
            return new String(response.body(), StandardCharsets.UTF_8);
        }
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(response.body()))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    JsonNode json() {
        assertThat(header("Content-Type")).isEqualTo("application/json");
        try {
            return JSON.readTree(text());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Document xml() {
        assertThat(header("Content-Type")).isEqualTo("application/xml");
        try {
            return DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(new ByteArrayInputStream(text().getBytes(StandardCharsets.UTF_8)));
        } catch (Exception e) {
            throw new AssertionError("no XML: " + text(), e);
        }
    }

    /** The instances of an application in a document of several. */
    JsonNode instancesOf(String app) {
        for (JsonNode application : json().at("/applications/application")) {
            if (application.path("name").asText().equals(app)) {
                return application.path("instance");
            }
        }
        return JSON.createArrayNode();
    }
}
