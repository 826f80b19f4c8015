package dev.buoy.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PasswordTest {
    private static final String REST = "$10$voRcS8sfCNXAPjfATYcateBAGTIak8jkMXD87xgAdGOnqyP9omomG"; // of s€cret
    private static final byte[] DIGEST = {1};

    @ParameterizedTest
    @ValueSource(strings = {"$2a", "$2b", "$2y", "{bcrypt}$2a"})
    void hashOfEachSpellingIsOfOnePassword(String spelling) {
        Password password = Password.parse(spelling + REST);

        assertThat(password.matches("s€cret", DIGEST)).isTrue();
        assertThat(password.matches("s€cres", DIGEST)).isFalse();
        assertThat(password.matches("", DIGEST)).isFalse();
    }

    @Test
    void passwordItselfIsTakenWhereThatIsSaid() {
        assertThat(Password.parse("{noop}a:b@c").matches("a:b@c", DIGEST)).isTrue();
        assertThat(Password.parse("{noop}a:b@c").matches("a:b@d", DIGEST)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hunter2",
                "",
                "{noop}",
                "$2y$10$short",
                "$2x$10$voRcS8sfCNXAPjfATYcateBAGTIak8jkMXD87xgAdGOnqyP9omomG",
                "$2y$31x",
                "$apr1$x$y",
                "{SHA}abcdef",
                "{bcrypt}hunter2"
            })
    void anythingElseIsRefusedWithoutBeingRepeated(String text) {
        assertThatThrownBy(() -> Password.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is no bcrypt hash")
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void whatWasFoundRightIsKnownAndNothingElse() {
        Password password = Password.parse("$2y" + REST);
        assertThat(password.isKnown(DIGEST)).isFalse();

        password.matches("wrong", new byte[] {2});
        assertThat(password.isKnown(new byte[] {2})).isFalse();

        password.matches("s€cret", DIGEST);
        assertThat(password.isKnown(DIGEST)).isTrue();
        assertThat(password.isKnown(new byte[] {2})).isFalse();
    }

    @Test
    void nothingIsEqualToNobodysPassword() {
        assertThat(Password.none().matches("", DIGEST)).isFalse();
    }
}
