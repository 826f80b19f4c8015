package dev.buoy.wire;

import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import dev.buoy.model.InstanceInfo;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Batches between servers and their answers, in JSON, as the reference's servers send and read them (contract §9.3,
 * §9.4). Has no state; any number of threads may use it.
 */
@Singleton
public final class ReplicationCodec {
    /** Entries that a batch may have: many times what servers send at once, few enough for any memory. */
    static final int MOST_ENTRIES = 10_000;

    private static final byte[] TASKS = Ascii.bytes("{\"replicationList\":[");
    private static final byte[] APP_NAME = Ascii.bytes("{\"appName\":\"");
    private static final byte[] ID = Ascii.bytes("\",\"id\":\"");
    private static final byte[] TEXT_END = Ascii.bytes("\"");
    private static final byte[] LAST_DIRTY = Ascii.bytes(",\"lastDirtyTimestamp\":");
    private static final byte[] OVERRIDDEN_STATUS = Ascii.bytes(",\"overriddenStatus\":\"");
    private static final byte[] STATUS = Ascii.bytes(",\"status\":\"");
    private static final byte[] INSTANCE = Ascii.bytes(",\"instanceInfo\":");
    private static final byte[] ACTION = Ascii.bytes(",\"action\":\"");
    private static final byte[] TASK_END = Ascii.bytes("\"}");
    private static final byte[] ANSWERS = Ascii.bytes("{\"responseList\":[");
    private static final byte[] STATUS_CODE = Ascii.bytes("{\"statusCode\":");
    private static final byte[] ENTITY = Ascii.bytes(",\"responseEntity\":");
    private static final byte[] LIST_END = Ascii.bytes("]}");

    public ReplicationCodec() {}

    /**
     * Reads a batch: one task per entry, in order. An entry that is wrong in itself becomes a task with a fault; members
     * that are not known are passed over, whatever they hold.
     *
     * @throws MalformedPayloadException if the body is no batch: not JSON, without a list, with more than
     *     {@link #MOST_ENTRIES}, or with entries of which none can be read at all (null, an unknown action, a timestamp that
     *     is no number)
     */
    public List<ReplicationTask> decodeBatch(byte[] body, int offset, int length) throws MalformedPayloadException {
        try (JsonCursor json = new JsonCursor(body, offset, length)) {
            enterList(json, "replicationList");
            List<ReplicationTask> tasks = new ArrayList<>();
            boolean anyReadable = false;
            while (nextElement(json)) {
                if (tasks.size() == MOST_ENTRIES) {
                    throw new MalformedPayloadException("more than " + MOST_ENTRIES + " entries");
                }
                ReplicationTaskReader reader = new ReplicationTaskReader();
                tasks.add(reader.read(json));
                anyReadable |= reader.isReadable();
            }
            leave(json);
            if (!tasks.isEmpty() && !anyReadable) {
                throw new MalformedPayloadException(tasks.get(0).fault());
            }
            return tasks;
        } catch (IOException e) {
            throw new MalformedPayloadException("malformed JSON");
        }
    }

    /**
     * Reads the answer of a peer to a batch.
     *
     * @throws MalformedPayloadException if the body is not JSON or has no list; an instance in it that makes no sense is
     *     left out
     */
    public List<ReplicationAnswer> decodeAnswers(byte[] body, int offset, int length) throws MalformedPayloadException {
        try (JsonCursor json = new JsonCursor(body, offset, length)) {
            enterList(json, "responseList");
            List<ReplicationAnswer> answers = new ArrayList<>();
            while (nextElement(json)) {
                answers.add(answer(json));
            }
            leave(json);
            return answers;
        } catch (IOException e) {
            throw new MalformedPayloadException("malformed JSON");
        }
    }

    /** The same for a whole array. */
    public List<ReplicationAnswer> decodeAnswers(byte[] body) throws MalformedPayloadException {
        return decodeAnswers(body, 0, body.length);
    }

