package dev.terrane.world.imports.wire;

import dev.terrane.rpc.server.RpcService;
import dev.terrane.world.imports.ImportPlans;
import dev.terrane.world.imports.Imports;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Offers imports over RPC. */
@Configuration(proxyBeanMethods = false)
class ImportWireConfiguration {
    @Bean
    RpcService importRpc(Imports imports, ImportPlans plans) {
        return new ImportRpc(imports, plans).toService();
    }
}
