package dev.terrane.schema;

import dev.terrane.support.security.SecurityConfiguration;
import dev.terrane.support.web.WebConfiguration;
import dev.terrane.testing.Databases.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.FilterType;

/** The stores as the service has them, without anything else of the service. */
public final class StoreOnly implements AutoCloseable {
    private static final List<String> TABLES =
            List.of(
                    "schema_hints",
                    "schema_audit",
                    "schema_retired_member",
                    "schema_reference",
                    "schema_channel_move",
                    "schema_channel",
                    "schema_draft",
                    "schema_version",
                    "schema_name",
                    "schema_content");

    private final ConfigurableApplicationContext context;

    /** No component, so that the service's own scan in other tests passes it by. */
    @EnableAutoConfiguration(exclude = {SecurityConfiguration.class, WebConfiguration.class})
    @ComponentScan(
            basePackages = "dev.terrane.schema",
            useDefaultFilters = false,
            includeFilters =
                    @ComponentScan.Filter(
                            type = FilterType.REGEX,
                            pattern = "dev\\.terrane\\.schema\\..*\\.store\\.Sql[A-Za-z]+"))
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

    /** Removes every row of the registry, those that refer to others first. */
    public static void empty(Database database) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            for (String table : TABLES) {
                statement.executeUpdate("DELETE FROM " + table);
            }
        }
    }

    /** One of the stores, or what they stand on. */
    public <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    @Override
    public void close() {
        context.close();
    }
}
