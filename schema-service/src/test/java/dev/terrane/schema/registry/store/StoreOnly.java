package dev.terrane.schema.registry.store;

import dev.terrane.schema.registry.SchemaStore;
import dev.terrane.support.security.SecurityConfiguration;
import dev.terrane.support.web.WebConfiguration;
import dev.terrane.testing.Databases.Database;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;

/** The store as the service has it, without anything else of the service. */
public final class StoreOnly implements AutoCloseable {
    private final ConfigurableApplicationContext context;

    /** No component, so that the service's own scan in other tests passes it by. */
    @EnableAutoConfiguration(exclude = {SecurityConfiguration.class, WebConfiguration.class})
    @Import(SqlSchemaStore.class)
    static class App {}

    private StoreOnly(ConfigurableApplicationContext context) {
        this.context = context;
    }

    /** Opens and migrates the database. */
    public static StoreOnly open(Database database) {
        return new StoreOnly(
                new SpringApplicationBuilder(App.class)
                        .web(WebApplicationType.NONE)
                        .run(
                                "--spring.config.name=terrane-schema",
                                "--spring.main.banner-mode=off",
                                "--terrane.schema.store.url=" + database.url(),
                                "--terrane.schema.store.user=" + database.user(),
                                "--terrane.schema.store.password=" + database.password()));
    }

    /** The store. */
    public SchemaStore store() {
        return context.getBean(SchemaStore.class);
    }

    @Override
    public void close() {
        context.close();
    }
}
