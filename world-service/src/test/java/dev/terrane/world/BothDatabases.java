package dev.terrane.world;

import static dev.terrane.world.WorldFixture.applied;
import static dev.terrane.world.WorldFixture.chunk;

import dev.terrane.testing.Databases;
import dev.terrane.world.chunks.ChunkHead;
import dev.terrane.world.chunks.EditRequest.Base;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Head of tests that run on both databases, each test on a new one with an empty room. */
@ParameterizedClass
@EnumSource(Databases.Engine.class)
public abstract class BothDatabases {
    @Parameter protected Databases.Engine engine;
    @TempDir protected Path folder;
    protected Databases.Database database;
    protected WorldFixture world;

    @BeforeEach
    void open() {
        database = engine.open(folder);
        world = begin(database);
    }

    /** What is there when a test begins. */
    WorldFixture begin(Databases.Database empty) {
        return WorldFixture.open(empty).withRoom();
    }

    @AfterEach
    protected final void close() {
        world.close();
    }

    /** Makes a chunk. */
    protected final ChunkHead created(int cx, int cy) {
        return applied(world.put(chunk(cx, cy), Base.NONE, "create-" + cx + "-" + cy)).head();
    }
}
