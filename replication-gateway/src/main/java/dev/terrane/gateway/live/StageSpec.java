package dev.terrane.gateway.live;

import java.util.List;
import java.util.Set;

/**
 * What a stage is made from. Holds whatever was asked for; {@code StageSpecCheck} says whether it
 * can be. Empty strings and zero mean "none" or the default as the contract states.
 *
 * @param id unique in the deployment
 * @param schemaId {@code name@version}
 * @param world world of the room; empty for none
 * @param room room; empty for none
 * @param session physics session by name; empty for none
 * @param mode how changes reach peers
 * @param tickRateHertz ticks per second, 1..60
 * @param slots peers at most, 1..1000
 * @param allowedRoles roles that may join; empty for all that may join at all
 * @param deniedSubjects subjects that may not join
 * @param views which members each recipient sees
 * @param bodies bodies of entities
 * @param join what joining does; {@link JoinRule#NONE} for spectators only
 * @param objects entities from map objects
 */
public record StageSpec(
        String id,
        String schemaId,
        String world,
        String room,
        String session,
        Mode mode,
        int tickRateHertz,
        int slots,
        Set<String> allowedRoles,
        Set<String> deniedSubjects,
        List<ViewRule> views,
        List<BodyRule> bodies,
        JoinRule join,
        List<ObjectRule> objects) {
    /** Ticks per second of a stage that names none. */
    public static final int TICK_RATE_DEFAULT = 20;

    /** Slots of a stage that names none. */
    public static final int SLOTS_DEFAULT = 64;

    public StageSpec {
        tickRateHertz = tickRateHertz == 0 ? TICK_RATE_DEFAULT : tickRateHertz;
        slots = slots == 0 ? SLOTS_DEFAULT : slots;
        allowedRoles = Set.copyOf(allowedRoles);
        deniedSubjects = Set.copyOf(deniedSubjects);
        views = List.copyOf(views);
        bodies = List.copyOf(bodies);
        objects = List.copyOf(objects);
    }

    /** Whether the stage shows a room. */
    public boolean hasRoom() {
        return !room.isEmpty();
    }

    /** Whether the stage is bound to a physics session. */
    public boolean hasSession() {
        return !session.isEmpty();
    }

    /** How changes reach peers. */
    public enum Mode {
        /** Only members with a sync mask, or named by a view rule, replicate. */
        PLAY,
        /** Every property replicates and editors write; refused until it is built. */
        EDIT
    }

    /**
     * Members of a class that a recipient sees.
     *
     * @param className class the rule is about
     * @param role role of the recipient; empty for every recipient
     * @param ownerOnly whether it holds only for the entity's owner
     * @param members names of fields and tables
     */
    public record ViewRule(String className, String role, boolean ownerOnly, List<String> members) {
        public ViewRule {
            members = List.copyOf(members);
        }
    }

    /**
     * Binds entities of a class to bodies of the session.
     *
     * @param className class whose entities get a body
     * @param x field for the x coordinate
     * @param y field for the y coordinate
     * @param angle field for the angle; empty for none
     * @param radius radius of the circle, metres
     * @param kind {@code dynamic}, {@code kinematic} or {@code static}
     * @param mass kg; 0 means 1
     * @param restitution 0 or more
     */
    public record BodyRule(
            String className,
            String x,
            String y,
            String angle,
            double radius,
            String kind,
            double mass,
            double restitution) {
        public BodyRule {
            kind = kind.isEmpty() ? "dynamic" : kind;
            mass = mass == 0 ? 1 : mass;
        }
    }

    /**
     * What joining does.
     *
     * @param role role a peer needs for an entity; empty for every role
     * @param className class of the entity; empty when nobody gets one
     * @param at type of the map object it is put at; empty for the first free cell
     * @param keepOnLeave whether the entity stays when its peer leaves
     * @param configId static configuration row it begins with; 0 for none
     * @param nameField field that takes the peer's name; empty for none
     */
    public record JoinRule(
            String role,
            String className,
            String at,
            boolean keepOnLeave,
            long configId,
            String nameField) {
        /** Everybody only watches. */
        public static final JoinRule NONE = new JoinRule("", "", "", false, 0, "");

        /** Whether joining can give an entity at all. */
        public boolean spawns() {
            return !className.isEmpty();
        }
    }

    /**
     * One entity for every map object of a type.
     *
     * @param objectType type of the map object
     * @param className class of the entity
     * @param x field for x; empty for none
     * @param y field for y; empty for none
     * @param configId static configuration row it begins with; 0 for none
     */
    public record ObjectRule(
            String objectType, String className, String x, String y, long configId) {}
}
