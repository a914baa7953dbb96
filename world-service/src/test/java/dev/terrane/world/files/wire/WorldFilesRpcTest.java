package dev.terrane.world.files.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import dev.terrane.core.chunk.WorldId;
import dev.terrane.proto.world.v1alpha1.ChunkFault;
import dev.terrane.proto.world.v1alpha1.FlushResponse;
import dev.terrane.proto.world.v1alpha1.Imports;
import dev.terrane.proto.world.v1alpha1.Maintenance;
import dev.terrane.proto.world.v1alpha1.VerifyChunksResponse;
import dev.terrane.proto.world.v1alpha1.WorldOuterClass;
import dev.terrane.rpc.Deadline;
import dev.terrane.rpc.error.CommonError;
import dev.terrane.rpc.error.TerraneException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class WorldFilesRpcTest {
    private static final List<FileDescriptor> FILES =
            List.of(
                    WorldOuterClass.getDescriptor(),
                    Imports.getDescriptor(),
                    Maintenance.getDescriptor());

    /** A new method must be found here, with where its request names the world. */
    @Test
    void everyMethodNamesItsWorldWhereItIsLookedFor() {
        Map<String, String> found = new TreeMap<>();
        for (FileDescriptor file : FILES) {
            for (ServiceDescriptor service : file.getServices()) {
                for (MethodDescriptor method : service.getMethods()) {
                    Optional<List<FieldDescriptor>> path =
                            WorldFilesRpc.worldOf(method.getInputType());
                    found.merge(
                            path.map(
                                            fields ->
                                                    fields.stream()
                                                            .map(FieldDescriptor::getName)
                                                            .collect(Collectors.joining(".")))
                                    .orElse("none"),
                            method.getName(),
                            (a, b) -> a + " " + b);
                }
            }
        }
        assertThat(found.get("none")).as("not about one world").isEqualTo("ListWorlds");
        assertThat(found.get("world.id")).isEqualTo("CreateWorld");
        assertThat(found.get("room.world")).isEqualTo("CreateRoom");
        assertThat(found.get("keys.world").split(" ", -1))
                .as("whose keys are of one room")
                .containsExactlyInAnyOrder("GetChunks", "GetChunkStates");
        assertThat(found.get("scope.world").split(" ", -1))
                .containsExactlyInAnyOrder(
                        "VerifyChunks", "RebuildIndex", "PruneRevisions", "MigrateChunks");
        assertThat(found.keySet())
                .containsExactly(
                        "key.world",
                        "keys.world",
                        "none",
                        "room.world",
                        "scope.world",
                        "world",
                        "world.id");
    }

    /** A call on all worlds used to end with its deadline, and said nothing of how far it was. */
    @Test
    void aCallThatWouldNotEndInTimeSaysWhereToGoOn() {
        List<WorldId> worlds = List.of(new WorldId("a"), new WorldId("b"), new WorldId("c"));
        Deadline late = Deadline.after(Duration.ofMinutes(1));
        WorldFilesRpc.requireTime(late, 0, 1, worlds);
        assertThatThrownBy(
                        () ->
                                WorldFilesRpc.requireTime(
                                        late, Duration.ofMinutes(1).toNanos(), 1, worlds))
                .isInstanceOfSatisfying(
                        TerraneException.class,
                        refusal ->
                                assertThat(refusal.code()).isEqualTo(CommonError.DEADLINE_EXCEEDED))
                .hasMessageContaining("1 of 3 worlds")
                .hasMessageContaining("go on from world 'b'");
    }

    @Test
    void countsAreAddedUpAndListsJoinedUpToTheirLimit() {
        ChunkFault fault = ChunkFault.newBuilder().setDetail("d").build();
        VerifyChunksResponse one =
                VerifyChunksResponse.newBuilder()
                        .setChecked(5)
                        .setFaulty(70)
                        .addAllFaults(Collections.nCopies(70, fault))
                        .build();
        VerifyChunksResponse sum =
                (VerifyChunksResponse)
                        WorldFilesRpc.sum(one, one.toBuilder().setChecked(7).build());
        assertThat(sum.getChecked()).isEqualTo(12);
        assertThat(sum.getFaulty()).isEqualTo(140);
        assertThat(sum.getFaultsCount()).isEqualTo(100);
        assertThat(
                        WorldFilesRpc.sum(
                                FlushResponse.getDefaultInstance(),
                                FlushResponse.newBuilder().setFlushed(3).build()))
                .isEqualTo(FlushResponse.newBuilder().setFlushed(3).build());
        assertThatThrownBy(() -> WorldFilesRpc.sum(fault, fault))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("detail");
    }
}
