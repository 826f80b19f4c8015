package dev.buoy.wire;

/** Reads the XML of a registry. */
final class XmlApplicationsReader {
    private final XmlCursor xml;
    private final ApplicationsCollector collector = new ApplicationsCollector();

    private XmlApplicationsReader(XmlCursor xml) {
        this.xml = xml;
    }

    static DecodedApplications read(XmlCursor xml) throws MalformedPayloadException {
        xml.enterRoot("applications");
        XmlApplicationsReader reader = new XmlApplicationsReader(xml);
        reader.applications();
        xml.leaveRoot();
        return reader.collector.build();
    }

    private void applications() throws MalformedPayloadException {
        while (xml.nextChild()) {
            switch (xml.name()) {
                case "versions__delta" -> collector.versionsDelta = Numbers.parse(xml.text(), -1);
                case "apps__hashcode" -> collector.appsHashCode = xml.trimmed();
                case "application" -> application();
                default -> xml.skip();
            }
        }
    }

    private void application() throws MalformedPayloadException {
        String app = null;
        while (xml.nextChild()) {
            switch (xml.name()) {
                case "name" -> app = xml.text();
                case "instance" -> instance();
                default -> xml.skip();
            }
        }
        collector.endApplication(app);
    }

    private void instance() throws MalformedPayloadException {
        int around = xml.depth() - 1;
        try {
            collector.add(XmlInstanceReader.read(xml));
        } catch (MalformedPayloadException e) {
            // If it was the text itself that is broken, going on fails again.
            collector.addUnreadable();
            xml.skipBackTo(around);
        }
    }
}
