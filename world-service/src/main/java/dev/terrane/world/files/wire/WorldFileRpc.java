package dev.terrane.world.files.wire;

import dev.terrane.proto.world.v1alpha1.Maintenance;
import dev.terrane.proto.world.v1alpha1.RestoreBackupRequest;
import dev.terrane.proto.world.v1alpha1.RestoreBackupResponse;
import dev.terrane.rpc.server.RpcService;
import dev.terrane.world.ServiceWide;
import dev.terrane.world.backups.BackupRestore;
import dev.terrane.world.definitions.Requests;
import dev.terrane.world.files.WorldFiles;
import java.nio.file.Path;
import java.util.Locale;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** {@code terrane.world.v1alpha1.WorldFileService}. */
@ServiceWide
@Configuration(proxyBeanMethods = false)
class WorldFileRpc {
    @Bean
    RpcService worldFileService(WorldFiles files) {
        return RpcService.of(Maintenance.getDescriptor().findServiceByName("WorldFileService"))
                .unary(
                        "RestoreBackup",
                        RestoreBackupRequest.getDefaultInstance(),
                        (request, _) -> restore(files, request))
                .build();
    }

    private static RestoreBackupResponse restore(WorldFiles files, RestoreBackupRequest request) {
        BackupRestore.Restored restored =
                files.restore(
                        Requests.world("world", request.getWorld()),
                        Requests.requestId("name", request.getName()),
                        request.getDigest().toLowerCase(Locale.ROOT),
                        request.getKeepDamaged());
        return RestoreBackupResponse.newBuilder()
                .setBytes(restored.bytes())
                .setChunks(restored.chunks())
                .setRevisions(restored.revisions())
                .setDigest(restored.digest())
                .addAllDamaged(restored.damaged())
                .setReplaced(
                        restored.replaced().map(Path::getFileName).map(Path::toString).orElse(""))
                .setFlagsKept(restored.flags().kept())
                .setFlagsRaised(restored.flags().raised())
                .build();
    }
}
