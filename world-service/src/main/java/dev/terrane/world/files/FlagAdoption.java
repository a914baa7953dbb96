package dev.terrane.world.files;

import dev.terrane.world.flags.AssetFlag;
import dev.terrane.world.flags.AssetFlags;
import dev.terrane.world.flags.FlagCopy;
import dev.terrane.world.flags.FlagMerge;
import dev.terrane.world.moderation.Moderation;
import dev.terrane.world.moderation.Spread;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How a file that is opened comes to the flags that hold. A copy of the shared database's takes
 * over what was said since. A stranger's - brought from another service, or older or newer than the
 * shared database since that was restored - may know of what nobody said here: what it says
 * stricter holds for all from then on. Any thread that may wait for the store.
 */
final class FlagAdoption {
    private static final Logger LOG = LoggerFactory.getLogger(FlagAdoption.class);
    private static final String SERVER = "world-service";

    private final AssetFlags flags;
    private final Supplier<Moderation> moderation;
    private final FlagRounds rounds;
    private final InstantSource clock;
    private final BiConsumer<List<AssetFlag>, String> raised;

    /**
     * Over the shared database's flags.
     *
     * @param raised is told of flags that hold from now on, with the id of the jobs they made
     */
    FlagAdoption(
            AssetFlags flags,
            Supplier<Moderation> moderation,
            FlagRounds rounds,
            InstantSource clock,
            BiConsumer<List<AssetFlag>, String> raised) {
        this.flags = flags;
        this.moderation = moderation;
        this.rounds = rounds;
        this.clock = clock;
        this.raised = raised;
    }

    /** Before a file's world is served, while no other flags are said. */
    void adopt(WorldSlot slot, OpenWorld world) {
        AssetFlags its = world.part(AssetFlags.class);
        FlagCopy has = its.copyNow();
        FlagCopy said = flags.copyNow();
        List<AssetFlag> stricter = FlagMerge.ofCopy(said, has).listRaised();
        if (!stricter.isEmpty()) {
            raise(slot, stricter);
            said = flags.copyNow();
        }
        takeOver(world, said.flagged(), has.flagged());
        if (has.isStrangeTo(said)) {
            its.follow(said.generation());
        }
    }

    private void raise(WorldSlot slot, List<AssetFlag> stricter) {
        LOG.warn(
                "the file of world {} flags {} assets stricter than they were, {} first: they are"
                        + " from now on",
                slot.id,
                stricter.size(),
                stricter.getFirst().assetId());
        String job = UUID.randomUUID().toString();
        moderation.get().raise(stricter, job);
        raised.accept(stricter, job);
    }

    private void takeOver(
            OpenWorld world, Map<String, AssetFlag> said, Map<String, AssetFlag> has) {
        if (said.equals(has)) {
            return;
        }
        Set<String> assets = new HashSet<>(said.keySet());
        assets.addAll(has.keySet());
        Instant now = now();
        List<AssetFlag> differing =
                assets.stream()
                        .map(id -> said.getOrDefault(id, none(id, now)))
                        .filter(flag -> !flag.equals(has.get(flag.assetId())))
                        .toList();
        List<Spread> onTheirWay = rounds.running();
        differing.stream()
                .collect(Collectors.groupingBy(flag -> rounds.jobFor(flag.assetId(), onTheirWay)))
                .forEach((job, all) -> world.part(Moderation.class).adopt(all, job));
    }

    /** The flags of these assets, as they are to be taken over. */
    List<AssetFlag> listSaid(List<String> assets) {
        Instant now = now();
        return assets.stream()
                .map(asset -> flags.find(asset).orElseGet(() -> none(asset, now)))
                .toList();
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    private static AssetFlag none(String asset, Instant now) {
        return new AssetFlag(asset, Map.of(), false, SERVER, now);
    }
}
