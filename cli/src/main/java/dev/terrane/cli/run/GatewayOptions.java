package dev.terrane.cli.run;

import java.net.URI;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which gateway a command asks, and as whom; picocli mixes it in. */
public final class GatewayOptions {
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

    @Mixin private DataOption data = new DataOption();

    /** The gateway that was named, else the one that runs on the data folder. */
    public URI gateway() {
        return url != null ? url : data.folder().gateway();
    }

    /** The given token, or one with these roles from the gateway in development. */
    public String token(URI gateway, String subject, String... roles) {
        return Optional.ofNullable(token)
                .or(() -> Optional.ofNullable(System.getenv("TERRANE_TOKEN")))
                .orElseGet(
                        () ->
                                DevTokens.at(gateway, data.folder())
                                        .get(DevTokens.Ask.forRoles(subject, roles))
                                        .token());
    }
}
