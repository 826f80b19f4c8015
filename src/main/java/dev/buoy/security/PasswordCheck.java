package dev.buoy.security;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Checks names and passwords. A bcrypt takes a tenth of a second on purpose, and heartbeats come by the hundred in a second: a
 * password that was found right, or wrong, is known again by a digest, and the rest is worked on by few threads, once for all
 * who send the same.
 */
@Singleton
final class PasswordCheck {
    private static final int MOST_WAITING = 200;
    private static final int MOST_WRONG = 4096;

    private final Users users;
    private final Vertx vertx;
    private final byte[] salt = new byte[32];
    private final Password nobodys = Password.none();
    private final Map<String, Future<Optional<User>>> underWay = new ConcurrentHashMap<>();
    private final Map<String, Password> wrong = Collections.synchronizedMap(new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Password> eldest) {
            return size() > MOST_WRONG;
        }
    });
    private WorkerExecutor workers; // made when first needed: an open server has none

    PasswordCheck(Users users, Vertx vertx) {
        this.users = users;
        this.vertx = vertx;
        new SecureRandom().nextBytes(salt);
    }

    /** The user, if the password is known to be right without work that takes time. */
    Optional<User> known(String name, byte[] digest) {
        return users.named(name)
                .filter(user -> user.password()
                        .filter(password -> password.isKnown(digest))
                        .isPresent());
    }

    /**
     * Checks at leisure: the user, or nobody.
     *
     * @return a future that is done on some thread; failed when too many others wait
     */
    Future<Optional<User>> check(String name, String password, byte[] digest) {
        String key = HexFormat.of().formatHex(digest);
        Password kept = users.named(name).flatMap(User::password).orElse(nobodys);
        if (wrong.get(key) == kept) {
            return Future.succeededFuture(Optional.empty());
        }
        Future<Optional<User>> same = underWay.get(key);
        if (same != null) {
            return same;
        }
        if (underWay.size() >= MOST_WAITING) {
            return Future.failedFuture(new IllegalStateException("too many passwords are being checked"));
        }
        Future<Optional<User>> check = workers().executeBlocking(() -> work(name, password, digest, key, kept), false);
        underWay.put(key, check);
        return check.onComplete(done -> underWay.remove(key, check));
    }

    private Optional<User> work(String name, String password, byte[] digest, String key, Password kept) {
        if (kept.matches(password, digest)) {
            return users.named(name);
        }
        wrong.put(key, kept);
        return Optional.empty();
    }

    private synchronized WorkerExecutor workers() {
        if (workers == null) {
            int threads = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
            workers = vertx.createSharedWorkerExecutor("passwords", threads);
        }
        return workers;
    }

    @PreDestroy
    synchronized void close() {
        if (workers != null) {
            workers.close();
        }
    }

    /** Of name and password, worth nothing outside this process. */
    byte[] digest(String name, String password) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            sha.update(salt);
            sha.update(name.getBytes(StandardCharsets.UTF_8));
            sha.update((byte) ':'); // which no name holds
            return sha.digest(password.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java has it", e);
        }
    }
}
