package dev.buoy.security;

import dev.buoy.config.SecurityConfig;
import dev.buoy.config.SpringSecurityConfig;
import dev.buoy.text.Printable;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.Config;
import org.jboss.logging.Logger;

/** All who are known by name, from settings and from a file that is read again when it changes. */
@Singleton
public final class Users {
    private static final Logger LOG = Logger.getLogger(Users.class);

    private final List<User> configured;
    private final Optional<Path> file;
    private volatile Map<String, User> byName;
    private volatile Map<String, User> byCertificate;
    private FileTime readOf;

    /** @throws IllegalArgumentException naming the setting or the line of the file that is wrong */
    Users(SecurityConfig config, SpringSecurityConfig spring, Config settings) {
        this.configured = ConfiguredUsers.of(config, spring, isSet(settings, "spring.security.user.name"));
        this.file = config.usersFile();
        try {
            readOf = modified();
            take(read());
        } catch (IOException e) {
            throw new IllegalArgumentException("buoy.security.users-file cannot be read: " + e, e);
        }
    }

    private static boolean isSet(Config settings, String name) {
        return settings.getConfigValue(name).getSourceOrdinal() > Integer.MIN_VALUE
                && settings.getConfigValue(name).getRawValue() != null;
    }

    private FileTime modified() throws IOException {
        return file.isPresent() ? Files.getLastModifiedTime(file.get()) : null;
    }

    private List<User> read() throws IOException {
        return file.isPresent() ? UsersFile.read(file.get()) : List.of();
    }

    private void take(Collection<User> fromFile) {
        Map<String, User> names = new HashMap<>();
        Map<String, User> certificates = new HashMap<>();
        Stream.concat(configured.stream(), fromFile.stream()).forEach(user -> {
            if (names.put(user.name(), user) != null) {
                throw new IllegalArgumentException("there are two users named " + Printable.of(user.name()));
            }
            for (String certificate : user.certificates()) {
                if (certificates.put(Certificates.normal(certificate), user) != null) {
                    throw new IllegalArgumentException("two users have the certificate " + Printable.of(certificate));
                }
            }
        });
        byName = names;
        byCertificate = certificates;
    }

    /** Reads the file again if it has changed. One that is wrong, or gone, changes nothing. */
    public void readAgainIfChanged() {
        if (file.isEmpty()) {
            return;
        }
        try {
            FileTime now = modified();
            if (!now.equals(readOf)) {
                readOf = now;
                take(read());
                LOG.infof("Read %s again: %d users", file.get(), byName.size());
            }
        } catch (IOException | IllegalArgumentException e) {
            LOG.warnf("The users stay as they are, since their file cannot be read: %s", e.getMessage());
        }
    }

    /** Whether anybody is known, or could be once the file names them. */
    boolean areConfigured() {
        return file.isPresent() || !configured.isEmpty();
    }

    /** Whether anybody may act on the server itself. */
    public boolean includeAnAdmin() {
        return byName.values().stream().anyMatch(user -> user.roles().contains(Role.ADMIN));
    }

    Optional<User> named(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** The user of any of the texts that a certificate is known by. */
    Optional<User> ofCertificate(List<String> names) {
        return names.stream()
                .map(name -> byCertificate.get(Certificates.normal(name)))
                .filter(user -> user != null)
                .findFirst();
    }

    /** @throws IllegalArgumentException naming the roles there are, if one is not among them */
    static Set<Role> roles(List<String> names) {
        Set<Role> roles = Role.none();
        for (String name : names) {
            roles.add(Role.named(name)
                    .orElseThrow(() -> new IllegalArgumentException(
                            Printable.of(name) + " is not one of reader, registrar, peer, admin")));
        }
        return roles;
    }
}
