package dev.buoy.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Registrations lack nothing that clients need, and the first fault is named in the reference's words (contract §5.1). */
class RegistrationCheckTest {
    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {}                                              | Missing instanceId
            {"instanceId":""}                               | Missing instanceId
            {"hostName":""}                                 | Missing instanceId
            {"instanceId":"i"}                              | Missing hostname
            {"instanceId":"i","hostName":""}                | Missing hostname
            {"hostName":"h"}                                | Missing ip address
            {"hostName":"h","ipAddr":""}                    | Missing ip address
            {"hostName":"h","ipAddr":"1","app":""}          | Missing appName
            {"hostName":"h","ipAddr":"1","app":"bar"}       | Mismatched appName, expecting ZZ but was BAR
            {"hostName":"h","ipAddr":"1","app":"zz"}        | Missing dataCenterInfo
            {"hostName":"h","ipAddr":"1","app":"zz","dataCenterInfo":null} | Missing dataCenterInfo
            {"hostName":"h","ipAddr":"1","app":"zz","dataCenterInfo":{}}   | Missing dataCenterInfo Name
            {"hostName":"h","ipAddr":"1","app":"zz","dataCenterInfo":{"name":null}} | Missing dataCenterInfo Name
            {"hostName":"h","ipAddr":"1","app":"bar","dataCenterInfo":null} | Mismatched appName, expecting ZZ but was BAR
            """)
    void firstFaultIsNamed(String members, String fault) throws MalformedPayloadException {
        String body = members.contains("\"app\"")
                ? members
                : members.substring(0, members.length() - 1) + (members.length() > 2 ? "," : "") + "\"app\":\"ZZ\"}";

        assertThat(RegistrationCheck.firstFault("zZ", Wire.decode(WireFormat.JSON, "{\"instance\":" + body + "}")))
                .contains(fault);
    }

    @Test
    void xmlWithoutAnIdOfItsDataCenterLacksTheDataCenter() throws MalformedPayloadException {
        String body = "<instance><hostName>h</hostName><app>zz</app><ipAddr>1</ipAddr><dataCenterInfo/></instance>";

        assertThat(RegistrationCheck.firstFault("ZZ", Wire.decode(WireFormat.XML, body)))
                .contains("Missing dataCenterInfo");
    }

    @Test
    void completeRegistrationHasNoFault() {
        assertThat(RegistrationCheck.firstFault("orders", Samples.ORDERS)).isEmpty();
        assertThat(RegistrationCheck.firstFault("stock", Samples.AMAZON)).isEmpty();
    }
}
