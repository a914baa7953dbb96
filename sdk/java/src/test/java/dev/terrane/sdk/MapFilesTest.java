package dev.terrane.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MapFilesTest {
    @Test
    void partsAreNamedByTheirPathsAndBytesStayAsTheyAre() {
        var files =
                new MapFiles(
                        "a.tmx",
                        Frames.text("<map/>\r\n"),
                        Map.of("sets/b\".tsx", Frames.text("\0x")));
        assertThat(new String(files.toMultipart("B"), StandardCharsets.UTF_8))
                .isEqualTo(
                        """
                        --B\r
                        Content-Disposition: form-data; name="map"; filename="a.tmx"\r
                        Content-Type: application/octet-stream\r
                        \r
                        <map/>\r
                        \r
                        --B\r
                        Content-Disposition: form-data; name="sets/b%22.tsx"; filename="sets/b%22.tsx"\r
                        Content-Type: application/octet-stream\r
                        \r
                        \0x\r
                        --B--\r
                        """);
    }
}
