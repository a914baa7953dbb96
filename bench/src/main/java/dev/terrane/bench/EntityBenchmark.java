package dev.terrane.bench;

import dev.terrane.bench.EntityScene.Audience;
import dev.terrane.bench.EntityScene.Measured;
import dev.terrane.core.entity.stream.Quantisation;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The compact codec on a fixed workload. Bytes are counts of whole WebSocket payloads, header and
 * handles included: means over 1,000 ticks after 300, and the frames of first sight. Times are from
 * dirty columns to finished frames, beside the encoding of the same workload by @colyseus/schema in
 * the same run; neither side times the mutations.
 */
final class EntityBenchmark {
    static final String PEER = "@colyseus/schema 5.0.34, same workload";

    private static final int WARM_TICKS = 300;
    private static final int MEASURED_TICKS = 1_000;

    /** Ratios and the most they may be. */
    private static final Map<String, Double> BARS =
            Map.of(
                    "encode_shared", 1.0,
                    "encode_50_aoi", 1.0 / 3,
                    "encode_50_full", 1.0 / 6);

    private EntityBenchmark() {}

    /**
     * How long times are measured.
     *
     * @param rounds rounds that count, at least 5
     * @param warmFrames frames of each side before them, but no fewer ticks than in a round
     * @param ticks ticks of each side in a round
     */
    record Length(int rounds, int warmFrames, int ticks) {
        static final Length USUAL = new Length(9, 600_000, 2_000);

        Length {
            if (rounds < 5) {
                throw new IllegalArgumentException("at least 5 rounds, not " + rounds);
            }
        }

        /** Few views are published fast: it takes many ticks until all of it is compiled. */
        int warmTicks(EntityScene scene) {
            return Math.max(ticks, warmFrames / scene.views());
        }
    }

    /** All rows; the peer is installed and started in a folder. */
    static List<Row> run(Length length, Path folder, PrintWriter log) throws Exception {
        List<Row> ratios;
        // Times first: the peer's process has compiled itself for nothing else either.
        try (ColyseusPeer peer = ColyseusPeer.start(folder)) {
            ratios = ratios(length, peer, log);
        }
        List<Row> rows = new ArrayList<>(bytes(log));
        rows.addAll(ratios);
        return rows;
    }

    static List<Row> bytes(PrintWriter log) {
        Quantisation exact = Quantisation.NONE;
        Quantisation fixed = EntityScene.coordinatesInFixedPoint();
        var areas = new EntityScene(Audience.AREAS, EntityWorkload::integers, exact);
        var rows =
                List.of(
                        row(
                                "int_shared",
                                mean(Audience.SHARED, EntityWorkload::integers, exact),
                                132),
                        row("int_aoi", mean(areas), 36),
                        row(
                                "dbl_shared",
                                mean(Audience.SHARED, EntityWorkload::doubles, exact),
                                372),
                        row(
                                "q256_shared",
                                mean(Audience.SHARED, EntityWorkload::doubles, fixed),
                                170),
                        row(
                                "first_sight_200",
                                areas.firstSight(EntityWorkload.ENTITIES).length,
                                17_600),
                        row(
                                "first_sight_aoi40",
                                areas.firstSight(EntityWorkload.VIEW_SIZE).length,
                                3_600));
        log.printf(
                "%d bodies for %d frames of %d views%n",
                areas.counters().shared(),
                (WARM_TICKS + MEASURED_TICKS) * EntityWorkload.VIEWS,
                EntityWorkload.VIEWS);
        return rows;
    }

    static List<Row> ratios(Length length, ColyseusPeer peer, PrintWriter log) throws Exception {
        Map<String, EntityScene> scenes = new LinkedHashMap<>();
        scenes.put("encode_shared", scene(Audience.SHARED));
        scenes.put("encode_50_aoi", scene(Audience.AREAS));
        scenes.put("encode_50_full", scene(Audience.EVERYTHING));
        List<Row> rows = new ArrayList<>();
        for (var named : scenes.entrySet()) {
            String name = named.getKey();
            List<Double> ratios = new ArrayList<>();
            List<Double> ours = new ArrayList<>();
            List<Double> theirs = new ArrayList<>();
            for (int round = 0; round <= length.rounds(); round++) {
                int ticks = round == 0 ? length.warmTicks(named.getValue()) : length.ticks();
                Measured other = peer.run(name, ticks);
                Measured own = named.getValue().run(ticks);
                double ratio = own.micros() / other.micros();
                log.printf(
                        Locale.ROOT,
                        "%s %s  terrane %.2f us %.1f B  colyseus %.2f us %.1f B  ratio %.3f%n",
                        name,
                        round == 0 ? "warm-up" : "round " + round,
                        own.micros(),
                        own.bytes(),
                        other.micros(),
                        other.bytes(),
                        ratio);
                if (round > 0) {
                    ratios.add(ratio);
                    ours.add(own.micros());
                    theirs.add(other.micros());
                }
            }
            rows.add(new Row("time." + name, Rounds.median(ours), "us/tick", PEER));
            rows.add(
                    new Row(
                            "time." + name + "_colyseus",
                            Rounds.median(theirs),
                            "us/tick",
                            "none"));
            rows.add(
                    new Row(
                            "ratio." + name,
                            Rounds.median(ratios),
                            "ratio",
                            String.format(Locale.ROOT, "%s; bound %.3f", PEER, BARS.get(name))));
        }
        return rows;
    }

    private static EntityScene scene(Audience audience) {
        return new EntityScene(audience, EntityWorkload::integers, Quantisation.NONE);
    }

    private static double mean(
            Audience audience, EntityWorkload.Change change, Quantisation precision) {
        return mean(new EntityScene(audience, change, precision));
    }

    private static double mean(EntityScene scene) {
        scene.run(WARM_TICKS);
        return scene.run(MEASURED_TICKS).bytes();
    }

    private static Row row(String name, double value, int bound) {
        return new Row("bytes." + name, value, "B", "none; bound " + bound + " B");
    }
}
