package dev.terrane.gateway;

import dev.terrane.support.security.testing.AccessTableContract;

class GatewayAccessIT extends AccessTableContract {
    @Override
    protected Class<?> application() {
        return GatewayApp.class;
    }

    @Override
    protected String service() {
        return "gateway";
    }
}
