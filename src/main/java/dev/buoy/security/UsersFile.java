package dev.buoy.security;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A file with a user a line, {@code name:hash:roles}, as {@code htpasswd -B} writes them but for the roles. */
final class UsersFile {
    private UsersFile() {}

    /**
     * Reads it.
     *
     * @throws IllegalArgumentException naming the line that is wrong, without what is in it
     */
    static List<User> read(Path file) throws IOException {
        List<User> users = new ArrayList<>();
        int number = 0;
        for (String line : Files.readAllLines(file)) {
            number++;
            if (!line.isBlank() && !line.startsWith("#")) {
                try {
                    users.add(user(line.strip()));
                } catch (IllegalArgumentException e) {
                    throw new IllegalArgumentException(file + ", line " + number + ": " + e.getMessage(), e);
                }
            }
        }
        return users;
    }

    private static User user(String line) {
        int first = line.indexOf(':');
        int last = line.lastIndexOf(':');
        if (first < 1 || first == last) {
            throw new IllegalArgumentException("must be name:hash:roles");
        }
        List<String> roles = Arrays.stream(line.substring(last + 1).split(","))
                .map(String::strip)
                .filter(role -> !role.isEmpty())
                .toList();
        try {
            return new User(
                    line.substring(0, first),
                    Optional.of(Password.parse(line.substring(first + 1, last))),
                    Users.roles(roles),
                    List.of());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    e.getMessage().startsWith("is no") ? "the password " + e.getMessage() : e.getMessage(), e);
        }
    }
}
