package dev.terrane.cli.tools;

import dev.terrane.cli.run.DataFolder;
import dev.terrane.cli.run.DevTokens;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which gateway a command asks, and as whom. */
final class GatewayOptions {
    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "The gateway (default: the one that runs on the data folder).")
    private @Nullable URI url;

    @Option(
            names = "--token",
            paramLabel = "TOKEN",
            description = "Access token (default: TERRANE_TOKEN, else a development token).")
    private @Nullable String token;

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "Data folder (default: common.data-dir, ./data).")
    private @Nullable Path data;

    URI gateway() {
        return url != null ? url : DataFolder.of(data).gateway();
    }

    /** The given token, or one with this role from the gateway in development. */
    String token(URI gateway, String subject, String role) {
        return Optional.ofNullable(token)
                .or(() -> Optional.ofNullable(System.getenv("TERRANE_TOKEN")))
                .orElseGet(
                        () ->
                                DevTokens.at(gateway, DataFolder.of(data))
                                        .get(DevTokens.Ask.forRoles(subject, role))
                                        .token());
    }
}
