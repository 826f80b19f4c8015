package dev.buoy.security;

import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import javax.security.auth.x500.X500Principal;

/** By what texts a certificate is known: its subject, and the DNS names and URIs that it is for as well. */
final class Certificates {
    private static final int DNS_NAME = 2;
    private static final int URI = 6;

    private Certificates() {}

    static List<String> names(X509Certificate certificate) {
        List<String> names = new ArrayList<>();
        names.add(certificate.getSubjectX500Principal().getName());
        try {
            Collection<List<?>> alternatives = certificate.getSubjectAlternativeNames();
            if (alternatives != null) {
                for (List<?> alternative : alternatives) {
                    switch ((Integer) alternative.get(0)) {
                        case DNS_NAME -> names.add("dns:" + alternative.get(1));
                        case URI -> names.add("uri:" + alternative.get(1));
                        default -> {} // an address or a mailbox is nobody's name here
                    }
                }
            }
        } catch (CertificateParsingException e) {
            return names; // what cannot be read names nobody
        }
        return names;
    }

    /** The one way to write what is written in several: the blanks and case in a subject, the case of a host. */
    static String normal(String name) {
        if (name.startsWith("dns:")) {
            return name.toLowerCase(Locale.ROOT);
        }
        if (name.startsWith("uri:")) {
            return name;
        }
        return new X500Principal(name).getName(X500Principal.CANONICAL);
    }
}
