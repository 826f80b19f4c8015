package dev.buoy.wire;

import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/** Reads the JSON of a registry from servers of any kind: lists of one may be a bare object, or be missing when empty. */
final class JsonApplicationsReader {
    private final JsonCursor json;
    private final ApplicationsCollector collector = new ApplicationsCollector();

    private JsonApplicationsReader(JsonCursor json) {
        this.json = json;
    }

    static DecodedApplications read(JsonCursor json) throws IOException, MalformedPayloadException {
        json.enterRoot("applications");
        if (!json.isObject()) {
            throw new MalformedPayloadException("applications must be an object");
        }
        JsonApplicationsReader reader = new JsonApplicationsReader(json);
        reader.applications();
        json.leaveRoot();
        return reader.collector.build();
    }

    private void applications() throws IOException, MalformedPayloadException {
        for (String name = json.nextMember(); name != null; name = json.nextMember()) {
            switch (name) {
                case "versions__delta" -> collector.versionsDelta = json.number(name, -1, -1);
                case "apps__hashcode" -> collector.appsHashCode = json.isNull() ? "" : json.text(name);
                case "application" -> eachObject(this::application);
                default -> json.skip();
            }
        }
    }

    private void application() throws IOException, MalformedPayloadException {
        String app = null;
        for (String name = json.nextMember(); name != null; name = json.nextMember()) {
            switch (name) {
                case "name" -> app = json.text(name);
                case "instance" -> eachObject(this::instance);
                default -> json.skip();
            }
        }
        collector.endApplication(app);
    }

    private void instance() throws IOException {
        JsonStreamContext around = json.around();
        try {
            collector.add(JsonInstanceReader.read(json));
        } catch (MalformedPayloadException e) {
            collector.addUnreadable();
            json.skipBackTo(around);
        }
    }

    private interface Element {
        void read() throws IOException, MalformedPayloadException;
    }

    private void eachObject(Element element) throws IOException, MalformedPayloadException {
        if (json.isObject()) {
            element.read();
        } else if (json.isArray()) {
            for (JsonToken token = json.next(); token != JsonToken.END_ARRAY; token = json.next()) {
                if (token == null) {
                    throw json.syntaxFault();
                }
                if (json.isObject()) {
                    element.read();
                } else {
                    json.skip();
                }
            }
        } else {
            json.skip();
        }
    }
}
