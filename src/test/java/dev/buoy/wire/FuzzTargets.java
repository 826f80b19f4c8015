package dev.buoy.wire;

import dev.buoy.model.InstanceInfo;
import java.util.Arrays;
import java.util.List;

/**
 * What a coverage-guided fuzzer calls with any bytes, one nested class each: they are read or refused, with no other
 * exception; what was read is written well-formed, and reads back as itself. Time and memory are the fuzzer's to watch.
 * {@code src/it/fuzz/run.sh} runs them.
 */
final class FuzzTargets {
    private static final ReplicationCodec REPLICATION = new ReplicationCodec();

    private FuzzTargets() {}

    /** Registrations and registries in JSON. */
    public static final class Json {
        private Json() {}

        public static void fuzzerTestOneInput(byte[] input) {
            readOrRefuse(WireFormat.JSON, input);
        }
    }

    /** Registrations and registries in XML. */
    public static final class Xml {
        private Xml() {}

        public static void fuzzerTestOneInput(byte[] input) {
            readOrRefuse(WireFormat.XML, input);
        }
    }

    /** Batches of peers, and the answers to them. */
    public static final class Batch {
        private Batch() {}

        public static void fuzzerTestOneInput(byte[] input) {
            try {
                for (ReplicationTask task : REPLICATION.decodeBatch(input, 0, input.length)) {
                    if (!task.isFaulty()) {
                        assertKept(REPLICATION.encodeBatch(List.of(task)));
                    }
                }
            } catch (MalformedPayloadException refused) {
                assertSays(refused);
            }
            try {
                byte[] written = REPLICATION.encodeAnswers(REPLICATION.decodeAnswers(input));
                assertSame(written, REPLICATION.encodeAnswers(REPLICATION.decodeAnswers(written)));
            } catch (MalformedPayloadException refused) {
                assertSays(refused);
            }
        }

        // As with instances: what is left out, such as a time, is filled in once.
        private static void assertKept(byte[] once) {
            byte[] twice = again(once);
            assertSame(twice, again(twice));
        }

        private static byte[] again(byte[] written) {
            List<ReplicationTask> tasks;
            try {
                tasks = REPLICATION.decodeBatch(written, 0, written.length);
            } catch (MalformedPayloadException e) {
                throw new AssertionError("what was written is refused: " + Wire.text(written), e);
            }
            if (tasks.size() != 1 || tasks.get(0).isFaulty()) {
                throw new AssertionError("not read back: " + Wire.text(written));
            }
            return REPLICATION.encodeBatch(tasks);
        }
    }

    private static void readOrRefuse(WireFormat format, byte[] input) {
        try {
            InstanceInfo instance = Wire.decode(format, input);
            RegistrationCheck.firstFault("A", instance);
            assertKept(instance);
        } catch (MalformedPayloadException refused) {
            assertSays(refused);
        }
        try {
            Wire.CODEC
                    .decodeApplications(format, input)
                    .applications()
                    .forEach(application -> application.forEach(FuzzTargets::assertKept));
        } catch (MalformedPayloadException refused) {
            assertSays(refused);
        }
    }

    // What a format cannot hold is lost the first time; the second must lose nothing more.
    private static void assertKept(InstanceInfo instance) {
        for (WireFormat format : WireFormat.values()) {
            byte[] once = Wire.CODEC.encodeInstance(format, instance);
            if (format == WireFormat.XML) {
                Wire.assertWellFormedXml(Wire.text(once));
            } else {
                Wire.json(Wire.text(once));
            }
            if (instance.app() == null) {
                continue; // is no registration, and would not be read
            }
            try {
                byte[] twice = Wire.CODEC.encodeInstance(format, Wire.decode(format, once));
                byte[] thrice = Wire.CODEC.encodeInstance(format, Wire.decode(format, twice));
                assertSame(twice, thrice);
            } catch (MalformedPayloadException e) {
                throw new AssertionError("what was written is refused: " + Wire.text(once), e);
            }
        }
    }

    private static void assertSame(byte[] one, byte[] other) {
        if (!Arrays.equals(one, other)) {
            throw new AssertionError("changes when read and written: " + Wire.text(one) + " to " + Wire.text(other));
        }
    }

    private static void assertSays(MalformedPayloadException refused) {
        String message = refused.getMessage();
        if (message == null || message.isBlank() || message.length() > 200) {
            throw new AssertionError("a refusal must say something, and briefly: " + message);
        }
    }
}
