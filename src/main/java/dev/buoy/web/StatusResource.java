package dev.buoy.web;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.buoy.wire.EurekaCodec;
import dev.buoy.wire.WireFormat;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.StringJoiner;

/** {@code status}: figures about this server (contract §1.6), in XML and, unlike the reference, in JSON (D-7). */
@Singleton
final class StatusResource extends Resource {
    private static final String ROOT = "com.netflix.eureka.util.StatusInfo";

    private final ServerStatus status;
    private final OwnInstance self;
    private final EurekaCodec codec;

    StatusResource(ServerStatus status, OwnInstance self, EurekaCodec codec) {
        super("GET, HEAD, OPTIONS");
        this.status = status;
        this.self = self;
        this.codec = codec;
    }

    @Override
    void get(Exchange exchange) {
        WireFormat format = Negotiation.format(exchange.headers());
        if (format == null) {
            exchange.send(Answer.NOT_ACCEPTABLE);
            return;
        }
        String instance = new String(codec.encodeInstance(format, self.info()), StandardCharsets.UTF_8);
        String document = format == WireFormat.JSON ? json(instance) : xml(instance);
        exchange.send(Answer.document(200, format, document.getBytes(StandardCharsets.UTF_8)));
    }

    private String json(String instance) {
        String unwrapped = instance.substring(instance.indexOf(':') + 1, instance.lastIndexOf('}'));
        return "{\"generalStats\":" + jsonObject(status.general()) + ",\"applicationStats\":"
                + jsonObject(status.replicas()) + ",\"instanceInfo\":" + unwrapped
                + status.isHealthy().map(healthy -> ",\"isHeathly\":" + healthy).orElse("") + "}";
    }

    private static String jsonObject(Map<String, String> figures) {
        StringJoiner members = new StringJoiner(",", "{", "}");
        figures.forEach((name, value) -> members.add("\"" + name + "\":\""
                + new String(JsonStringEncoder.getInstance().quoteAsString(value)) + "\""));
        return members.toString();
    }

    private String xml(String instance) {
        String content = instance.substring("<instance>".length(), instance.lastIndexOf("</instance>"));
        return "<" + ROOT + ">\n" + xmlElement("generalStats", status.general())
                + xmlElement("applicationStats", status.replicas()) + "  <instanceInfo>" + content
                + "</instanceInfo>\n"
                + status.isHealthy().map(StatusResource::healthElement).orElse("") + "</" + ROOT + ">";
    }

    // The spelling is Eureka's.
    private static String healthElement(boolean healthy) {
        return "  <isHeathly>" + healthy + "</isHeathly>\n";
    }

    private static String xmlElement(String name, Map<String, String> figures) {
        StringBuilder element = new StringBuilder("  <" + name + ">\n");
        figures.forEach((figure, value) -> element.append("    <")
                .append(figure)
                .append('>')
                .append(XmlEscapes.escaped(value))
                .append("</")
                .append(figure)
                .append(">\n"));
        return element.append("  </").append(name).append(">\n").toString();
    }
}
