package dev.buoy.persistence;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import dev.buoy.registry.LeaseState;
import dev.buoy.wire.MalformedPayloadException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.zip.CRC32C;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * A whole registry in one file: lines of JSON, compressed with gzip. The first line says which format it is and when it was
 * taken, the last how many leases there are and the CRC-32C of all bytes before it; those between are
 * {@link LeaseDocument}s. A file without a last line that agrees is torn or damaged, and nothing in it is believed.
 */
final class SnapshotFile {
    /** Raised when a program that knows this number could no longer read the files. */
    static final int FORMAT = 1;

    // No lease comes near; a damaged file must not eat the memory.
    private static final int LONGEST_LINE = 64 << 20;

    private static final JsonFactory JSON = new JsonFactory();

    private final LeaseDocument documents;

    SnapshotFile(LeaseDocument documents) {
        this.documents = documents;
    }

    /** A file of another, later format. It may be perfectly good. */
    static final class NewerFormatException extends IOException {
        private static final long serialVersionUID = 1L;

        NewerFormatException(int format) {
            super("format " + format + ", this program knows " + FORMAT);
        }
    }

    /** Writes a file to a stream, which it leaves open. */
    Saved write(OutputStream to, Instant takenAt, List<LeaseState> leases) throws IOException {
        CRC32C crc = new CRC32C();
        long bytes = 0;
        FastGzip out = new FastGzip(to);
        bytes += line(out, crc, "{\"format\":" + FORMAT + ",\"takenAt\":\"" + takenAt + "\"}");
        for (LeaseState lease : leases) {
            bytes += line(out, crc, documents.encode(lease));
        }
        StringWriter trailer = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(trailer)) {
            json.writeStartObject();
            json.writeNumberField("entries", leases.size());
            json.writeStringField("crc32c", hex(crc));
            json.writeEndObject();
        }
        line(out, crc, trailer.toString());
        out.finish();
        return new Saved(leases.size(), bytes);
    }

    /**
     * Reads a file whole.
     *
     * @throws NewerFormatException if a later program wrote it
     * @throws IOException          if it cannot be read, is torn or damaged
     */
    Snapshot read(InputStream from) throws IOException {
        try (InputStream in = new GZIPInputStream(from, 1 << 16)) {
            CRC32C crc = new CRC32C();
            Line line = new Line(in);
            if (!line.read()) {
                throw new IOException("empty");
            }
            Instant takenAt = header(line);
            line.addTo(crc);
            List<LeaseState> leases = new ArrayList<>();
            while (line.read()) {
                if (line.startsWith("{\"entries\":")) {
                    check(line, leases.size(), crc);
                    if (!line.atEnd()) {
                        throw new IOException("damaged: more after its last line");
                    }
                    return new Snapshot(takenAt, leases);
                }
                line.addTo(crc);
                leases.add(documents.decode(line.buffer(), line.size()));
            }
            throw new IOException("torn: it ends after " + leases.size() + " leases");
        } catch (MalformedPayloadException e) {
            throw new IOException("damaged: " + e.getMessage(), e);
        }
    }

    private static Instant header(Line line) throws IOException {
        int format = 0;
        Instant takenAt = Instant.EPOCH;
        try (JsonParser json = JSON.createParser(line.buffer(), 0, line.size())) {
            json.nextToken();
            for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
                json.nextToken();
                switch (name) {
                    case "format" -> format = json.getIntValue();
                    case "takenAt" -> takenAt = Instant.parse(json.getText());
                    default -> json.skipChildren();
                }
            }
        } catch (DateTimeException e) {
            throw new IOException("damaged: " + e.getMessage(), e);
        }
        if (format > FORMAT) {
            throw new NewerFormatException(format);
        }
        if (format < 1) {
            throw new IOException("no snapshot");
        }
        return takenAt;
    }

    private static void check(Line trailer, int entries, CRC32C crc) throws IOException {
        int stated = -1;
        String sum = "";
        try (JsonParser json = JSON.createParser(trailer.buffer(), 0, trailer.size())) {
            json.nextToken();
            for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
                json.nextToken();
                switch (name) {
                    case "entries" -> stated = json.getIntValue();
                    case "crc32c" -> sum = json.getText();
                    default -> json.skipChildren();
                }
            }
        }
        if (stated != entries || !sum.equals(hex(crc))) {
            throw new IOException(
                    "damaged: " + entries + " leases of " + stated + ", checksum " + hex(crc) + " for " + sum);
        }
    }

    private static String hex(CRC32C crc) {
        return String.format(Locale.ROOT, "%08x", crc.getValue());
    }

    private static long line(OutputStream out, CRC32C crc, String text) throws IOException {
        return line(out, crc, text.getBytes(StandardCharsets.UTF_8));
    }

    private static long line(OutputStream out, CRC32C crc, byte[] text) throws IOException {
        out.write(text);
        out.write('\n');
        crc.update(text);
        crc.update('\n');
        return text.length + 1L;
    }

    /** Instances are much alike, so that the least effort already makes them small. */
    private static final class FastGzip extends GZIPOutputStream {
        FastGzip(OutputStream out) throws IOException {
            super(out, 1 << 16);
            def.setLevel(1);
        }
    }

    /** The line being read, without its end. */
    private static final class Line extends ByteArrayOutputStream {
        private final InputStream in;
        private final byte[] ahead = new byte[1 << 16];
        private int next;
        private int end;

        Line(InputStream in) {
            super(4096);
            this.in = in;
        }

        /** Moves on to the next whole line; false at the end of the file, or when its last line has no end. */
        boolean read() throws IOException {
            reset();
            while (!atEnd()) {
                int from = next;
                while (next < end && ahead[next] != '\n') {
                    next++;
                }
                write(ahead, from, next - from);
                if (next < end) {
                    next++;
                    return true;
                }
                if (count > LONGEST_LINE) {
                    throw new IOException("damaged: a line without end");
                }
            }
            return false;
        }

        boolean atEnd() throws IOException {
            if (next == end) {
                next = 0;
                end = Math.max(0, in.read(ahead));
            }
            return end == 0;
        }

        byte[] buffer() {
            return buf;
        }

        boolean startsWith(String start) {
            byte[] wanted = start.getBytes(StandardCharsets.US_ASCII);
            return count >= wanted.length && Arrays.equals(buf, 0, wanted.length, wanted, 0, wanted.length);
        }

        void addTo(CRC32C crc) {
            crc.update(buf, 0, count);
            crc.update('\n');
        }
    }
}
