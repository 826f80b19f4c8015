package dev.buoy.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.buoy.model.InstanceInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What clients of every age and language send is understood (contract §3.2 to §3.6, §4.3, D-12, D-13). */
class RegistrationFormsTest {
    private static final String REST = "\"app\":\"a\",\"ipAddr\":\"10.0.0.1\"";
    private static final String DATA_CENTER = "\"dataCenterInfo\":{\"name\":\"MyOwn\"}";

    /** Reads a registration with these members and writes it out, to look at one member of the result. */
    private static String seen(String members, String pointer) throws MalformedPayloadException {
        String host = members.contains("\"hostName\"") ? "" : "\"hostName\":\"h\",";
        String dataCenter = members.contains("\"dataCenterInfo\"") ? "" : DATA_CENTER + ",";
        String body = "{\"instance\":{" + host + dataCenter + members + (members.isEmpty() ? "" : ",") + REST + "}}";
        InstanceInfo instance = Wire.decode(WireFormat.JSON, body);
        return Wire.json(Wire.encode(WireFormat.JSON, instance))
                .at("/instance/" + pointer)
                .toString();
    }

    @ParameterizedTest(name = "{0} -> {1} {2}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "port":{"$":"8080","@enabled":"true"}     | port | {"$":8080,"@enabled":"true"}
            "port":{"$":8080,"@enabled":true}         | port | {"$":8080,"@enabled":"true"}
            "port":{"@enabled":"false","$":8080}      | port | {"$":8080,"@enabled":"false"}
            "port":{"$":8080}                         | port | {"$":8080,"@enabled":"true"}
            "port":{"$":8080,"x":[1,{"y":2}],"@enabled":false} | port | {"$":8080,"@enabled":"false"}
            "port":8080                               | port | {"$":8080,"@enabled":"true"}
            "port":"8080"                             | port | {"$":8080,"@enabled":"true"}
            "port":8080.0                             | port | {"$":8080,"@enabled":"true"}
            "port":null                               | port | {"$":7001,"@enabled":"true"}
            "port":{}                                 | port | {"$":7001,"@enabled":"true"}
            "port":0                                  | port | {"$":0,"@enabled":"true"}
            "port":65535                              | port | {"$":65535,"@enabled":"true"}
            ``                                        | port | {"$":7001,"@enabled":"true"}
            ``                                        | securePort | {"$":7002,"@enabled":"false"}
            "securePort":{"$":443}                    | securePort | {"$":443,"@enabled":"false"}
            "securePort":null                         | securePort | {"$":7002,"@enabled":"false"}
            "status":null                             | status | "UP"
            ``                                        | status | "UP"
            "status":"OUT_OF_SERVICE"                 | status | "OUT_OF_SERVICE"
            "status":"up"                             | status | "UNKNOWN"
            "status":""                               | status | "UNKNOWN"
            "status":"SHINY"                          | status | "UNKNOWN"
            "overriddenstatus":"DOWN"                 | overriddenStatus | "DOWN"
            "overriddenStatus":"DOWN"                 | overriddenStatus | "DOWN"
            "overriddenStatus":"DOWN","overriddenstatus":"STARTING" | overriddenStatus | "STARTING"
            "overriddenstatus":"DOWN","overriddenStatus":"STARTING" | overriddenStatus | "STARTING"
            "overriddenStatus":null                   | overriddenStatus | "UNKNOWN"
            "overriddenStatus":""                     | overriddenStatus | "UNKNOWN"
            "countryId":"7"                           | countryId | 7
            "countryId":null                          | countryId | 1
            "countryId":"US"                          | countryId | 1
            "sid":"na"                                | sid | ``
            "sid":null                                | sid | ``
            "sid":"s1"                                | sid | "s1"
            "appGroupName":"group"                    | appGroupName | "GROUP"
            "appGroupName":null                       | appGroupName | ``
            "vipAddress":null                         | vipAddress | ``
            "vipAddress":"a, b"                       | vipAddress | "a, b"
            "asgName":null                            | asgName | ``
            "isCoordinatingDiscoveryServer":true      | isCoordinatingDiscoveryServer | "true"
            "isCoordinatingDiscoveryServer":"false"   | isCoordinatingDiscoveryServer | "false"
            "isCoordinatingDiscoveryServer":null      | isCoordinatingDiscoveryServer | "false"
            "lastDirtyTimestamp":1700000000000        | lastDirtyTimestamp | "1700000000000"
            "lastDirtyTimestamp":"1700000000000"      | lastDirtyTimestamp | "1700000000000"
            "lastDirtyTimestamp":"soon"               | lastDirtyTimestamp | "0"
            "lastDirtyTimestamp":-5                   | lastDirtyTimestamp | "0"
            "lastDirtyTimestamp":null                 | lastDirtyTimestamp | "-1"
            ``                                        | lastDirtyTimestamp | "-1"
            "actionType":"DELETED"                    | actionType | ``
            "actionType":{"x":1}                      | actionType | ``
            "leaseInfo":null                          | leaseInfo/durationInSecs | 90
            "leaseInfo":{}                            | leaseInfo/renewalIntervalInSecs | 30
            "leaseInfo":{"durationInSecs":0}          | leaseInfo/durationInSecs | 90
            "leaseInfo":{"durationInSecs":-5}         | leaseInfo/durationInSecs | 90
            "leaseInfo":{"durationInSecs":"45"}       | leaseInfo/durationInSecs | 45
            "leaseInfo":{"durationInSecs":99999999999} | leaseInfo/durationInSecs | 2147483647
            "leaseInfo":{"evictionDurationInSecs":[1],"durationInSecs":45} | leaseInfo/durationInSecs | 45
            ``                                        | metadata | {"@class":"java.util.Collections$EmptyMap"}
            "metadata":null                           | metadata | {"@class":"java.util.Collections$EmptyMap"}
            "metadata":{}                             | metadata | {"@class":"java.util.Collections$EmptyMap"}
            "metadata":{"@class":"java.util.Collections$EmptyMap"} | metadata | {"@class":"java.util.Collections$EmptyMap"}
            "metadata":{"@class":"java.util.HashMap","k":"v"} | metadata | {"k":"v"}
            "metadata":{"n":1,"f":1.50,"b":true,"x":null,"t":"t"} | metadata | {"n":"1","f":"1.50","b":"true","x":"null","t":"t"}
            "metadata":{"k":"1","k":"2"}              | metadata | {"k":"2"}
            "metadata":{"":"e"}                       | metadata | {"":"e"}
            "instanceId":5                            | instanceId | "5"
            "instanceId":""                           | instanceId | "h"
            "instanceId":null                         | instanceId | "h"
            "metadata":{"instanceId":"v"}             | instanceId | "h:v"
            "metadata":{"instanceId":"h:v"}           | instanceId | "h:v"
            "metadata":{"instanceId":""}              | instanceId | "h"
            "instanceId":"i","metadata":{"instanceId":"v"} | instanceId | "i"
            "x":{"hostName":"wrong","y":[[{}]]},"vipAddress":"v" | vipAddress | "v"
            "x":[1,{"a":[2]}],"hostName":"h2"         | hostName | "h2"
            "identifyingAttribute":"x"                | identifyingAttribute | ``
            """)
    void memberIsReadAsTheContractSays(String members, String pointer, String expected)
            throws MalformedPayloadException {
        assertThat(seen(members, pointer)).isEqualTo(expected);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"name":"MyOwn"}                                                   | {"@class":"com.netflix.appinfo.InstanceInfo$DefaultDataCenterInfo","name":"MyOwn"}
            {"name":"Netflix","@class":"com.netflix.appinfo.MyDataCenterInfo"} | {"@class":"com.netflix.appinfo.InstanceInfo$DefaultDataCenterInfo","name":"Netflix"}
            {"@class":"java.beans.EventHandler","name":"MyOwn","x":[{}]}       | {"@class":"com.netflix.appinfo.InstanceInfo$DefaultDataCenterInfo","name":"MyOwn"}
            {"metadata":{"a":"b"},"name":"MyOwn"}                              | {"@class":"com.netflix.appinfo.InstanceInfo$DefaultDataCenterInfo","name":"MyOwn"}
            {"metadata":{"instance-id":"i-1"},"name":"Amazon","@class":"com.netflix.appinfo.AmazonInfo"} | {"@class":"com.netflix.appinfo.AmazonInfo","name":"Amazon","metadata":{"instance-id":"i-1"}}
            {"name":"Amazon","metadata":{"instance-id":"i-1","own":"x"}}       | {"@class":"com.netflix.appinfo.AmazonInfo","name":"Amazon","metadata":{"instance-id":"i-1","own":"x"}}
            {"name":"Amazon"}                                                  | {"@class":"com.netflix.appinfo.AmazonInfo","name":"Amazon","metadata":{"instance-id":"h"}}
            {"name":"Amazon","metadata":null}                                  | {"@class":"com.netflix.appinfo.AmazonInfo","name":"Amazon","metadata":{"instance-id":"h"}}
            {"name":"Amazon","metadata":{"mac":"m","public-ipv4":null}}        | {"@class":"com.netflix.appinfo.AmazonInfo","name":"Amazon","metadata":{"mac":"m","instance-id":"h"}}
            {"@class":"com.netflix.appinfo.InstanceInfo$DefaultDataCenterInfo","name":"Amazon"} | {"@class":"com.netflix.appinfo.AmazonInfo","name":"Amazon","metadata":{"instance-id":"h"}}
            {"@class":"com.netflix.appinfo.AmazonInfo","name":"MyOwn","metadata":{"instance-id":"i-1"}} | {"@class":"com.netflix.appinfo.AmazonInfo","name":"Amazon","metadata":{"instance-id":"i-1"}}
            """)
    void dataCenterIsUnderstoodAndMadeConsistent(String sent, String expected) throws MalformedPayloadException {
        assertThat(seen("\"dataCenterInfo\":" + sent, "dataCenterInfo")).isEqualTo(expected);
    }

