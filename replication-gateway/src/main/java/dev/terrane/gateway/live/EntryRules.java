package dev.terrane.gateway.live;

import dev.terrane.rpc.error.StageError;
import dev.terrane.rpc.error.TerraneException;
import java.util.Optional;
import java.util.Set;

/**
 * Who may enter a stage and who joins in, by its specification alone. Whether the stage is open is
 * not judged here.
 */
record EntryRules(StageSpec spec) {
    /**
     * Why a peer may not enter, if so: the lists come before the slots.
     *
     * @param taken slots that are taken already
     */
    Optional<TerraneException> refusal(EntryRequest request, int taken) {
        Set<String> roles = Peer.effectiveRoles(request.caller());
        boolean roleFits =
                spec.allowedRoles().isEmpty()
                        || roles.stream().anyMatch(spec.allowedRoles()::contains);
        if (!roleFits || spec.deniedSubjects().contains(request.caller().subject())) {
            return Optional.of(
                    TerraneException.of(
                                    StageError.STAGE_DENIED,
                                    roleFits
                                            ? "the subject is on the stage's denied list"
                                            : "the stage admits other roles only")
                            .extra("allowedRoles", String.join(", ", spec.allowedRoles()))
                            .toException());
        }
        if (taken >= spec.slots()) {
            return Optional.of(
                    TerraneException.of(StageError.STAGE_FULL, "all slots are taken")
                            .limit("slots", spec.slots(), taken + 1L)
                            .toException());
        }
        return Optional.empty();
    }

    /** Whether a peer gets an entity of its own, or watches. */
    boolean joinsIn(EntryRequest request) {
        StageSpec.JoinRule join = spec.join();
        return !request.spectator()
                && join.spawns()
                && (join.role().isEmpty()
                        || Peer.effectiveRoles(request.caller()).contains(join.role()));
    }
}
