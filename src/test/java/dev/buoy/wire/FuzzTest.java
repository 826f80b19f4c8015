package dev.buoy.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.buoy.model.InstanceInfo;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever comes in, there is a value or a refusal; and no value that came in spoils what goes out. */
class FuzzTest {
    private static final int INPUTS = 2000;
    private static final ReplicationCodec REPLICATION = new ReplicationCodec();

    private static List<byte[]> instances(WireFormat format) {
        List<byte[]> seeds = new ArrayList<>();
        for (long seed = 0; seed < 20; seed++) {
            InstanceInfo instance = new RandomInstances(seed, RandomInstances.Alphabet.ALL).next();
            seeds.add(Wire.CODEC.encodeInstance(format, instance));
        }
        if (format == WireFormat.JSON) {
            seeds.add(Wire.utf8(Samples.read("registration-spring.json")));
            seeds.add(Wire.utf8(Samples.read("registration-oldest.json")));
        }
        seeds.add(Wire.CODEC.encodeInstance(format, Samples.ORDERS));
        seeds.add(Wire.CODEC.encodeInstance(format, Samples.AMAZON));
        return seeds;
    }

    @ParameterizedTest
    @EnumSource
    void mutatedRegistrationIsReadOrRefusedAndNeverSpoilsAnAnswer(WireFormat format) {
        Mutations mutations = new Mutations(17, instances(format));
        int read = 0;
        for (int i = 0; i < INPUTS; i++) {
            byte[] input = mutations.next();
            try {
                InstanceInfo instance = Wire.decode(format, input);
                read++;
                assertWritable(instance);
                RegistrationCheck.firstFault("A", instance);
            } catch (MalformedPayloadException refused) {
                assertThat(refused.getMessage()).isNotBlank();
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("input " + i + ": " + Wire.text(input), e);
            }
        }
        assertThat(read).as("inputs that can be read").isBetween(INPUTS / 20, INPUTS - INPUTS / 20);
    }

    private static void assertWritable(InstanceInfo instance) {
        for (WireForm form : WireForm.values()) {
            String json = Wire.registry(WireFormat.JSON, form, "A", List.of(instance, instance));
            assertThat(Wire.json(json).at("/applications/application/0/instance"))
                    .hasSize(2);
            Wire.assertWellFormedXml(Wire.registry(WireFormat.XML, form, "A", List.of(instance, instance)));
        }
        Wire.json(Wire.encode(WireFormat.JSON, instance));
        Wire.assertWellFormedXml(Wire.encode(WireFormat.XML, instance));
    }

    @Test
    void mutatedBatchIsReadOrRefused() {
        List<byte[]> seeds = List.of(Wire.utf8(Samples.read("batch.json")), Wire.utf8("{\"replicationList\":[]}"));
        Mutations mutations = new Mutations(18, seeds);
        for (int i = 0; i < INPUTS; i++) {
            byte[] input = mutations.next();
            try {
                for (ReplicationTask task : REPLICATION.decodeBatch(input, 0, input.length)) {
                    if (!task.isFaulty()) {
                        Wire.json(Wire.text(REPLICATION.encodeBatch(List.of(task))));
                    }
                }
            } catch (MalformedPayloadException refused) {
                assertThat(refused.getMessage()).isNotBlank();
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("input " + i + ": " + Wire.text(input), e);
            }
        }
    }

