package dev.terrane.cli.run;

import dev.terrane.cli.CliCommand;
import dev.terrane.cli.ExitCode;
import dev.terrane.cli.OutputFormat;
import dev.terrane.rpc.server.Role;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Asks the running gateway for a development token. */
@Command(
        name = "token",
        description = {
            "Prints a development token from the running gateway.",
            "It is asked for with the credentials in DIR/dev.json. For example: curl -H \"Authorization: Bearer $(terrane token --role player)\" …"
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"1:the gateway refused", "5:no gateway runs, or it does not answer"})
public final class TokenCommand extends CliCommand {
    /** Services get theirs by their secrets, not here. */
    private static final List<String> ROLES =
            Arrays.stream(Role.values())
                    .filter(role -> role != Role.SERVICE)
                    .map(Role::wireName)
                    .toList();

    @Option(
            names = "--role",
            required = true,
            split = ",",
            paramLabel = "ROLE",
            description =
                    "viewer, player, editor, authority, moderator, operator or admin; may be given"
                            + " several times.")
    private List<String> roles = List.of();

    @Option(
            names = "--subject",
            paramLabel = "NAME",
            description = "Who it is for (default: ${DEFAULT-VALUE}).")
    private String subject = "dev";

    @Option(
            names = "--content",
            paramLabel = "CATEGORY=N",
            description = "Allowance 0..3 for an object category; may be given several times.")
    private Map<String, Integer> content = new LinkedHashMap<>();

    @Option(names = "--mature", description = "Allows mature content.")
    private boolean mature;

    @Option(names = "--team", paramLabel = "NAME", description = "Team claim.")
    private String team = "";

    @Option(names = "--guild", paramLabel = "NAME", description = "Guild claim.")
    private String guild = "";

    @Option(
            names = "--lifetime",
            paramLabel = "SECONDS",
            description = "How long it is valid (default: the gateway's).")
    private @Nullable Integer lifetime;

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "The gateway (default: the one that runs on the data folder).")
    private @Nullable URI url;

    @Mixin private DataOption data = new DataOption();

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "text: the token alone; json: {token, expiresInSeconds}.")
    private OutputFormat format = OutputFormat.TEXT;

    @Override
    public Integer call() {
        for (String role : roles) {
            if (!ROLES.contains(role)) {
                throw usage(
                        "--role: there is no role %s; known are %s"
                                .formatted(role, String.join(", ", ROLES)));
            }
        }
        Duration wanted = lifetime == null ? Duration.ZERO : Duration.ofSeconds(lifetime);
        DevTokens.Ask ask = new DevTokens.Ask(roles, subject, content, mature, team, guild, wanted);
        DataFolder folder = data.folder();
        DevTokens tokens = url == null ? DevTokens.of(folder) : DevTokens.at(url, folder);
        DevTokens.Token token = tokens.get(ask);
        switch (format) {
            case TEXT -> out().println(token.token());
            case JSON -> printJson(token);
        }
        return ExitCode.OK;
    }
}
