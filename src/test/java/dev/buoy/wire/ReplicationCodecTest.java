package dev.buoy.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.buoy.model.InstanceStatus;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Batches between servers (contract §9.3, §9.4, D-5, D-23). */
class ReplicationCodecTest {
    private static final ReplicationCodec CODEC = new ReplicationCodec();
    private static final String GOOD = "{\"appName\":\"A\",\"id\":\"good\",\"action\":\"Cancel\"}";

    private static final List<ReplicationTask> BATCH = List.of(
            new ReplicationTask(
                    ReplicationAction.Register,
                    "ORDERS",
                    "web-1:orders:8080",
                    1700000000042L,
                    null,
                    InstanceStatus.UP,
                    Samples.ORDERS),
            new ReplicationTask(
                    ReplicationAction.Heartbeat,
                    "ORDERS",
                    "web-2:orders:8080",
                    1700000000017L,
                    InstanceStatus.OUT_OF_SERVICE,
                    InstanceStatus.OUT_OF_SERVICE,
                    null),
            new ReplicationTask(
                    ReplicationAction.StatusUpdate,
                    "STOCK",
                    "db-3",
                    1700000000005L,
                    null,
                    InstanceStatus.OUT_OF_SERVICE,
                    null),
            new ReplicationTask(
                    ReplicationAction.DeleteStatusOverride,
                    "STOCK",
                    "db-4",
                    1700000000006L,
                    null,
                    InstanceStatus.UP,
                    null),
            new ReplicationTask(ReplicationAction.Cancel, "STOCK", "db-5", EurekaCodec.NO_TIMESTAMP, null, null, null));

    private static final List<ReplicationAnswer> ANSWERS =
            List.of(ReplicationAnswer.of(200), ReplicationAnswer.of(404), new ReplicationAnswer(409, Samples.ORDERS));

    private static List<ReplicationTask> decode(String body) throws MalformedPayloadException {
        byte[] bytes = Wire.utf8(body);
        return CODEC.decodeBatch(bytes, 0, bytes.length);
    }

    @Test
    void batchIsWrittenAsPeersReadIt() {
        assertThat(Wire.text(CODEC.encodeBatch(BATCH))).isEqualTo(Samples.read("batch.json"));
    }

    @Test
    void batchReadsBack() throws MalformedPayloadException {
        assertThat(decode(Samples.read("batch.json"))).isEqualTo(BATCH);
    }

    @Test
    void answersAreWrittenAsPeersReadThem() {
        assertThat(Wire.text(CODEC.encodeAnswers(ANSWERS))).isEqualTo(Samples.read("answers.json"));
        assertThat(Wire.text(CODEC.encodeAnswers(List.of()))).isEqualTo("{\"responseList\":[]}");
    }

    @Test
    void answersReadBack() throws MalformedPayloadException {
        assertThat(CODEC.decodeAnswers(Wire.utf8(Samples.read("answers.json")))).isEqualTo(ANSWERS);
    }

