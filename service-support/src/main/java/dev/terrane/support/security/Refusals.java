package dev.terrane.support.security;

import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.rpc.server.Caller;
import dev.terrane.rpc.server.ConnectErrors;
import dev.terrane.rpc.server.RefusalWriter;
import dev.terrane.rpc.server.Role;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Collection;
import java.util.stream.Collectors;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;

/** What Spring Security's refusals look like outside. */
final class Refusals {
    private static final String HOW = "get a token with: terrane token --role player";

    private final AccessTable table;
    private final RefusalWriter writer;

    Refusals(AccessTable table, RefusalWriter writer) {
        this.table = table;
        this.writer = writer;
    }

    /** A token was sent and is no good, or nobody can be asked about it. */
    void badToken(
            HttpServletRequest request, HttpServletResponse response, AuthenticationException e)
            throws IOException {
        if (e instanceof AuthenticationServiceException) {
            writer.write(
                    request,
                    response,
                    TerraneException.of(
                                    CommonError.UNAVAILABLE,
                                    "the token issuer's keys cannot be read"
                                            + " (common.security.jwks-url)")
                            .cause(e)
                            .toException());
            return;
        }
        String why =
                e instanceof OAuth2AuthenticationException oauth
                                && oauth.getError().getDescription() != null
                        ? oauth.getError().getDescription()
                        : "the token is not valid";
        response.setHeader("WWW-Authenticate", "Bearer error=\"invalid_token\"");
        writer.write(request, response, unauthenticated(why + "; " + HOW));
    }

    /** The table does not admit the request. */
    void denied(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Caller caller = caller();
        switch (table.find(request)) {
            case AccessTable.Match.Found(AccessRow row) when caller.isAnonymous() -> {
                response.setHeader("WWW-Authenticate", "Bearer");
                writer.write(
                        request,
                        response,
                        unauthenticated(
                                row.endpoint() + " needs a token, and none was sent; " + HOW));
            }
            case AccessTable.Match.Found(AccessRow row) ->
                    writer.write(request, response, forbidden(row, caller));
            case AccessTable.Match.OtherMethods(var methods) -> {
                String allow = methods.stream().sorted().collect(Collectors.joining(", "));
                response.setHeader("Allow", allow);
                writer.write(
                        request,
                        response,
                        TerraneException.of(
                                        CommonError.METHOD_NOT_ALLOWED,
                                        request.getRequestURI()
                                                + " is called with "
                                                + allow
                                                + ", not "
                                                + request.getMethod())
                                .extra("allow", allow)
                                .toException());
            }
            case AccessTable.Match.NoContract(var offered) ->
                    writer.write(
                            request,
                            response,
                            TerraneException.of(
                                            CommonError.INVALID_ARGUMENT,
                                            "no subprotocol offered is spoken here: " + offered)
                                    .field("Sec-WebSocket-Protocol")
                                    .toException());
            case AccessTable.Match.Nothing() -> writer.write(request, response, nothing(request));
        }
    }

    /** Who the request's verified credential names. */
    static Caller caller() {
        return SecurityContextHolder.getContext().getAuthentication()
                        instanceof CallerAuthentication authentication
                ? authentication.caller()
                : Caller.ANONYMOUS;
    }

    private static TerraneException unauthenticated(String text) {
        return TerraneException.of(CommonError.UNAUTHENTICATED, text).toException();
    }

    private static TerraneException forbidden(AccessRow row, Caller caller) {
        String needed = names(row.roles());
        String had = names(caller.roles());
        return TerraneException.of(
                        CommonError.FORBIDDEN,
                        row.endpoint()
                                + " needs one of the roles "
                                + needed
                                + "; the token has "
                                + (had.isEmpty() ? "none" : had))
                .extra("rolesNeeded", needed)
                .extra("roles", had)
                .toException();
    }

    private static TerraneException nothing(HttpServletRequest request) {
        String path = request.getRequestURI();
        if (ConnectErrors.isRpcPath(path)) {
            return TerraneException.of(
                            CommonError.UNIMPLEMENTED, "there is no method " + path.substring(1))
                    .extra("method", path.substring(1))
                    .toException();
        }
        return TerraneException.of(CommonError.NOT_FOUND, "there is nothing at " + path)
                .field("path")
                .toException();
    }

    private static String names(Collection<Role> roles) {
        return roles.stream().sorted().map(Role::wireName).collect(Collectors.joining(", "));
    }
}
