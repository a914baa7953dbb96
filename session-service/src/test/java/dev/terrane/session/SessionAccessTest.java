package dev.terrane.session;

import dev.terrane.support.security.testing.AccessTableContract;

class SessionAccessTest extends AccessTableContract {
    @Override
    protected Class<?> application() {
        return SessionApp.class;
    }

    @Override
    protected String service() {
        return "session";
    }
}
