package dev.terrane.cli.demo;

import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.TileDef;
import dev.terrane.core.chunk.TileLayer;
import dev.terrane.sdk.ChunkAnswer;
import dev.terrane.sdk.ChunkPosition;
import dev.terrane.sdk.EditAnswer;
import dev.terrane.sdk.Entry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The part of the story about the map: chunks, edits, invalidation. */
final class ChunkScenes {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int CHUNKS_MAX = 64;

    private final Story story;
    private final Cast ada;
    private final Cast ben;
    private boolean clean = true;

    ChunkScenes(Story story, Cast ada, Cast ben) {
        this.story = story;
        this.ada = ada;
        this.ben = ben;
    }

    void play() throws InterruptedException {
        List<ChunkAnswer.Loaded> seen = load(ada);
        load(ben);
        if (clean) {
            story.observe(Proof.CHUNKS);
        }
        Optional<ChunkAnswer.Loaded> target =
                seen.stream().filter(chunk -> cell(chunk.chunk()).isPresent()).findFirst();
        if (target.isPresent()) {
            edit(target.get());
        } else {
            story.tell("edit", "no chunk has a tile that could become another");
        }
    }

    private List<ChunkAnswer.Loaded> load(Cast cast) throws InterruptedException {
        List<ChunkAnswer.Loaded> loaded = new ArrayList<>();
        int absent = 0;
        int wrong = 0;
        for (ChunkPosition at : positions(cast)) {
            switch (DemoScript.answer(cast.client().requestChunk(at))) {
                case ChunkAnswer.Loaded chunk -> loaded.add(chunk);
                case ChunkAnswer.Refused(_, var problem) when problem.is("NOT_FOUND") -> absent++;
                case Object other -> {
                    wrong++;
                    story.more("chunk %s: %s", at, other);
                }
            }
        }
        long bytes = loaded.stream().mapToLong(ChunkAnswer.Loaded::imageBytes).sum();
        story.tell(
                "chunks",
                "%s loaded %d, %s bytes, %d checksums verified%s",
                cast.name(),
                loaded.size(),
                Story.number(bytes),
                loaded.size(),
                absent == 0 ? "" : "; %d places are empty".formatted(absent));
        clean &= !loaded.isEmpty() && wrong == 0;
        return loaded;
    }

    /** Chunks of the room, nearest to the client's entity first, at most 64. */
    private static List<ChunkPosition> positions(Cast cast) {
        Entry.RoomInfo room = cast.client().entry().room();
        double width = Math.max(1, room.chunkWidth());
        double height = Math.max(1, room.chunkHeight());
        double x = cast.own().number("x") / width;
        double y = cast.own().number("y") / height;
        List<ChunkPosition> positions = new ArrayList<>();
        for (int cy = floor(room.minY() / height); cy * height < room.maxY(); cy++) {
            for (int cx = floor(room.minX() / width); cx * width < room.maxX(); cx++) {
                positions.add(new ChunkPosition(cx, cy, 0));
            }
        }
        positions.sort(
                Comparator.comparingDouble(at -> Math.hypot(at.cx() + 0.5 - x, at.cy() + 0.5 - y)));
        return positions.subList(0, Math.min(CHUNKS_MAX, positions.size()));
    }

    private void edit(ChunkAnswer.Loaded chunk) throws InterruptedException {
        Cell cell = cell(chunk.chunk()).orElseThrow();
        var answer = DemoScript.answer(send(chunk, cell));
        if (!(answer instanceof EditAnswer.Accepted accepted)) {
            story.tell("edit", "Ada's edit was not accepted: %s", answer);
            return;
        }
        story.tell(
                "edit",
                "Ada changes a tile of chunk %s: accepted, revision %d becomes %d; the session's boxes follow",
                chunk.at(),
                chunk.revision(),
                accepted.revision());
        if (accepted.revision() > chunk.revision()) {
            story.observe(Proof.EDIT_ACCEPTED);
        }
        refuse(chunk, cell, accepted);
        invalidate(chunk, cell, accepted);
    }

    /** Ada's edit of a cell, on the chunk as it was loaded. */
    private CompletableFuture<EditAnswer> send(ChunkAnswer.Loaded chunk, Cell cell) {
        return ada.client().editChunk(chunk.at(), chunk.revision(), chunk.checksum(), cell.patch());
    }

    private void refuse(ChunkAnswer.Loaded chunk, Cell cell, EditAnswer.Accepted accepted)
            throws InterruptedException {
        var answer = DemoScript.answer(send(chunk, cell));
        if (answer instanceof EditAnswer.Refused refused
                && refused.problem().is("STALE_REVISION")) {
            story.more(
                    "the same edit on revision %d again: refused, %s, current is %d",
                    chunk.revision(), refused.problem().code(), refused.currentRevision());
            if (refused.currentRevision() == accepted.revision()) {
                story.observe(Proof.EDIT_REFUSED);
            }
        } else {
            story.more("the same edit on revision %d again: %s", chunk.revision(), answer);
        }
    }

    private void invalidate(ChunkAnswer.Loaded chunk, Cell cell, EditAnswer.Accepted accepted)
            throws InterruptedException {
        boolean told =
                ben.watcher()
                        .await(
                                watcher ->
                                        watcher.invalidations().stream()
                                                .anyMatch(
                                                        invalidation ->
                                                                invalidation.at().equals(chunk.at())
                                                                        && invalidation.revision()
                                                                                >= accepted
                                                                                        .revision()),
                                PATIENCE);
        if (!told) {
            story.more("Ben was not told that his copy is old");
            return;
        }
        var fresh = DemoScript.answer(ben.client().requestChunk(chunk.at(), chunk.checksum()));
        boolean changed =
                fresh instanceof ChunkAnswer.Loaded loaded
                        && loaded.revision() == accepted.revision()
                        && loaded.chunk().layers().get(cell.layer()).tiles().get(0) == cell.next();
        story.more(
                "Ben is told that his copy is old and fetches revision %d%s",
                accepted.revision(), changed ? ", checksum verified" : ", but got " + fresh);
        if (changed) {
            story.observe(Proof.INVALIDATION);
        }
    }

    /** A cell that can become another tile of its layer's palette. */
    private static Optional<Cell> cell(Chunk chunk) {
        for (int i = 0; i < chunk.layers().size(); i++) {
            TileLayer layer = chunk.layers().get(i);
            int now = layer.tiles().get(0);
            for (TileDef tile : layer.palette()) {
                if (tile.id() != now) {
                    return Optional.of(new Cell(i, now, tile.id()));
                }
            }
        }
        return Optional.empty();
    }

    private static int floor(double value) {
        return (int) Math.floor(value);
    }

    private record Cell(int layer, int now, int next) {
        String patch() {
            String path = "/tiles/" + layer + "/tiles/0";
            return "[{\"op\":\"test\",\"path\":\""
                    + path
                    + "\",\"value\":"
                    + now
                    + "},{\"op\":\"replace\",\"path\":\""
                    + path
                    + "\",\"value\":"
                    + next
                    + "}]";
        }
    }
}
