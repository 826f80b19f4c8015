package dev.buoy.security;

import io.quarkus.elytron.security.common.BcryptUtil;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.regex.Pattern;

/** A password as it is kept: its bcrypt hash, or itself where the operator said so. */
final class Password {
    private static final Pattern BCRYPT = Pattern.compile("\\$2[aby]\\$(0[4-9]|[12]\\d|3[01])\\$[./A-Za-z0-9]{53}");
    private static final String HASHED = "{bcrypt}";
    private static final String PLAIN = "{noop}";

    private final String hash;
    private final byte[] plain;
    private volatile byte[]
            digestOfRight; // of the password that was last found right; a heartbeat must not cost a bcrypt

    private Password(String hash, byte[] plain) {
        this.hash = hash;
        this.plain = plain;
    }

    /**
     * Reads {@code $2y$…}, {@code {bcrypt}$2y$…} or {@code {noop}password}, the forms of {@code htpasswd} and Spring.
     *
     * @throws IllegalArgumentException for anything else; the message does not repeat it
     */
    static Password parse(String text) {
        if (text.startsWith(PLAIN) && text.length() > PLAIN.length()) {
            return plain(text.substring(PLAIN.length()));
        }
        String hash = text.startsWith(HASHED) ? text.substring(HASHED.length()) : text;
        if (!BCRYPT.matcher(hash).matches()) {
            throw new IllegalArgumentException(
                    "is no bcrypt hash ($2a$, $2b$ or $2y$); a password itself is written {noop}password");
        }
        // The three name one algorithm; Elytron knows two of the names.
        return new Password(hash.replaceFirst("^\\$2b", "\\$2y"), null);
    }

    static Password plain(String password) {
        return new Password(null, password.getBytes(StandardCharsets.UTF_8));
    }

    /** One that nothing is equal to, and that takes as long to find so as any other. */
    static Password none() {
        return new Password("$2y$10$" + ".".repeat(53), null);
    }

    /** Whether it is known to be right without any work. False says nothing. */
    boolean isKnown(byte[] digest) {
        byte[] right = digestOfRight;
        return right != null && MessageDigest.isEqual(right, digest);
    }

    /** Whether it is the one; takes as long as bcrypt is meant to. */
    boolean matches(String password, byte[] digest) {
        boolean right = hash == null
                ? MessageDigest.isEqual(plain, password.getBytes(StandardCharsets.UTF_8))
                : BcryptUtil.matches(password, hash);
        if (right) {
            digestOfRight = digest;
        }
        return right;
    }
}
