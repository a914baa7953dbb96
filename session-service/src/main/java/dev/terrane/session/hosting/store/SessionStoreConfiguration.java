package dev.terrane.session.hosting.store;

import dev.terrane.session.hosting.SessionStore;
import dev.terrane.support.store.StoreThreads;
import java.time.InstantSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

/** Sessions are kept in this service's own database. */
@Configuration(proxyBeanMethods = false)
class SessionStoreConfiguration {
    @Bean
    SessionStore sessionStore(StoreThreads threads, JdbcTemplate template) {
        return new SqlSessionStore(threads, template, InstantSource.system());
    }
}
