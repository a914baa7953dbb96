package dev.terrane.world.chunks.store;

import javax.sql.DataSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.SQLExceptionTranslator;

/** The template all stores of the service share. */
@Configuration(proxyBeanMethods = false)
class StoredRowsConfiguration {
    @Bean
    JdbcTemplate jdbcTemplate(DataSource dataSource, SQLExceptionTranslator translator) {
        return new StoredRows(dataSource, translator);
    }
}
