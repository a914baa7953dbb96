package dev.terrane.gateway.stages;

import dev.terrane.gateway.live.StageSpec;
import dev.terrane.gateway.live.StageSpec.BodyRule;
import dev.terrane.gateway.live.StageSpec.JoinRule;
import dev.terrane.gateway.live.StageSpec.ObjectRule;
import dev.terrane.gateway.live.StageSpec.ViewRule;
import java.util.List;
import java.util.Set;

/** Definitions of stages for tests. */
public final class SampleSpecs {
    private SampleSpecs() {}

    /** Nothing but a schema. */
    public static StageSpec small(String id) {
        return new StageSpec(
                id,
                "guest-room@1",
                "",
                "",
                "",
                StageSpec.Mode.PLAY,
                0,
                0,
                Set.of(),
                Set.of(),
                List.of(),
                List.of(),
                JoinRule.NONE,
                List.of());
    }

    /** Every member is given. */
    public static StageSpec full(String id) {
        return new StageSpec(
                id,
                "guest-room@2",
                "island",
                "beach",
                "pile",
                StageSpec.Mode.PLAY,
                30,
                12,
                Set.of("player", "viewer"),
                Set.of("mallory"),
                List.of(
                        new ViewRule("Player", "", false, List.of("name", "x")),
                        new ViewRule("Player", "operator", true, List.of("hp"))),
                List.of(new BodyRule("Player", "x", "y", "angle", 0.4, "dynamic", 70, 0.25)),
                new JoinRule("player", "Player", "spawn", true, 7, "name"),
                List.of(new ObjectRule("chest", "Chest", "x", "y", 3)));
    }
}
