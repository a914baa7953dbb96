package dev.terrane.cli.tools;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.terrane.cli.CliCommand;
import dev.terrane.cli.OutputFormat;
import dev.terrane.cli.run.GatewayOptions;
import dev.terrane.proto.error.v1alpha1.ErrorInfo;
import dev.terrane.proto.world.v1alpha1.DefinitionConflict;
import dev.terrane.proto.world.v1alpha1.Point;
import dev.terrane.rpc.client.RpcException;
import dev.terrane.rpc.error.CliError;
import dev.terrane.rpc.error.RpcCode;
import dev.terrane.rpc.error.TerraneException;
import dev.terrane.sdk.ServiceClient;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A command that changes the definition of a world or a room. */
abstract class DefinitionCommand extends CliCommand {
    private static final String SUBJECT = "definitions";

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "Name for people, 1 to 256 bytes (default: as it is).")
    private @Nullable String name;

    @Option(
            names = "--etag",
            paramLabel = "TAG",
            description = {
                "ETag of the definition the change was made for; it is refused at another one",
                "(default: the one that is there now)."
            })
    private @Nullable String etag;

    @Option(names = "--format", paramLabel = "FORMAT", description = "text or json.")
    private OutputFormat format = OutputFormat.TEXT;

    @Mixin private GatewayOptions gateway = new GatewayOptions();

    /** Changes it, and prints what it is then; the exit code. */
    abstract int change(ServiceClient client);

    @Override
    public final Integer call() {
        URI url = gateway.gateway();
        try (ServiceClient client = new ServiceClient(url, gateway.token(url, SUBJECT, "editor"))) {
            return change(client);
        } catch (RpcException refusal) {
            throw refused(url, refusal);
        }
    }

    final @Nullable String name() {
        return name;
    }

    /** The etag the change is for, which is read only if it was not given. */
    final String etag(Supplier<String> now) {
        String given = etag;
        return given == null ? now.get() : given;
    }

    /** Three numbers along x, y and z. */
    final Point point(String option, String text) {
        double[] numbers = numbers(option, text, ",");
        return Point.newBuilder().setX(numbers[0]).setY(numbers[1]).setZ(numbers[2]).build();
    }

    /** Three numbers between two separators. */
    final double[] numbers(String option, String text, String separator) {
        String[] parts = text.split(separator, -1);
        double[] numbers = new double[3];
        try {
            for (int i = 0; i < numbers.length && parts.length == numbers.length; i++) {
                numbers[i] = Double.parseDouble(parts[i].strip());
            }
        } catch (NumberFormatException e) {
            throw usage("%s: '%s' has something that is no number".formatted(option, text));
        }
        if (parts.length != numbers.length) {
            throw usage(
                    "%s: three numbers with '%s' between them are expected, not '%s'"
                            .formatted(option, separator, text));
        }
        return numbers;
    }

    static String text(Point point) {
        return "%s, %s, %s".formatted(point.getX(), point.getY(), point.getZ());
    }

    static List<Double> list(Point point) {
        return List.of(point.getX(), point.getY(), point.getZ());
    }

    /** What it is now: members for programs, a line for people. */
    final void show(boolean changed, Map<String, Object> members, String line) {
        switch (format) {
            case JSON -> printJson(members);
            case TEXT -> out().println(line + (changed ? "" : " (as it was)"));
        }
    }

    private TerraneException refused(URI url, RpcException refusal) {
        if (refusal.code() == RpcCode.UNAVAILABLE && refusal.errorCode().isEmpty()) {
            return TerraneException.of(
                            CliError.NOT_RUNNING,
                            "no gateway answers at %s (%s)".formatted(url, refusal.text()))
                    .toException();
        }
        refusal.detail(DefinitionConflict.getDefaultInstance())
                .ifPresent(
                        conflict ->
                                err().printf(
                                                Locale.ROOT,
                                                "  now at revision %d, %s%n",
                                                conflict.getCurrentRevision(),
                                                conflict.getCurrentEtag()));
        refusal.details().stream().skip(1).forEach(this::place);
        return TerraneException.of(refusal.errorCode().orElse(CliError.NOT_RUNNING), refusal.text())
                .toException();
    }

    /** One place of several. */
    private void place(Any detail) {
        if (detail.is(ErrorInfo.class)) {
            try {
                ErrorInfo info = detail.unpack(ErrorInfo.class);
                err().println(
                                "  %s %s"
                                        .formatted(info.getPointer(), info.getExtrasMap())
                                        .stripTrailing());
            } catch (InvalidProtocolBufferException e) {
                err().println("  a place that cannot be read: " + e.getMessage());
            }
        }
    }
}
