package dev.terrane.cli.demo;

import dev.terrane.proto.schema.v1alpha1.SchemaVersion;
import dev.terrane.proto.session.v1alpha1.Session;
import dev.terrane.proto.session.v1alpha1.SessionSpec;
import dev.terrane.proto.stage.v1alpha1.BodyRule;
import dev.terrane.proto.stage.v1alpha1.JoinRule;
import dev.terrane.proto.stage.v1alpha1.ObjectRule;
import dev.terrane.proto.stage.v1alpha1.StageMode;
import dev.terrane.proto.stage.v1alpha1.StageSpec;
import dev.terrane.sdk.ServiceClient;

/**
 * Schema, world, session and stage of one demo, made through the public calls.
 *
 * @param id name of world, session and stage
 * @param session the session
 * @param bodies moves the session's bodies
 */
record DemoStage(String id, Session session, Bodies bodies) {
    private static final String SCHEMA = "guest-room";
    private static final String ROOM = "main";
    private static final int CLOCK_HERTZ = 60;
    private static final int TICK_HERTZ = 20;
    private static final int SLOTS = 8;
    private static final double PLAYER_RADIUS = 0.4;

    static DemoStage make(
            String id, DemoMap map, ServiceClient admin, ServiceClient authority, Story story) {
        SchemaVersion schema = admin.publishSchema(SCHEMA, DemoMap.schema());
        String schemaId = schema.getName() + "@" + schema.getVersion();
        story.tell("schema", "%s, wire hash %s…", schemaId, schema.getWireHash().substring(0, 12));

        admin.importMap(id, ROOM, map.files());
        int spawns = admin.listObjects(id, ROOM, "spawn").size();
        int chests = admin.listObjects(id, ROOM, "chest").size();
        story.tell(
                "map",
                "%s imported as world %s: %d spawn points, %d chests",
                map.title(),
                id,
                spawns,
                chests);
        if (spawns == 0) {
            story.more(
                    "not in this map: spawn points; players begin at the first free cell from the centre");
        }
        if (chests == 0) {
            story.more("not in this map: chests");
        }

        Session session =
                admin.createSession(
                        SessionSpec.newBuilder()
                                .setName(id)
                                .setWorld(id)
                                .setRoom(ROOM)
                                .setClockHertz(CLOCK_HERTZ)
                                .build());
        var bodies = new Bodies(authority, session);
        if (session.getBodyCount() == 0) {
            var bounds = admin.getRoom(id, ROOM).getBounds();
            bodies.walls(
                    (bounds.getMin().getX() + bounds.getMax().getX()) / 2,
                    (bounds.getMin().getY() + bounds.getMax().getY()) / 2);
            story.tell(
                    "session",
                    "%s; not in this map: solid tiles, so four walls were added",
                    session.getEngine());
        } else {
            story.tell(
                    "session",
                    "%s, clock %d Hz, %d static boxes merged from solid tiles",
                    session.getEngine(),
                    CLOCK_HERTZ,
                    session.getBodyCount());
        }
        admin.createStage(spec(id, schemaId));
        story.tell("stage", "%s, %d ticks a second", id, TICK_HERTZ);
        return new DemoStage(id, session, bodies);
    }

    private static StageSpec spec(String id, String schemaId) {
        return StageSpec.newBuilder()
                .setId(id)
                .setSchemaId(schemaId)
                .setWorld(id)
                .setRoom(ROOM)
                .setSession(id)
                .setMode(StageMode.STAGE_MODE_PLAY)
                .setTickRateHertz(TICK_HERTZ)
                .setSlots(SLOTS)
                .addBodies(
                        BodyRule.newBuilder()
                                .setClassName("Player")
                                .setX("x")
                                .setY("y")
                                .setRadius(PLAYER_RADIUS)
                                .setKind("dynamic"))
                .setJoin(
                        JoinRule.newBuilder()
                                .setRole("player")
                                .setClassName("Player")
                                .setAt("spawn")
                                .setOnLeave("destroy")
                                .setConfigId(1)
                                .setNameField("name"))
                .addObjects(
                        ObjectRule.newBuilder()
                                .setObjectType("chest")
                                .setClassName("Chest")
                                .setX("x")
                                .setY("y")
                                .setConfigId(2))
                .build();
    }
}
