package dev.terrane.cli.schema;

import dev.terrane.cli.run.DataFolder;
import dev.terrane.cli.run.DevTokens;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which server a command talks to, and as whom. */
final class RemoteOptions {
    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "The gateway (default: the one that runs on the data folder).")
    private @Nullable URI url;

    @Option(
            names = "--token",
            paramLabel = "TOKEN",
            description = "Token to call with (default: TERRANE_TOKEN, else a development token).")
    private @Nullable String token;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Data folder (default: common.data-dir, ./data).")
    private @Nullable Path data;

    /** The server, called with these roles where a development token is made. */
    SchemaRemote connect(String... roles) {
        DataFolder folder = DataFolder.of(data);
        URI gateway = url != null ? url : folder.gateway();
        String credential =
                Optional.ofNullable(token)
                        .or(() -> Optional.ofNullable(System.getenv("TERRANE_TOKEN")))
                        .orElseGet(
                                () ->
                                        DevTokens.at(gateway, folder)
                                                .get(DevTokens.Ask.forRoles("schema-cli", roles))
                                                .token());
        return new SchemaRemote(gateway, credential);
    }
}
