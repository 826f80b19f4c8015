package dev.buoy.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * Keys and certificates of one authority, as files in a folder: {@code NAME.p12}, {@code NAME.key} and {@code NAME.crt} of
 * each name, {@code ca.crt} and {@code ca.p12} of the authority. Stores have the password {@code changeit}.
 */
public final class TestCertificates {
    public static final String PASSWORD = "changeit";

    private final Path folder;
    private final KeyStore all;

    private TestCertificates(Path folder, KeyStore all) {
        this.folder = folder;
        this.all = all;
    }

    /**
     * Makes them, or takes those that were made before.
     *
     * @param names each is a certificate's {@code CN}, for {@code localhost} and {@code 127.0.0.1}
     */
    public static synchronized TestCertificates in(Path folder, String... names) {
        try {
            Path store = folder.resolve("all.p12");
            if (!Files.exists(store)) {
                make(Files.createDirectories(folder), store, names);
            }
            return new TestCertificates(folder, KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray()));
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private static void make(Path folder, Path store, String... names)
            throws IOException, InterruptedException, GeneralSecurityException {
        Path unfinished = folder.resolve("unfinished.p12");
        Files.deleteIfExists(unfinished);
        keytool(unfinished, "ca", "bc:c=ca:true");
        for (String name : names) {
            keytool(unfinished, name, "san=dns:localhost,ip:127.0.0.1,uri:spiffe://test/" + name, "-signer", "ca");
        }
        TestCertificates made =
                new TestCertificates(folder, KeyStore.getInstance(unfinished.toFile(), PASSWORD.toCharArray()));
        made.write("ca", made.all.getCertificateChain("ca"), null);
        for (String name : names) {
            made.write(name, made.all.getCertificateChain(name), made.all.getKey(name, PASSWORD.toCharArray()));
        }
        Files.move(unfinished, store, StandardCopyOption.ATOMIC_MOVE);
    }

    private static void keytool(Path store, String name, String extension, String... more)
            throws IOException, InterruptedException {
        String keytool =
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        List<String> command = new ArrayList<>(List.of(
                keytool,
                "-J-XX:TieredStopAtLevel=1",
                "-genkeypair",
                "-keystore",
                store.toString(),
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-validity",
                "3650",
                "-alias",
                name,
                "-dname",
                "CN=" + name + ",O=Acme",
                "-ext",
                extension));
        command.addAll(List.of(more));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(output);
        }
    }

    private void write(String name, Certificate[] chain, Key key) throws IOException, GeneralSecurityException {
        StringBuilder certificates = new StringBuilder();
        for (Certificate certificate : chain) {
            certificates.append(pem("CERTIFICATE", certificate.getEncoded()));
        }
        Files.writeString(folder.resolve(name + ".crt"), certificates);
        KeyStore single = KeyStore.getInstance("PKCS12");
        single.load(null, null);
        if (key == null) {
            single.setCertificateEntry(name, chain[0]);
        } else {
            Files.writeString(folder.resolve(name + ".key"), pem("PRIVATE KEY", key.getEncoded()));
            single.setKeyEntry(name, key, PASSWORD.toCharArray(), chain);
        }
        try (var out = Files.newOutputStream(folder.resolve(name + ".p12"))) {
            single.store(out, PASSWORD.toCharArray());
        }
    }

    private static String pem(String type, byte[] content) {
        return "-----BEGIN " + type + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content) + "\n-----END " + type
                + "-----\n";
    }

    /** One of the files. */
    public String file(String name) {
        return folder.resolve(name).toAbsolutePath().toString();
    }

    /** Trusts the authority, and shows the certificate of a name; none if that is null. */
    public SSLContext context(String name) {
        try {
            KeyStore trusted = KeyStore.getInstance("PKCS12");
            trusted.load(null, null);
            trusted.setCertificateEntry("ca", all.getCertificate("ca"));
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(trusted);
            KeyManagerFactory keys = null;
            if (name != null) {
                keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
                keys.init(
                        KeyStore.getInstance(Path.of(file(name + ".p12")).toFile(), PASSWORD.toCharArray()),
                        PASSWORD.toCharArray());
            }
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys == null ? null : keys.getKeyManagers(), trust.getTrustManagers(), null);
            return context;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
