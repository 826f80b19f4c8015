package dev.buoy.helm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A self-signed certificate for {@code localhost}, as files of the names that a TLS secret has. */
final class TestCertificate {
    private static final char[] PASSWORD = "changeit".toCharArray();

    private final KeyStore store;

    private TestCertificate(KeyStore store) {
        this.store = store;
    }

    static TestCertificate in(Path folder) throws IOException, GeneralSecurityException, InterruptedException {
        var file = folder.resolve("store.p12");
        var keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        int status = new ProcessBuilder(
                        keytool,
                        "-genkeypair",
                        "-alias",
                        "a",
                        "-keyalg",
                        "EC",
                        "-storetype",
                        "PKCS12",
                        "-dname",
                        "CN=test",
                        "-ext",
                        "san=dns:localhost,ip:127.0.0.1",
                        "-keystore",
                        file.toString(),
                        "-storepass",
                        "changeit")
                .inheritIO()
                .start()
                .waitFor();
        if (status != 0) {
            throw new IOException("keytool ended with " + status);
        }
        var store = KeyStore.getInstance(file.toFile(), PASSWORD);
        write(
                folder.resolve("tls.crt"),
                "CERTIFICATE",
                store.getCertificate("a").getEncoded());
        write(folder.resolve("ca.crt"), "CERTIFICATE", store.getCertificate("a").getEncoded());
        write(
                folder.resolve("tls.key"),
                "PRIVATE KEY",
                store.getKey("a", PASSWORD).getEncoded());
        return new TestCertificate(store);
    }

    /** What a client needs to trust it. */
    SSLContext trust() throws GeneralSecurityException, IOException {
        var trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("a", store.getCertificate("a"));
        var managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        var context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
    }

    private static void write(Path file, String type, byte[] content) throws IOException {
        var lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        Files.writeString(file, "-----BEGIN " + type + "-----\n" + lines + "\n-----END " + type + "-----\n");
    }
}
