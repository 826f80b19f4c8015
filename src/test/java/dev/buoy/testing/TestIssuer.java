package dev.buoy.testing;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.util.Base64;

/** Issues signed tokens, and says over HTTP by which key they are signed, as OpenID providers do. */
public final class TestIssuer {
    private static final Base64.Encoder URL = Base64.getUrlEncoder().withoutPadding();

    private TestIssuer() {}

    /** Starts one for the life of this process, which keeps its key in a file; returns its URL. */
    public static String start(Path keyFile) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            KeyPair pair = generator.generateKeyPair();
            Files.createDirectories(keyFile.toAbsolutePath().getParent());
            Files.write(keyFile, pair.getPrivate().getEncoded());
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            String url = "http://127.0.0.1:" + server.getAddress().getPort();
            answer(
                    server,
                    "/.well-known/openid-configuration",
                    "{\"issuer\":\"" + url + "\",\"jwks_uri\":\"" + url + "/keys\",\"authorization_endpoint\":\"" + url
                            + "/a\",\"token_endpoint\":\"" + url + "/t\"}");
            RSAPublicKey key = (RSAPublicKey) pair.getPublic();
            answer(
                    server,
                    "/keys",
                    "{\"keys\":[{\"kty\":\"RSA\",\"use\":\"sig\",\"alg\":\"RS256\",\"kid\":\"k\",\"n\":\""
                            + number(key.getModulus()) + "\",\"e\":\"" + number(key.getPublicExponent()) + "\"}]}");
            server.start();
            return url;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void answer(HttpServer server, String path, String json) {
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        server.createContext(path, exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
    }

    private static String number(BigInteger number) {
        byte[] bytes = number.toByteArray();
        boolean signed = bytes[0] == 0;
        return URL.encodeToString(signed ? java.util.Arrays.copyOfRange(bytes, 1, bytes.length) : bytes);
    }

    /** A token of the issuer with that key and URL. */
    public static String token(Path keyFile, String issuer, String name, String role, Instant expires) {
        try {
            PrivateKey key =
                    KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(Files.readAllBytes(keyFile)));
            String content = part("{\"alg\":\"RS256\",\"typ\":\"JWT\",\"kid\":\"k\"}") + "."
                    + part("{\"iss\":\"" + issuer + "\",\"sub\":\"" + name + "\",\"upn\":\"" + name
                            + "\",\"groups\":[\"" + role + "\"],\"iat\":"
                            + expires.minusSeconds(600).getEpochSecond() + ",\"exp\":" + expires.getEpochSecond()
                            + "}");
            Signature signature = Signature.getInstance("SHA256withRSA");
            signature.initSign(key);
            signature.update(content.getBytes(StandardCharsets.US_ASCII));
            return content + "." + URL.encodeToString(signature.sign());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String part(String json) {
        return URL.encodeToString(json.getBytes(StandardCharsets.UTF_8));
    }
}
