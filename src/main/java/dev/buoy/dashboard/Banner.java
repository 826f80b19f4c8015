package dev.buoy.dashboard;

import dev.buoy.registry.Assessment;

/** The words that Eureka's page has for self-preservation, since there are monitors that look for them (contract §13). */
final class Banner {
    private static final String EMERGENCY =
            "EMERGENCY! EUREKA MAY BE INCORRECTLY CLAIMING INSTANCES ARE UP WHEN THEY'RE NOT. RENEWALS ARE LESSER THAN "
                    + "THRESHOLD AND HENCE THE INSTANCES ARE NOT BEING EXPIRED JUST TO BE SAFE.";
    private static final String OFF =
            "THE SELF PRESERVATION MODE IS TURNED OFF. INSTANCES MAY EXPIRE THAT ARE ALIVE WHEN THE NETWORK FAILS.";

    private Banner() {}

    /** Empty if there is nothing to say. */
    static String of(Assessment assessment) {
        if (assessment.active()) {
            return EMERGENCY;
        }
        if (assessment.enabled()) {
            return "";
        }
        boolean below = assessment.leases() > 0 && assessment.renewals() <= assessment.threshold();
        return !assessment.warmingUp() && below ? "RENEWALS ARE LESSER THAN THE THRESHOLD. " + OFF : OFF;
    }
}
