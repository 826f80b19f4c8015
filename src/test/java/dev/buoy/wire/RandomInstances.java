package dev.buoy.wire;

import dev.buoy.model.ActionType;
import dev.buoy.model.DataCenterInfo;
import dev.buoy.model.InstanceInfo;
import dev.buoy.model.InstanceInfoBuilder;
import dev.buoy.model.InstanceStatus;
import dev.buoy.model.LeaseInfo;
import dev.buoy.model.Metadata;
import dev.buoy.model.PortInfo;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/** Instances with every kind of text in every field. */
final class RandomInstances {
    /** Which characters their texts have. */
    enum Alphabet {
        /** Those that XML 1.0 can carry. */
        XML("abcXYZ019 _-.:/$@&<>\"'[]{}\\;=%+,#\t\n\réß中\u00b7\u0220\u0301\u2028\ufffd"),
        /** Those and all that only JSON can carry; half surrogates are nobody's. */
        ALL(XML.characters + "\u0000\u0001\u001f\u007f\ufffe\uffff");

        private final String characters;

        Alphabet(String characters) {
            this.characters = characters;
        }
    }

    private final Random random;
    private final Alphabet alphabet;

    RandomInstances(long seed, Alphabet alphabet) {
        this.random = new Random(seed);
        this.alphabet = alphabet;
    }

    InstanceInfo next() {
        String id = "i" + text();
        return new InstanceInfoBuilder()
                .instanceId(id)
                .hostName("h" + text())
                .app(("A" + text()).toUpperCase(Locale.ROOT))
                .ipAddr("p" + text())
                .sid(random.nextBoolean() ? InstanceInfo.NO_SID : "s" + text())
                .status(any(InstanceStatus.values()))
                .overriddenStatus(any(InstanceStatus.values()))
                .port(new PortInfo(random.nextInt(65536), random.nextBoolean()))
                .securePort(new PortInfo(random.nextInt(65536), random.nextBoolean()))
                .countryId(random.nextInt())
                .dataCenterInfo(dataCenter(id))
                .leaseInfo(new LeaseInfo(
                        1 + random.nextInt(1000),
                        1 + random.nextInt(1000),
                        random.nextLong(),
                        random.nextLong(),
                        random.nextLong(),
                        random.nextLong()))
                .metadata(Metadata.of(entries()))
                .appGroupName(random.nextBoolean() ? null : text().toUpperCase(Locale.ROOT))
                .homePageUrl(orAbsent())
                .statusPageUrl(orAbsent())
                .healthCheckUrl(orAbsent())
                .secureHealthCheckUrl(orAbsent())
                .vipAddress(orAbsent())
                .secureVipAddress(orAbsent())
                .coordinatingDiscoveryServer(random.nextBoolean())
                .lastUpdatedTimestamp(random.nextLong())
                .lastDirtyTimestamp(random.nextLong() >>> 1)
                .actionType(random.nextBoolean() ? null : any(ActionType.values()))
                .asgName(orAbsent())
                .build();
    }

    private DataCenterInfo dataCenter(String id) {
        DataCenterInfo.Name name = any(DataCenterInfo.Name.values());
        Map<String, String> entries = entries();
        entries.put(DataCenterInfo.INSTANCE_ID, id);
        return new DataCenterInfo(name, Metadata.of(entries));
    }

    private Map<String, String> entries() {
        Map<String, String> entries = new LinkedHashMap<>();
        for (int i = random.nextInt(5); i > 0; i--) {
            entries.put(alphabet == Alphabet.XML ? "k" + text() : text(), text());
        }
        return entries;
    }

    private String orAbsent() {
        return random.nextBoolean() ? null : text();
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(12); i > 0; i--) {
            int at = random.nextInt(alphabet.characters.length() + 1);
            if (at == alphabet.characters.length()) {
                text.append("😀");
            } else {
                text.append(alphabet.characters.charAt(at));
            }
        }
        return text.toString();
    }

    private <T> T any(T[] values) {
        return values[random.nextInt(values.length)];
    }
}