    @Test
    void mutatedAnswersAreReadOrRefused() {
        Mutations mutations = new Mutations(19, List.of(Wire.utf8(Samples.read("answers.json"))));
        for (int i = 0; i < INPUTS; i++) {
            byte[] input = mutations.next();
            try {
                List<ReplicationAnswer> answers = REPLICATION.decodeAnswers(input);
                Wire.json(Wire.text(REPLICATION.encodeAnswers(answers)));
            } catch (MalformedPayloadException refused) {
                assertThat(refused.getMessage()).isNotBlank();
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("input " + i + ": " + Wire.text(input), e);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void mutatedRegistryIsReadOrRefused(WireFormat format) {
        String extension = format == WireFormat.JSON ? ".json" : ".xml";
        Mutations mutations = new Mutations(
                20,
                List.of(
                        Wire.utf8(Samples.read("registry" + extension)),
                        Wire.utf8(Samples.read("registry-compact" + extension))));
        for (int i = 0; i < INPUTS / 2; i++) {
            byte[] input = mutations.next();
            try {
                Wire.CODEC
                        .decodeApplications(format, input)
                        .applications()
                        .forEach(application -> application.forEach(FuzzTest::assertWritable));
            } catch (MalformedPayloadException refused) {
                assertThat(refused.getMessage()).isNotBlank();
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("input " + i + ": " + Wire.text(input), e);
            }
        }
    }

    @Test
    void nothingIsPrintedAboutBadInput() {
        Mutations mutations = new Mutations(21, instances(WireFormat.XML));
        PrintStream console = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            for (int i = 0; i < INPUTS / 4; i++) {
                try {
                    Wire.decode(WireFormat.XML, mutations.next());
                } catch (MalformedPayloadException refused) {
                    assertThat(refused.getMessage()).isNotBlank();
                }
            }
        } finally {
            System.setErr(console);
        }
        assertThat(printed.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    /** Valid payloads with a few accidents each. */
    private static final class Mutations {
        private static final String[] SPLICES = {
            "{",
            "}",
            "[",
            "]",
            "\"",
            ",",
            ":",
            "null",
            "true",
            "-1",
            "1e9",
            "\\ud800",
            "\\u0000",
            "<",
            ">",
            "</",
            "&amp;",
            "&x;",
            "&#x1;",
            "<!--",
            "<![CDATA[",
            "<!DOCTYPE a>",
            "<a_.0001>",
            "\u0000",
            "😀",
            "{\"\":\"\\ud83d\"}",
            "[[[]]]"
        };

        private final Random random;
        private final List<byte[]> seeds;

        Mutations(long seed, List<byte[]> seeds) {
            this.random = new Random(seed);
            this.seeds = seeds;
        }

        byte[] next() {
            byte[] input = any().clone();
            for (int accidents = 1 + random.nextInt(3); accidents > 0; accidents--) {
                input = mutate(input);
            }
            return input;
        }

        private byte[] mutate(byte[] input) {
            if (input.length == 0) {
                return input;
            }
            int at = random.nextInt(input.length);
            int to = at + random.nextInt(Math.min(40, input.length - at));
            return switch (random.nextInt(8)) {
                case 0 -> flipped(input, at);
                case 1 -> joined(input, 0, at, new byte[0], input.length);
                case 2 -> joined(input, 0, to, new byte[0], at);
                case 3 -> joined(input, 0, at, new byte[0], to);
                case 4 -> joined(input, 0, at, Wire.utf8(SPLICES[random.nextInt(SPLICES.length)]), at);
                case 5 -> joined(input, 0, at, Wire.utf8(SPLICES[random.nextInt(SPLICES.length)]), to);
                case 6 -> spliced(input, at);
                default -> digit(input, at);
            };
        }

        private byte[] any() {
            return seeds.get(random.nextInt(seeds.size()));
        }

        private byte[] flipped(byte[] input, int at) {
            input[at] ^= (byte) (1 << random.nextInt(8));
            return input;
        }

        // The likeliest to stay readable: another letter or digit in place of one.
        private byte[] digit(byte[] input, int at) {
            if (Character.isLetterOrDigit(input[at])) {
                input[at] = (byte) "09azAZ_".charAt(random.nextInt(7));
            }
            return input;
        }

        private byte[] spliced(byte[] input, int at) {
            byte[] other = any();
            int from = random.nextInt(other.length);
            int length = random.nextInt(Math.min(60, other.length - from));
            byte[] part = java.util.Arrays.copyOfRange(other, from, from + length);
            return joined(input, 0, at, part, at);
        }

        private static byte[] joined(byte[] input, int from, int to, byte[] middle, int rest) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            out.write(input, from, to - from);
            out.writeBytes(middle);
            out.write(input, rest, input.length - rest);
            return out.toByteArray();
        }
    }
}