    // Other members of the root may come before the list.
    private static void enterList(JsonCursor json, String list) throws IOException, MalformedPayloadException {
        if (json.next() != JsonToken.START_OBJECT) {
            throw new MalformedPayloadException("expected an object");
        }
        for (String name = json.nextMember(); name != null; name = json.nextMember()) {
            if (name.equals(list) && json.isArray()) {
                return;
            }
            json.skip();
        }
        throw new MalformedPayloadException("Missing " + list);
    }

    private static boolean nextElement(JsonCursor json) throws IOException, MalformedPayloadException {
        JsonToken token = json.next();
        if (token == null) {
            throw json.syntaxFault();
        }
        return token != JsonToken.END_ARRAY;
    }

    private static void leave(JsonCursor json) throws IOException, MalformedPayloadException {
        for (String name = json.nextMember(); name != null; name = json.nextMember()) {
            json.skip();
        }
    }

    private static ReplicationAnswer answer(JsonCursor json) throws IOException, MalformedPayloadException {
        if (!json.isObject()) {
            json.skip();
            return ReplicationAnswer.of(0);
        }
        int statusCode = 0;
        InstanceInfo entity = null;
        for (String name = json.nextMember(); name != null; name = json.nextMember()) {
            switch (name) {
                case "statusCode" -> statusCode = statusCode(json);
                case "responseEntity" -> entity = entity(json);
                default -> json.skip();
            }
        }
        return new ReplicationAnswer(statusCode, entity);
    }

    private static int statusCode(JsonCursor json) throws IOException, MalformedPayloadException {
        if (json.isObject() || json.isArray()) {
            json.skip();
            return 0;
        }
        return Numbers.toInt(json.number("statusCode", 0, 0));
    }

    private static InstanceInfo entity(JsonCursor json) throws IOException {
        if (!json.isObject()) {
            json.skip();
            return null;
        }
        JsonStreamContext around = json.around();
        try {
            InstanceInfo entity = JsonInstanceReader.read(json);
            return entity.app() == null || entity.instanceId() == null ? null : entity;
        } catch (MalformedPayloadException e) {
            json.skipBackTo(around);
            return null;
        }
    }

    /** Writes a batch. Absent members are left out, as real peers want it. */
    public byte[] encodeBatch(List<ReplicationTask> tasks) {
        Utf8Sink out = new Utf8Sink(256 * (tasks.size() + 1));
        out.append(TASKS);
        boolean first = true;
        for (ReplicationTask task : tasks) {
            if (!first) {
                out.append(',');
            }
            first = false;
            write(task, out);
        }
        out.append(LIST_END);
        return out.toByteArray();
    }

    private static void write(ReplicationTask task, Utf8Sink out) {
        out.append(APP_NAME);
        JsonText.append(task.appName(), out);
        out.append(ID);
        JsonText.append(task.id(), out);
        out.append(TEXT_END);
        if (task.lastDirtyTimestamp() >= 0) {
            out.append(LAST_DIRTY);
            out.append(task.lastDirtyTimestamp());
        }
        if (task.overriddenStatus() != null) {
            out.append(OVERRIDDEN_STATUS);
            JsonText.append(task.overriddenStatus().name(), out);
            out.append(TEXT_END);
        }
        if (task.status() != null) {
            out.append(STATUS);
            JsonText.append(task.status().name(), out);
            out.append(TEXT_END);
        }
        if (task.instance() != null) {
            out.append(INSTANCE);
            JsonInstanceWriter.full(task.instance(), out);
        }
        out.append(ACTION);
        JsonText.append(task.action().name(), out);
        out.append(TASK_END);
    }

    /** Writes the answer to a batch: as many entries as it had, in its order. */
    public byte[] encodeAnswers(List<ReplicationAnswer> answers) {
        Utf8Sink out = new Utf8Sink(32 * (answers.size() + 1));
        out.append(ANSWERS);
        boolean first = true;
        for (ReplicationAnswer answer : answers) {
            if (!first) {
                out.append(',');
            }
            first = false;
            out.append(STATUS_CODE);
            out.append(answer.statusCode());
            if (answer.entity() != null) {
                out.append(ENTITY);
                JsonInstanceWriter.full(answer.entity(), out);
            }
            out.append('}');
        }
        out.append(LIST_END);
        return out.toByteArray();
    }
}
