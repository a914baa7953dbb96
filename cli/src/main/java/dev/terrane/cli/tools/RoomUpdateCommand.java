package dev.terrane.cli.tools;

import dev.terrane.cli.ExitCode;
import dev.terrane.proto.world.v1alpha1.Box;
import dev.terrane.proto.world.v1alpha1.Room;
import dev.terrane.proto.world.v1alpha1.UpdateRoomRequest;
import dev.terrane.proto.world.v1alpha1.UpdateRoomResponse;
import dev.terrane.sdk.ServiceClient;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Changes a room. */
@Command(
        name = "update",
        description = {
            "Changes the name or the bounds of a room; what is not named stays. A room does not shrink",
            "over chunks or objects: the refusal lists what would lie outside. Run again, the same",
            "change changes nothing."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "1:the server refused it",
            "2:the command line cannot be read, or names no valid bounds",
            "5:no gateway runs, or it does not answer"
        })
final class RoomUpdateCommand extends DefinitionCommand {
    @Parameters(paramLabel = "ROOM", description = "The room's id.")
    private String room = "";

    @Option(names = "--world", required = true, paramLabel = "W", description = "World id.")
    private String world = "";

    @Option(
            names = "--min",
            paramLabel = "X,Y,Z",
            description = "Lowest corner, inside, in tiles (default: as it is).")
    private @Nullable String min;

    @Option(
            names = "--max",
            paramLabel = "X,Y,Z",
            description = "Highest corner, outside, in tiles (default: as it is).")
    private @Nullable String max;

    @Override
    int change(ServiceClient client) {
        UpdateRoomRequest.Builder request =
                UpdateRoomRequest.newBuilder().setWorld(world).setRoom(room);
        String name = name();
        if (name != null) {
            request.setName(name);
        }
        Box.Builder bounds = Box.newBuilder();
        if (min != null) {
            bounds.setMin(point("--min", min));
        }
        if (max != null) {
            bounds.setMax(point("--max", max));
        }
        if (min != null || max != null) {
            request.setBounds(bounds);
        } else if (name == null) {
            throw usage("Name what is to change: --name, --min or --max.");
        }
        request.setExpectedEtag(etag(() -> client.getRoom(world, room).getEtag()));
        UpdateRoomResponse done = client.updateRoom(request.build());
        Room now = done.getRoom();
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("world", now.getWorld());
        members.put("id", now.getId());
        members.put("name", now.getName());
        members.put("min", list(now.getBounds().getMin()));
        members.put("max", list(now.getBounds().getMax()));
        members.put("revision", now.getRevision());
        members.put("etag", now.getEtag());
        members.put("changed", done.getChanged());
        show(
                done.getChanged(),
                members,
                "room %s of world %s at revision %d: '%s' from %s to %s"
                        .formatted(
                                now.getId(),
                                now.getWorld(),
                                now.getRevision(),
                                now.getName(),
                                text(now.getBounds().getMin()),
                                text(now.getBounds().getMax())));
        return ExitCode.OK;
    }
}
