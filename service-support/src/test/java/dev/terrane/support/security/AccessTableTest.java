package dev.terrane.support.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.terrane.rpc.server.Caller;
import dev.terrane.rpc.server.Role;
import dev.terrane.support.security.AccessRow.Endpoint;
import dev.terrane.support.security.AccessTable.Match;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.mock.web.MockHttpServletRequest;

class AccessTableTest {

    @Test
    void theMostSpecificPathCounts() {
        AccessTable table =
                read(
                        """
                        - {rest: "GET /api/v1/things/{id}", roles: [viewer]}
                        - {rest: "GET /api/v1/things/public", roles: [public]}
                        - {rest: "GET /api/v1/things/**", roles: [admin]}
                        """);

        assertThat(row(table, "GET", "/api/v1/things/public").isPublic()).isTrue();
        assertThat(row(table, "GET", "/api/v1/things/7").roles()).containsExactly(Role.VIEWER);
        assertThat(row(table, "GET", "/api/v1/things/7/parts").roles()).containsExactly(Role.ADMIN);
    }

    @Test
    void whatHasNoRowIsNothing() {
        AccessTable table = read("- {rpc: \"a.b.v1.CService/D\", roles: [viewer]}");

        assertThat(find(table, "POST", "/a.b.v1.CService/E")).isInstanceOf(Match.Nothing.class);
        assertThat(find(table, "POST", "/a.b.v1.CService/d")).isInstanceOf(Match.Nothing.class);
        assertThat(find(table, "POST", "/a.b.v1.CService/D/")).isInstanceOf(Match.Nothing.class);
        assertThat(find(table, "GET", "/LIVEZ")).isInstanceOf(Match.Nothing.class);
        assertThat(find(table, "POST", "/a.b.v1.CService/D")).isInstanceOf(Match.Found.class);
    }

    @Test
    void aServicesRowGoesBeforeTheCommonOne() {
        AccessTable table = read("- {rest: \"GET /livez\", roles: [operator]}");

        assertThat(row(table, "GET", "/livez").roles()).containsExactly(Role.OPERATOR);
        assertThat(row(table, "GET", "/readyz").isPublic()).isTrue();
    }

    @Test
    void onlyAdminIncludesOtherRolesAndNeverService() {
        AccessRow players = new AccessRow(new Endpoint.Rpc("a.B/C"), false, Set.of(Role.PLAYER));
        AccessRow services = new AccessRow(new Endpoint.Rpc("a.B/D"), false, Set.of(Role.SERVICE));

        for (Role role : Role.values()) {
            Caller caller = new Caller("x", Set.of(role), Map.of(), false, "", "", Instant.MAX);
            assertThat(players.admits(caller))
                    .as(role.wireName())
                    .isEqualTo(role == Role.PLAYER || role == Role.ADMIN);
            assertThat(services.admits(caller)).as(role.wireName()).isEqualTo(role == Role.SERVICE);
        }
        assertThat(players.admits(Caller.ANONYMOUS)).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a: b | must be a list of rows",
                "- {rest: 'GET /a'} | row 1: must be one of rest, rpc, socket, and roles",
                "- {rest: 'GET /a', roles: []} | row 1: roles must be a list that is not empty",
                "- {rest: 'GET /a', roles: [king]} | row 1: there is no role king",
                "- {rest: 'GET /a', roles: [public, viewer]} | row 1: there is no role public",
                "- {rest: 'get /a', roles: [viewer]} | row 1: rest must be METHOD /path: get /a",
                "- {rpc: 'a/B', roles: [viewer]} | row 1: rpc must be package.Service/Method: a/B",
                "- {path: '/a', roles: [viewer]} | row 1: must name rest, rpc or socket"
            })
    void aRowThatIsNotWellFormedIsNamed(String yaml, String problem) {
        assertThatThrownBy(() -> read(yaml.replace('\'', '"')))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("terrane/test/access.yaml: " + problem);
    }

    @Test
    void twoRowsOfOneEndpointAreRefused() {
        assertThatThrownBy(
                        () ->
                                read(
                                        """
                                        - {socket: "x.v1", roles: [viewer]}
                                        - {socket: "x.v1", roles: [player]}
                                        """))
                .hasMessageContaining("two rows of socket: x.v1");
    }

    @Test
    void aServiceWithoutATableDoesNotStart() {
        assertThatThrownBy(
                        () -> AccessTable.read(AccessTableTest.class.getClassLoader(), "nothing"))
                .hasMessageContaining("terrane/nothing/access.yaml");
    }

    private static AccessRow row(AccessTable table, String method, String path) {
        return ((Match.Found) find(table, method, path)).row();
    }

    private static Match find(AccessTable table, String method, String path) {
        return table.find(new MockHttpServletRequest(method, path));
    }

    private static AccessTable read(String yaml) {
        ClassLoader loader =
                new ClassLoader(AccessTableTest.class.getClassLoader()) {
                    @Override
                    public InputStream getResourceAsStream(String name) {
                        return name.equals("terrane/test/access.yaml")
                                ? new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8))
                                : super.getResourceAsStream(name);
                    }
                };
        return AccessTable.read(loader, "test");
    }
}