    @Test
    void amazonsIdIsTheInstancesIdWhenItGivesNoOther() throws MalformedPayloadException {
        assertThat(seen(
                        "\"dataCenterInfo\":{\"name\":\"Amazon\",\"metadata\":{\"instance-id\":\"i-1\"}}",
                        "instanceId"))
                .isEqualTo("\"i-1\"");
    }

    @ParameterizedTest(name = "before {0} after {1}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            `\uFEFF`   | ``
            ` \n\t`    | ``
            ``         | ` trailing {garbage`
            ``         | `}}`
            """)
    void whatStandsAroundTheJsonDocumentIsIgnored(String before, String after) throws MalformedPayloadException {
        String body = before.replace("\\n", "\n").replace("\\t", "\t") + Samples.read("instance.json") + after;

        assertThat(Wire.decode(WireFormat.JSON, body)).isEqualTo(Samples.ORDERS);
    }

    @Test
    void bodyMayBeAPartOfAnArray() throws MalformedPayloadException {
        byte[] body = Wire.utf8("xx" + Samples.read("instance.json") + "yy");

        assertThat(Wire.CODEC.decodeInstance(WireFormat.JSON, body, 2, body.length - 4))
                .isEqualTo(Samples.ORDERS);
    }

    private static String seenInXml(String elements, String pointer) throws MalformedPayloadException {
        String dataCenter =
                elements.contains("dataCenterInfo") ? "" : "<dataCenterInfo><name>MyOwn</name></dataCenterInfo>";
        InstanceInfo instance = Wire.decode(
                WireFormat.XML, "<instance><hostName>h</hostName><app>a</app>" + dataCenter + elements + "</instance>");
        return Wire.json(Wire.encode(WireFormat.JSON, instance))
                .at("/instance/" + pointer)
                .toString();
    }

    @ParameterizedTest(name = "{0} -> {1} {2}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            <port>80</port>                              | port | {"$":80,"@enabled":"true"}
            <port enabled="FALSE"> 80 </port>            | port | {"$":80,"@enabled":"true"}
            <port enabled="false">80</port>              | port | {"$":80,"@enabled":"false"}
            <securePort>80</securePort>                  | securePort | {"$":80,"@enabled":"false"}
            <securePort enabled="TRUE">80</securePort>   | securePort | {"$":80,"@enabled":"false"}
            <securePort enabled="true">80</securePort>   | securePort | {"$":80,"@enabled":"true"}
            <status>out_of_service</status>              | status | "OUT_OF_SERVICE"
            <status>shiny</status>                       | status | "UNKNOWN"
            <overriddenstatus>DOWN</overriddenstatus>    | overriddenStatus | "DOWN"
            <overriddenStatus>DOWN</overriddenStatus>    | overriddenStatus | "DOWN"
            ``                                           | app | "A"
            ``                                           | instanceId | "h"
            <appGroupName>group</appGroupName>           | appGroupName | "group"
            <unknown a="1"><b><hostName>x</hostName></b></unknown><vipAddress>v</vipAddress> | vipAddress | "v"
            <vipAddress/>                                | vipAddress | ""
            <homePageUrl>a&amp;b<![CDATA[<c>]]>&#x20AC;<!-- no -->d</homePageUrl> | homePageUrl | "a&b<c>€d"
            <metadata><a__b>1</a__b><c>t<d>not</d>u</c></metadata> | metadata | {"a_b":"1","c":"tu"}
            <metadata class="java.util.Collections$EmptyMap"/> | metadata | {"@class":"java.util.Collections$EmptyMap"}
            <metadata><a:b>1</a:b></metadata>            | metadata | {"a:b":"1"}
            <lastDirtyTimestamp>x</lastDirtyTimestamp>   | lastDirtyTimestamp | "-1"
            <leaseInfo><durationInSecs>x</durationInSecs><renewalIntervalInSecs>7</renewalIntervalInSecs></leaseInfo> | leaseInfo/renewalIntervalInSecs | 7
            <dataCenterInfo class="no.such.Class"><name>Netflix</name></dataCenterInfo> | dataCenterInfo/name | "Netflix"
            <dataCenterInfo><metadata><instance-id>i</instance-id></metadata><name>amazon</name></dataCenterInfo> | dataCenterInfo | {"@class":"com.netflix.appinfo.AmazonInfo","name":"Amazon","metadata":{"instance-id":"i"}}
            <metadata><instanceId>v</instanceId></metadata> | instanceId | "h:v"
            """)
    void elementIsReadAsTheContractSays(String elements, String pointer, String expected)
            throws MalformedPayloadException {
        assertThat(seenInXml(elements, pointer)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<?xml version=\"1.0\"?>",
                "\n  ",
                "\n<?xml version='1.0' encoding='UTF-8'?>\n<!-- c -->\n",
                "\uFEFF"
            })
    void whatMayStandBeforeTheXmlRootIsIgnored(String before) throws MalformedPayloadException {
        assertThat(Wire.decode(WireFormat.XML, before + Samples.read("instance.xml") + "\n"))
                .isEqualTo(Samples.ORDERS);
    }
}
