package dev.buoy.runtime;

import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.annotations.QuarkusMain;
import java.security.Security;
import java.util.List;
import java.util.stream.Stream;

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
        // Peers come and go in DNS. The JVM would keep what it found for half a minute.
        setUnlessSet("networkaddress.cache.ttl", "3");
        setUnlessSet("networkaddress.cache.negative.ttl", "1");
        // Netty looks for the handler that closes connections whose requests do not come.
        System.setProperty("io.netty.bootstrap.extensions", "serviceload");
        List<String> words =
                Stream.of(arguments).filter(word -> !word.startsWith("--")).toList();
        if (!words.isEmpty() && words.get(0).equals(SnapshotCommand.NAME)) {
            System.exit(new SnapshotCommand(System.out).run(words));
        }
        Quarkus.run(arguments);
    }

    private static void setUnlessSet(String property, String value) {
        String present = Security.getProperty(property);
        if (present == null || present.isBlank() || present.equals("10")) {
            Security.setProperty(property, value);
        }
    }
}
