package dev.buoy.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.buoy.model.InstanceInfo;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is written reads back the same, whatever it is. */
class RoundTripTest {
    private static final RandomInstances.Alphabet ANY = RandomInstances.Alphabet.ALL;

    static LongStream seeds() {
        return LongStream.range(0, 50);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void everyInstanceSurvivesJsonAndXml(long seed) throws MalformedPayloadException {
        InstanceInfo instance = new RandomInstances(seed, RandomInstances.Alphabet.XML).next();

        for (WireFormat format : WireFormat.values()) {
            String text = Wire.encode(format, instance);
            assertThat(Wire.decode(format, text)).as(text).isEqualTo(withoutAction(instance));
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void jsonKeepsWhatXmlCannotHold(long seed) throws MalformedPayloadException {
        InstanceInfo instance = new RandomInstances(seed, ANY).next();

        assertThat(Wire.decode(WireFormat.JSON, Wire.encode(WireFormat.JSON, instance)))
                .isEqualTo(withoutAction(instance));
        Wire.assertWellFormedXml(Wire.encode(WireFormat.XML, instance));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void registriesSurviveWithTheirActions(long seed) throws MalformedPayloadException {
        RandomInstances random = new RandomInstances(seed, RandomInstances.Alphabet.XML);
        InstanceInfo one = random.next().toBuilder().app("APP").build();
        InstanceInfo other =
                random.next().toBuilder().app("APP").instanceId("other").build();
        List<InstanceInfo> instances = List.of(one, other);

        for (WireFormat format : WireFormat.values()) {
            String text = Wire.registry(format, WireForm.FULL, "APP", instances);
            DecodedApplications decoded = Wire.CODEC.decodeApplications(format, Wire.utf8(text));
            assertThat(decoded.unreadable()).isZero();
            assertThat(decoded.versionsDelta()).isOne();
            assertThat(decoded.appsHashCode()).isEqualTo("UP_1_");
            assertThat(decoded.applications().get(0).instances()).containsExactlyInAnyOrder(one, other);
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void compactDocumentsAreWellFormed(long seed) {
        InstanceInfo instance = new RandomInstances(seed, ANY).next();

        assertThat(Wire.json(Wire.registry(WireFormat.JSON, WireForm.COMPACT, "A", List.of(instance)))
                        .at("/applications/application/0/instance/0/ipAddr")
                        .asText())
                .isEqualTo(instance.ipAddr());
        Wire.assertWellFormedXml(Wire.registry(WireFormat.XML, WireForm.COMPACT, "A", List.of(instance)));
        Wire.assertWellFormedXml(Wire.application(WireFormat.XML, WireForm.COMPACT, "A", List.of(instance)));
    }

    private static InstanceInfo withoutAction(InstanceInfo instance) {
        return instance.toBuilder().actionType(null).build();
    }
}
