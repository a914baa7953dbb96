package dev.terrane.world.imports.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.terrane.rpc.server.RefusalWriter;
import dev.terrane.world.imports.ImportProperties;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.util.unit.DataSize;

class ImportGateTest {
    private static final ImportProperties ONE_AT_ONCE =
            new ImportProperties(
                    DataSize.ofMegabytes(1),
                    1,
                    8,
                    DataSize.ofMegabytes(4),
                    6,
                    Duration.ofDays(7),
                    Duration.ofDays(1),
                    Duration.ofSeconds(30));

    private final List<String> refused = new ArrayList<>();
    private final List<String> passed = new ArrayList<>();
    private final RefusalWriter refusals =
            (request, _, refusal) -> refused.add(request.getRequestURI() + " " + refusal.code());
    private ImportGate gate = new ImportGate(ONE_AT_ONCE, refusals);

    @BeforeEach
    void make() {
        gate = new ImportGate(ONE_AT_ONCE, refusals);
    }

    private void send(String method, String path, @Nullable String type, FilterChain next)
            throws ServletException, IOException {
        MockHttpServletRequest request = new MockHttpServletRequest(method, path);
        if (type != null) {
            request.setContentType(type);
        }
        gate.doFilter(request, new MockHttpServletResponse(), next);
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "none",
            value = {
                "POST, /api/v1/worlds/w/imports, multipart/form-data; boundary=b, true",
                "POST, /api/v1/worlds/w/import%73, multipart/form-data; boundary=b, true",
                "POST, /api/v1/worlds/w/imports/, Multipart/Mixed, true",
                "PUT, /api/v1/worlds, multipart/form-data, true",
                "POST, /terrane.world.v1alpha1.ImportService/StartImport, application/json, true",
                "POST, /terrane.world.v1alpha1.ImportService/GetImport, application/json, false",
                "GET, /api/v1/worlds/w/imports, none, false",
                "POST, /api/v1/worlds, application/json, false"
            })
    void whateverBringsFilesTakesAPlace(
            String method, String path, @Nullable String type, boolean taken)
            throws ServletException, IOException {
        send(
                "POST",
                "/api/v1/worlds/w/imports",
                "multipart/form-data; boundary=b",
                (_, _) -> {
                    passed.add("first");
                    send(method, path, type, (_, _) -> passed.add("second"));
                });

        assertThat(passed).isEqualTo(taken ? List.of("first") : List.of("first", "second"));
        assertThat(refused).hasSize(taken ? 1 : 0);
        refused.forEach(one -> assertThat(one).endsWith("RESOURCE_EXHAUSTED"));
        passed.clear();
        send(method, path, type, (_, _) -> passed.add("after"));
        assertThat(passed).as("the place is free again").containsExactly("after");
    }
}
