package dev.buoy.nativeimage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Classes of ours that were looked into by reflection, as a native image would at run time. Left out is what happens in the static
 * initializer of the application, since there it happens while the image is built, on a JVM; and what the {@code java} command
 * does to find {@code main}, which an image calls without looking. Called by {@link Class} itself, so this knows nothing but the
 * JDK.
 */
public final class ReflectionRecord {
    private static final String OURS = "dev.buoy.";
    private static final String BUILD_TIME = "io.quarkus.runner.ApplicationImpl.<clinit>";
    private static final String JAVA_COMMAND = "sun.launcher.LauncherHelper.";
    private static final Set<String> SEEN = ConcurrentHashMap.newKeySet();
    /** Walking a stack may look into classes itself. */
    private static final ThreadLocal<Boolean> WALKING = ThreadLocal.withInitial(() -> false);

    private ReflectionRecord() {}

    /** A method of {@link Class} was called on a class. */
    public static void lookedInto(Class<?> target, String method) {
        if (!target.isHidden()) {
            record(target.getName(), method);
        }
    }

    /** A class was asked for by its name. */
    public static void named(String name) {
        if (name != null) {
            record(name, "forName");
        }
    }

    private static void record(String name, String method) {
        if (!name.startsWith(OURS) || WALKING.get()) {
            return;
        }
        WALKING.set(true);
        try {
            var callers = StackWalker.getInstance()
                    .walk(frames -> frames.map(frame -> frame.getClassName() + "." + frame.getMethodName())
                            .toList());
            if (!callers.contains(BUILD_TIME) && callers.stream().noneMatch(frame -> frame.startsWith(JAVA_COMMAND))) {
                var caller =
                        callers.stream().filter(frame -> !isOfTheJvm(frame)).findFirst();
                SEEN.add(name + " " + method + " " + caller.orElse("?"));
            }
        } finally {
            WALKING.set(false);
        }
    }

    private static boolean isOfTheJvm(String frame) {
        return frame.startsWith("java.")
                || frame.startsWith("jdk.")
                || frame.startsWith("sun.")
                || frame.startsWith(ReflectionRecord.class.getName());
    }

    /** Writes them, one a line: class, method of {@link Class}, and who called it. */
    public static void writeAtExit(Path file) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            try {
                Files.write(file, new TreeSet<>(SEEN));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }));
    }
}
