package dev.buoy.it;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/**
 * What an {@code applications} answer says, in whichever form it was written: the hash code that it was sent with, and its
 * instances in the order of the document.
 *
 * @param hashSent  {@code apps__hashcode} as sent
 * @param instances in document order; an application's instances stand together
 */
record RegistryDocument(String hashSent, List<Listed> instances) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** An instance as far as hash and delta are concerned. */
    record Listed(String app, String id, String status, String actionType) {}

    /** @throws IllegalArgumentException when the body is not a well-formed document */
    static RegistryDocument read(byte[] body, boolean xml) {
        try {
            return xml ? readXml(body) : readJson(body);
        } catch (IOException | SAXException e) {
            throw new IllegalArgumentException("unreadable: " + e.getMessage(), e);
        }
    }

    private static RegistryDocument readJson(byte[] body) throws IOException {
        JsonNode root = JSON.readTree(body).path("applications");
        var instances = new ArrayList<Listed>();
        for (JsonNode application : root.path("application")) {
            for (JsonNode instance : application.path("instance")) {
                instances.add(new Listed(
                        application.path("name").asText(),
                        instance.path("instanceId").asText(),
                        instance.path("status").asText(),
                        instance.path("actionType").asText()));
            }
        }
        return new RegistryDocument(root.path("apps__hashcode").asText(), instances);
    }

    private static RegistryDocument readXml(byte[] body) throws IOException, SAXException {
        Document document;
        try {
            var parser = DocumentBuilderFactory.newInstance().newDocumentBuilder();
            parser.setErrorHandler(null);
            document = parser.parse(new ByteArrayInputStream(body));
        } catch (ParserConfigurationException e) {
            throw new IllegalStateException(e);
        }
        Element root = document.getDocumentElement();
        var instances = new ArrayList<Listed>();
        for (Element application : children(root, "application")) {
            for (Element instance : children(application, "instance")) {
                instances.add(new Listed(
                        text(application, "name"),
                        text(instance, "instanceId"),
                        text(instance, "status"),
                        text(instance, "actionType")));
            }
        }
        return new RegistryDocument(text(root, "apps__hashcode"), instances);
    }

    /** The hash code that a client computes of what it was sent (contract §7.3). */
    String hashComputed() {
        return hashCode(instances.stream().map(Listed::status)::iterator);
    }

    static String hashCode(Iterable<String> statuses) {
        SortedMap<String, Integer> counts = new TreeMap<>();
        statuses.forEach(status -> counts.merge(status, 1, Integer::sum));
        var hash = new StringBuilder();
        counts.forEach(
                (status, count) -> hash.append(status).append('_').append(count).append('_'));
        return hash.toString();
    }

    private static List<Element> children(Element parent, String name) {
        var found = new ArrayList<Element>();
        for (Node child = parent.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child instanceof Element element && element.getTagName().equals(name)) {
                found.add(element);
            }
        }
        return found;
    }

    private static String text(Element parent, String name) {
        return children(parent, name).stream()
                .findFirst()
                .map(Element::getTextContent)
                .orElse("");
    }
}
