package dev.terrane.world.moderation.wire;

import dev.terrane.rpc.server.RpcService;
import dev.terrane.world.ServiceWide;
import dev.terrane.world.flags.AssetFlags;
import dev.terrane.world.moderation.Moderation;
import dev.terrane.world.moderation.ModerationProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Offers moderation over RPC. */
@ServiceWide
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(ModerationProperties.class)
class ModerationWireConfiguration {
    @Bean
    RpcService moderationRpc(Moderation moderation, AssetFlags flags) {
        return new ModerationRpc(moderation, flags).toService();
    }
}
