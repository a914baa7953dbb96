package dev.terrane.schema;

import dev.terrane.support.security.testing.AccessTableContract;

class SchemaAccessIT extends AccessTableContract {
    @Override
    protected Class<?> application() {
        return SchemaApp.class;
    }

    @Override
    protected String service() {
        return "schema";
    }
}
