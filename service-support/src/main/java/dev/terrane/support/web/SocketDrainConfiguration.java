package dev.terrane.support.web;

import dev.terrane.rpc.events.EventStreams;
import dev.terrane.support.drain.DrainListener;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;

/** Lets the subscribers of event streams go, with a code, when the service drains. */
@AutoConfiguration
@ConditionalOnProperty("terrane.service")
public class SocketDrainConfiguration {

    @Bean
    DrainListener eventStreamsDrain(ObjectProvider<EventStreams> streams) {
        return notice ->
                streams.forEach(each -> each.closeAll(notice.closeCode(), notice.reason()));
    }
}