    @Test
    void emptyBatchIsABatch() throws MalformedPayloadException {
        assertThat(decode("{\"replicationList\":[]}")).isEmpty();
        assertThat(Wire.text(CODEC.encodeBatch(List.of()))).isEqualTo("{\"replicationList\":[]}");
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            null                                                       | an entry must be an object
            5                                                          | an entry must be an object
            [{"x":1}]                                                  | an entry must be an object
            {"id":"i","action":"Cancel"}                               | Missing appName
            {"appName":"","id":"i","action":"Cancel"}                  | Missing appName
            {"appName":"A","action":"Cancel"}                          | Missing id
            {"appName":"A","id":{"x":[1]},"action":"Cancel"}           | id must be text
            {"appName":"A","id":"i"}                                   | Missing action
            {"appName":"A","id":"i","action":null}                     | Missing action
            {"appName":"A","id":"i","action":"Explode"}                | unknown action
            {"appName":"A","id":"i","action":"register"}               | unknown action
            {"appName":"A","id":"i","action":"Heartbeat","lastDirtyTimestamp":"x"} | lastDirtyTimestamp must be a number
            {"appName":"A","id":"i","action":"Heartbeat","overriddenStatus":"up"}  | unknown overriddenStatus
            {"appName":"A","id":"i","action":"StatusUpdate"}           | Missing or unknown status
            {"appName":"A","id":"i","action":"StatusUpdate","status":"NONSENSE"}   | Missing or unknown status
            {"appName":"A","id":"i","action":"DeleteStatusOverride","status":""}   | unknown status
            {"appName":"A","id":"i","action":"Register"}               | Missing instanceInfo
            {"appName":"A","id":"i","action":"Register","instanceInfo":null} | Missing instanceInfo
            {"appName":"A","id":"i","action":"Register","instanceInfo":5}    | instance must be an object
            {"appName":"A","id":"i","action":"Register","instanceInfo":[{}]} | instance must be an object
            {"appName":"A","id":"i","action":"Register","instanceInfo":{}}   | Missing appName
            {"appName":"A","instanceInfo":{"app":"A","port":{"$":"x","y":{"z":[]}},"vipAddress":"v"},"id":"i","action":"Register"} | port must be a number from 0 to 65535
            {"appName":"A","instanceInfo":{"app":"A","metadata":{"k":[{"a":1}]}},"id":"i","action":"Register"} | a metadata value must be text
            """)
    void entryThatIsWrongInItselfDoesNotTroubleTheOthers(String entry, String fault) throws MalformedPayloadException {
        List<ReplicationTask> tasks = decode("{\"replicationList\":[" + GOOD + "," + entry + "," + GOOD + "]}");

        assertThat(tasks).hasSize(3);
        assertThat(tasks.get(0).isFaulty()).isFalse();
        assertThat(tasks.get(1).fault()).isEqualTo(fault);
        assertThat(tasks.get(2)).isEqualTo(tasks.get(0));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"appName\":\"a\",\"id\":\"i\",\"action\":\"Heartbeat\",\"lastDirtyTimestamp\":\"17\",\"status\":\"UP\"}",
                "{\"action\":\"Heartbeat\",\"new\":{\"id\":[1]},\"appName\":\"A\",\"id\":\"i\",\"lastDirtyTimestamp\":17,"
                        + "\"overriddenStatus\":null,\"status\":\"UP\",\"instanceInfo\":null,\"other\":[[]]}"
            })
    void looseFormsAreUnderstood(String entry) throws MalformedPayloadException {
        assertThat(decode("{\"version\":{\"a\":[]},\"replicationList\":[" + entry + "],\"more\":1}"))
                .containsExactly(
                        new ReplicationTask(ReplicationAction.Heartbeat, "A", "i", 17, null, InstanceStatus.UP, null));
    }

    @Test
    void statusThatAHeartbeatDoesNotNeedMayBeAnything() throws MalformedPayloadException {
        assertThat(decode(
                                "{\"replicationList\":[{\"appName\":\"A\",\"id\":\"i\",\"action\":\"Heartbeat\",\"status\":\"?\"}]}")
                        .get(0)
                        .isFaulty())
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "{",
                "{}",
                "{\"replicationList\":null}",
                "{\"replicationList\":{}}",
                "{\"replicationList\":[",
                "{\"replicationList\":[{\"appName\":\"A\"",
                "{\"replicationList\":[]",
                "{\"replicationList\":[null]}",
                "{\"replicationList\":[{\"appName\":\"A\",\"id\":\"b\",\"action\":\"Explode\"}]}",
                "{\"replicationList\":[{\"appName\":\"A\",\"id\":\"b\",\"action\":\"Heartbeat\",\"lastDirtyTimestamp\":\"x\"}]}",
                "{\"replicationList\":[{\"appName\":\"A\",\"id\":\"b\",\"action\":\"Register\",\"instanceInfo\":{\"port\":\"x\",]}]}"
            })
    void bodyThatIsNoBatchIsRefused(String body) {
        assertThat(catchThrowable(() -> decode(body))).isInstanceOf(MalformedPayloadException.class);
        assertThat(catchThrowable(() -> CODEC.decodeAnswers(Wire.utf8(body.replace("replicationList", "x")))))
                .isInstanceOf(MalformedPayloadException.class);
    }

    @Test
    void batchOfMoreEntriesThanAnyMemoryCanHoldIsRefused() {
        int most = ReplicationCodec.MOST_ENTRIES;
        String entries = (GOOD + ",").repeat(most - 1) + GOOD;

        assertThat(catchThrowable(() -> decode("{\"replicationList\":[" + entries + "]}")))
                .isNull();
        assertThat(catchThrowable(() -> decode("{\"replicationList\":[" + entries + ",{}]}")))
                .isInstanceOf(MalformedPayloadException.class)
                .hasMessageContaining("10000");
    }

    @Test
    void oddAnswersOfPeersKeepTheirPlaces() throws MalformedPayloadException {
        String body =
                "{\"responseList\":[null,{},{\"statusCode\":\"404\",\"x\":{}},{\"statusCode\":409,\"responseEntity\":null},"
                        + "{\"responseEntity\":{\"port\":{\"$\":\"x\",\"y\":[]}},\"statusCode\":409},{\"statusCode\":[]}]}";

        assertThat(CODEC.decodeAnswers(Wire.utf8(body)))
                .extracting(ReplicationAnswer::statusCode)
                .containsExactly(0, 0, 404, 409, 409, 0);
        assertThat(CODEC.decodeAnswers(Wire.utf8(body)))
                .extracting(ReplicationAnswer::entity)
                .containsOnlyNulls();
    }
}
