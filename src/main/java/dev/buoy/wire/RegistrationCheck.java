package dev.buoy.wire;

import dev.buoy.model.DataCenterInfo;
import dev.buoy.model.InstanceInfo;
import java.util.Locale;
import java.util.Optional;

/** Whether a registration has all that it must have (contract §5.1). */
public final class RegistrationCheck {
    private RegistrationCheck() {}

    /**
     * What is wrong with a registration first, in the words that the reference uses, or empty. The words may hold text that
     * the sender chose.
     *
     * @param pathApp application that the request's path names, in any case
     * @param decoded instance as {@link EurekaCodec} read it
     */
    public static Optional<String> firstFault(String pathApp, InstanceInfo decoded) {
        return Optional.ofNullable(fault(pathApp.toUpperCase(Locale.ROOT), decoded));
    }

    private static String fault(String pathApp, InstanceInfo decoded) {
        if (isMissing(decoded.instanceId())) {
            return "Missing instanceId";
        }
        if (isMissing(decoded.hostName())) {
            return "Missing hostname";
        }
        if (isMissing(decoded.ipAddr())) {
            return "Missing ip address";
        }
        if (isMissing(decoded.app())) {
            return "Missing appName";
        }
        if (!pathApp.equals(decoded.app())) {
            return "Mismatched appName, expecting " + pathApp + " but was " + decoded.app();
        }
        DataCenterInfo dataCenter = decoded.dataCenterInfo();
        if (dataCenter == null) {
            return "Missing dataCenterInfo";
        }
        return dataCenter.name() == null ? "Missing dataCenterInfo Name" : null;
    }

    private static boolean isMissing(String value) {
        return value == null || value.isEmpty();
    }
}
