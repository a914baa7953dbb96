package dev.terrane.rpc.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.terrane.proto.rpctest.v1alpha1.EchoRequest;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is JSON and what is not; the parser behind it would take nearly all of these. */
class ConnectCodecTest {
    private static final EchoRequest PROTOTYPE = EchoRequest.getDefaultInstance();

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"text\":\"a\"} {}",
                "{\"text\":\"a\"}x",
                "{\"text\":\"a\"}]",
                "{/* a */\"text\":\"a\"}",
                "{\"text\":\"a\"} // a",
                "{'text':'a'}",
                "{text:\"a\"}",
                "{\"text\":a}",
                "{\"text\"=\"a\"}",
                "{\"text\":\"a\";\"number\":1}",
                "{\"text\":\"a\",}",
                "{\"number\":01}",
                "{\"number\":+1}",
                "{\"number\":.5e1}",
                "{\"number\":NaN}",
                "{\"text\":TRUE}",
                "{\"text\":\"a\nb\"}",
                "{\"text\":\"\\x\"}",
                "{\"text\":\"a\"",
                "{\"text\":\"a",
                "",
                " "
            })
    void whatIsNotJsonIsRefused(String text) {
        assertThatThrownBy(() -> ConnectCodec.JSON.decode(PROTOTYPE, utf8(text)))
                .isInstanceOf(InvalidProtocolBufferException.class)
                .hasMessageStartingWith("not JSON");
        assertThat(ConnectCodec.JSON.findDefect(PROTOTYPE, utf8(text))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {"text":"a","text":"b"}                               | /text
                    {"text":"a","te\\u0078t":"a"}                         | /text
                    {"tones":[{},{"pitch":"PITCH_LOW","pitch":"x"}]}      | /tones/1/pitch
                    {"tones_by_name":{"a/b":{},"c":{},"a/b":{}}}          | /tones_by_name/a~1b
                    {"new":[[1],{"x":{"y":1},"z":2,"x":3}]}               | /new/1/x
                    """)
    void aNameThatIsGivenTwiceIsRefusedAtItsPlace(String text, String pointer) {
        assertThatThrownBy(() -> ConnectCodec.JSON.decode(PROTOTYPE, utf8(text)))
                .isInstanceOf(InvalidProtocolBufferException.class)
                .hasMessageContaining("is given twice");
        assertThat(ConnectCodec.JSON.findDefect(PROTOTYPE, utf8(text)))
                .get()
                .extracting(JsonRefusal::pointer)
                .isEqualTo(pointer);
    }

    @Test
    void deepTextsAreRefusedWithoutWalkingThem() {
        for (String opening : new String[] {"[", "{\"a\":"}) {
            byte[] deep = utf8(opening.repeat(100_000));
            assertThatThrownBy(() -> ConnectCodec.JSON.decode(PROTOTYPE, deep))
                    .isInstanceOf(InvalidProtocolBufferException.class)
                    .hasMessageStartingWith("not JSON");
        }
    }

    @Test
    void equalNamesInDifferentObjectsAreNoRepetition() throws Exception {
        String text = " {\"tones\":[{\"pitch\":\"PITCH_LOW\"},{\"pitch\":\"PITCH_LOW\"}]} ";
        assertThat(ConnectCodec.JSON.decode(PROTOTYPE, utf8(text)))
                .isInstanceOfSatisfying(
                        EchoRequest.class, echo -> assertThat(echo.getTonesCount()).isEqualTo(2));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    application/json                     | true
                    Application/JSON; charset=UTF-8      | true
                    application/json;charset="utf-8"     | true
                    application/json; charset=utf-16     | false
                    application/json; x=1;charset=latin1 | false
                    application/jsonx                    | false
                    text/plain                           | false
                    """)
    void jsonIsWrittenInUtf8Only(String contentType, boolean isRead) {
        assertThat(ConnectCodec.findByContentType(contentType).isPresent()).isEqualTo(isRead);
    }
}
