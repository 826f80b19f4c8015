package dev.buoy.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.buoy.config.SecurityConfig;
import dev.buoy.config.SpringSecurityConfig;
import dev.buoy.testing.Settings;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UsersTest {
    private static final String HASH = "$2y$10$voRcS8sfCNXAPjfATYcateBAGTIak8jkMXD87xgAdGOnqyP9omomG";

    @TempDir
    Path directory;

    private static Users users(String... pairs) {
        Map<String, String> all = new HashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            all.put(pairs[i], pairs[i + 1]);
        }
        var config = new SmallRyeConfigBuilder()
                .withSources(new PropertiesConfigSource(all, "test", 100))
                .build();
        return new Users(
                Settings.of(SecurityConfig.class, below("buoy.", all)),
                Settings.of(SpringSecurityConfig.class, below("spring.", all)),
                config);
    }

    private static String[] below(String prefix, Map<String, String> all) {
        return all.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(prefix))
                .flatMap(entry -> java.util.stream.Stream.of(entry.getKey(), entry.getValue()))
                .toArray(String[]::new);
    }

    @Test
    void withoutUsersNobodyIsConfigured() {
        assertThat(users().areConfigured()).isFalse();
        assertThat(users().includeAnAdmin()).isFalse();
    }

    @Test
    void nameWithDotsKeepsThem() {
        Users users = users(
                "buoy.security.users.\"orders.shop.password\"",
                HASH,
                "buoy.security.users.\"orders.shop.roles\"",
                "registrar, reader");

        assertThat(users.named("orders.shop").orElseThrow().roles())
                .containsExactlyInAnyOrder(Role.REGISTRAR, Role.READER);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "'',    true,  true",
        "USER,  true,  true",
        "ADMIN, true,  false",
        "ROLE_READER, false, false",
        "'reader,registrar', false, true"
    })
    void springsUserMayDoEverythingUnlessARoleOfOursIsNamed(String roles, boolean admin, boolean registrar) {
        Users users = roles.isEmpty()
                ? users("spring.security.user.password", "s3cret")
                : users("spring.security.user.password", "s3cret", "spring.security.user.roles", roles);

        User user = users.named("user").orElseThrow();
        assertThat(user.password().orElseThrow().matches("s3cret", new byte[0])).isTrue();
        assertThat(user.roles().contains(Role.ADMIN)).isEqualTo(admin);
        assertThat(users.includeAnAdmin()).isEqualTo(admin);
        assertThat(user.roles().contains(Role.REGISTRAR)).isEqualTo(registrar);
    }

    @Test
    void springsUserWithoutPasswordDoesNotLeaveTheServerOpen() {
        assertThatThrownBy(() -> users("spring.security.user.name", "eureka"))
                .hasMessage("spring.security.user.password is missing: nobody could log in");
    }

    @ParameterizedTest
    @ValueSource(strings = {"password", "roles", "certificate"})
    void settingOfAUserThatIsMisspeltStopsTheStart(String right) {
        assertThatThrownBy(() -> users("buoy.security.users.\"a." + right + "s\"", HASH))
                .hasMessage("buoy.security.users.a." + right + "s: a user has .password, .roles and .certificate");
    }

    @Test
    void plainPasswordIsRefusedAndNotRepeated() {
        assertThatThrownBy(() -> users("buoy.security.users.\"a.password\"", "hunter2"))
                .hasMessageStartingWith("buoy.security.users.a.password is no bcrypt hash")
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void unknownRoleIsRefusedWithThoseThereAre() {
        assertThatThrownBy(() -> users("buoy.security.users.\"a.roles\"", "writer"))
                .hasMessage("buoy.security.users.a.roles: writer is not one of reader, registrar, peer, admin");
    }

    @Test
    void fileIsReadAgainWhenItChangesAndKeptWhenItIsWrong() throws IOException {
        Path file = Files.writeString(directory.resolve("users"), "# who\n\na:" + HASH + ":admin\n");
        Users users = users("buoy.security.users-file", file.toString());
        assertThat(users.includeAnAdmin()).isTrue();

        change(file, "b:" + HASH + ":reader,registrar\n", 1);
        users.readAgainIfChanged();
        assertThat(users.named("a")).isEmpty();
        assertThat(users.named("b").orElseThrow().roles()).containsExactlyInAnyOrder(Role.READER, Role.REGISTRAR);
        assertThat(users.includeAnAdmin()).isFalse();

        change(file, "b:hunter2:reader\n", 2);
        users.readAgainIfChanged();
        assertThat(users.named("b")).isPresent();

        Files.delete(file);
        users.readAgainIfChanged();
        assertThat(users.named("b")).isPresent();
        assertThat(users.areConfigured()).isTrue();
    }

    private static void change(Path file, String text, int secondsLater) throws IOException {
        FileTime before = Files.getLastModifiedTime(file);
        Files.writeString(file, text);
        Files.setLastModifiedTime(file, FileTime.fromMillis(before.toMillis() + 1000L * secondsLater));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"hunter2", "hunter2:reader", ":hunter2:reader", "a:hunter2:reader", "a:" + HASH + ":hunter"})
    void fileThatIsWrongStopsTheStartWithTheLineAndNotWhatIsInIt(String line) throws IOException {
        Path file = Files.writeString(directory.resolve("users"), "ok:" + HASH + ":reader\n" + line + "\n");

        assertThatThrownBy(() -> users("buoy.security.users-file", file.toString()))
                .hasMessageContaining("line 2")
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void missingFileStopsTheStart() {
        assertThatThrownBy(() -> users(
                        "buoy.security.users-file", directory.resolve("none").toString()))
                .hasMessageStartingWith("buoy.security.users-file cannot be read");
    }

    @Test
    void nameThatIsInBothPlacesStopsTheStart() throws IOException {
        Path file = Files.writeString(directory.resolve("users"), "a:" + HASH + ":reader\n");

        assertThatThrownBy(() ->
                        users("buoy.security.users-file", file.toString(), "buoy.security.users.\"a.password\"", HASH))
                .hasMessage("there are two users named a");
    }
}
