package dev.terrane.support.security;

import dev.terrane.rpc.server.Caller;
import java.util.List;
import org.springframework.security.authentication.AbstractAuthenticationToken;
import org.springframework.security.core.authority.SimpleGrantedAuthority;

/** A verified caller in Spring Security's terms; authorities are {@code ROLE_PLAYER} and so on. */
final class CallerAuthentication extends AbstractAuthenticationToken {
    private final transient Caller caller;

    CallerAuthentication(Caller caller) {
        super(authorities(caller));
        this.caller = caller;
        setAuthenticated(true);
    }

    Caller caller() {
        return caller;
    }

    @Override
    public Object getPrincipal() {
        return caller;
    }

    @Override
    public String getName() {
        return caller.subject();
    }

    @Override
    public Object getCredentials() {
        return "";
    }

    private static List<SimpleGrantedAuthority> authorities(Caller caller) {
        return caller.roles().stream()
                .map(role -> new SimpleGrantedAuthority("ROLE_" + role.name()))
                .toList();
    }
}
