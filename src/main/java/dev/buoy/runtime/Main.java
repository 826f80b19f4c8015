package dev.buoy.runtime;

import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.annotations.QuarkusMain;

/** Where the program starts. Settings may be given as {@code --key=value}, as to a Spring application. */
@QuarkusMain
public final class Main {
    Main() {}

    public static void main(String... arguments) {
        for (String argument : arguments) {
            int equals = argument.indexOf('=');
            if (argument.startsWith("--") && equals > 2) {
                System.setProperty(argument.substring(2, equals), argument.substring(equals + 1));
            }
        }
        Quarkus.run(arguments);
    }
}
