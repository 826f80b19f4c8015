package dev.buoy.actuator;

import com.sun.management.HotSpotDiagnosticMXBean;
import io.quarkus.runtime.ImageMode;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** {@code heapdump}: the heap as a file, after a collection. It holds all that the process knows, secrets too. */
@Singleton
final class HeapDumpEndpoint implements Endpoint {
    @Override
    public String id() {
        return "heapdump";
    }

    @Override
    public Result get(Question question) {
        if (ImageMode.current() == ImageMode.NATIVE_RUN) {
            return Result.text(
                    501, "A native executable makes no heap dumps on request; run the server on a JVM for that.");
        }
        try {
            Path folder = Files.createTempDirectory("buoy-heap");
            Path file = folder.resolve("heapdump.hprof");
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).dumpHeap(file.toString(), true);
            return Result.file(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
