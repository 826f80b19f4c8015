package dev.buoy.runtime;

import dev.buoy.config.SnapshotConfig;
import dev.buoy.persistence.SnapshotException;
import dev.buoy.persistence.SnapshotStore;
import dev.buoy.persistence.SnapshotStores;
import dev.buoy.persistence.SnapshotTransfer;
import dev.buoy.wire.EurekaCodec;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/**
 * {@code snapshot export|import FILE}: moves a registry between the store that the settings name and a file. No server is
 * started for it, and none need run.
 */
final class SnapshotCommand {
    static final String NAME = "snapshot";
    private static final String USAGE = "usage: snapshot export|import FILE";

    // As Quarkus orders them: the file beside the program before the one inside.
    private static final int BESIDE = 260;
    private static final int INSIDE = 250;

    private final PrintStream out;

    SnapshotCommand(PrintStream out) {
        this.out = out;
    }

    /** @return the status to exit with: 0 when it is done, 1 when that failed, 2 when it is not clear what to do */
    int run(List<String> arguments) {
        if (arguments.size() != 3 || !List.of("export", "import").contains(arguments.get(1))) {
            out.println(USAGE);
            return 2;
        }
        Path file = Path.of(arguments.get(2));
        EurekaCodec codec = new EurekaCodec();
        try {
            SmallRyeConfig settings = settings();
            SnapshotConfig config = settings.getConfigMapping(SnapshotConfig.class);
            SnapshotStore store = SnapshotStores.offline(
                            config,
                            codec,
                            key -> settings.getOptionalValue(key, String.class).orElse(null))
                    .orElse(null);
            if (store == null) {
                out.println("There is no store to use: set buoy.snapshot.store");
                return 2;
            }
            SnapshotTransfer transfer = new SnapshotTransfer(store, codec);
            if (arguments.get(1).equals("export")) {
                out.printf("Exported %d instances from the %s store%n", transfer.exportTo(file), store.name());
            } else {
                int imported = transfer.importFrom(file, Instant.now());
                out.printf("Imported %d instances into the %s store%n", imported, store.name());
            }
            return 0;
        } catch (SnapshotException | IOException e) {
            out.println(e.getMessage());
            return 1;
        }
    }

    private static SmallRyeConfig settings() throws IOException {
        ClassLoader loader = SnapshotCommand.class.getClassLoader();
        SmallRyeConfigBuilder settings = new SmallRyeConfigBuilder()
                .forClassLoader(loader)
                .addDefaultInterceptors()
                .addDefaultSources()
                .addDiscoveredInterceptors()
                .addDiscoveredConverters()
                .withMapping(SnapshotConfig.class);
        URL inside = loader.getResource("application.properties");
        if (inside != null) {
            settings.withSources(new PropertiesConfigSource(inside, INSIDE));
        }
        Path beside = Path.of("config", "application.properties");
        if (Files.isReadable(beside)) {
            settings.withSources(new PropertiesConfigSource(beside.toUri().toURL(), BESIDE));
        }
        return settings.build();
    }
}
