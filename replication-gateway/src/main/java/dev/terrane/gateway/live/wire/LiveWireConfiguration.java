package dev.terrane.gateway.live.wire;

import dev.terrane.gateway.live.BodyCodec;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The codec of state bodies. */
@Configuration(proxyBeanMethods = false)
class LiveWireConfiguration {
    @Bean
    BodyCodec bodyCodec() {
        return new CanonicalBodies();
    }
}
