package dev.terrane.support.security;

import dev.terrane.support.probe.ProbeApp;
import dev.terrane.support.security.testing.AccessTableContract;

/** The contract held against a service with one of everything. */
class ProbeAccessTest extends AccessTableContract {
    @Override
    protected Class<?> application() {
        return ProbeApp.class;
    }

    @Override
    protected String service() {
        return "probe";
    }
}
