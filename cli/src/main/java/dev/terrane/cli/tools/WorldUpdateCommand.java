package dev.terrane.cli.tools;

import dev.terrane.cli.ExitCode;
import dev.terrane.proto.world.v1alpha1.ChunkSize;
import dev.terrane.proto.world.v1alpha1.UpdateWorldRequest;
import dev.terrane.proto.world.v1alpha1.UpdateWorldResponse;
import dev.terrane.proto.world.v1alpha1.World;
import dev.terrane.sdk.ServiceClient;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Changes a world. */
@Command(
        name = "update",
        description = {
            "Changes the name of a world, or its chunk size and origin while it never had a chunk; what is",
            "not named stays. Run again, the same change changes nothing."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "1:the server refused it",
            "2:the command line cannot be read, or names no valid size or origin",
            "5:no gateway runs, or it does not answer"
        })
final class WorldUpdateCommand extends DefinitionCommand {
    private static final int SIDE_MAX = 65_535;

    @Parameters(paramLabel = "WORLD", description = "The world's id.")
    private String world = "";

    @Option(
            names = "--chunk-size",
            paramLabel = "XxYxZ",
            description = "Cells of a chunk (default: as it is).")
    private @Nullable String chunkSize;

    @Option(
            names = "--origin",
            paramLabel = "X,Y,Z",
            description = "Where chunk 0,0,0 begins (default: as it is).")
    private @Nullable String origin;

    @Override
    int change(ServiceClient client) {
        UpdateWorldRequest.Builder request = UpdateWorldRequest.newBuilder().setWorld(world);
        String name = name();
        if (name != null) {
            request.setName(name);
        }
        if (chunkSize != null) {
            request.setChunkSize(size(chunkSize));
        }
        if (origin != null) {
            request.setOrigin(point("--origin", origin));
        }
        if (name == null && chunkSize == null && origin == null) {
            throw usage("Name what is to change: --name, --chunk-size or --origin.");
        }
        request.setExpectedEtag(etag(() -> client.getWorld(world).getEtag()));
        UpdateWorldResponse done = client.updateWorld(request.build());
        World now = done.getWorld();
        ChunkSize size = now.getChunkSize();
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("id", now.getId());
        members.put("name", now.getName());
        members.put("chunkSize", List.of(size.getX(), size.getY(), size.getZ()));
        members.put("origin", list(now.getOrigin()));
        members.put("revision", now.getRevision());
        members.put("etag", now.getEtag());
        members.put("changed", done.getChanged());
        show(
                done.getChanged(),
                members,
                "world %s at revision %d: '%s', chunks of %dx%dx%d from %s"
                        .formatted(
                                now.getId(),
                                now.getRevision(),
                                now.getName(),
                                size.getX(),
                                size.getY(),
                                size.getZ(),
                                text(now.getOrigin())));
        return ExitCode.OK;
    }

    private ChunkSize size(String text) {
        double[] sides = numbers("--chunk-size", text, "x");
        for (double side : sides) {
            if (side != Math.rint(side) || side < 1 || side > SIDE_MAX) {
                throw usage("--chunk-size: each side is 1 to 65,535 cells, not " + text);
            }
        }
        return ChunkSize.newBuilder()
                .setX((int) sides[0])
                .setY((int) sides[1])
                .setZ((int) sides[2])
                .build();
    }
}
