package dev.terrane.world.imports;

import dev.terrane.core.chunk.RoomKey;
import dev.terrane.world.flags.Viewer;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An import, or what takes one back, as it is in the database.
 *
 * <pre>
 * staging -> planning -> committing -> done
 *                planning -> planned (asked for, or conflicts nobody decided) -> committing
 *                committing -> planning (the room was edited meanwhile)
 *                committing -> finishing -> done (flags of assets changed meanwhile)
 * all before the commit -> cancelling -> cancelled, or failed when there is a problem
 * every running state -> suspended (it failed again and again) -> the same state
 * </pre>
 *
 * @param resumeState what a suspended job goes on with
 * @param attempts failures, or plans that were overtaken by edits, in a row
 * @param sliced whether the commit takes more than one transaction
 * @param assetRevision version of the assets' flags the commit began with
 * @param cursor key of the last chunk the state is through with
 * @param keptBytes of files and staged chunks
 * @param rolledBackBy job that took it back; empty for none
 */
public record ImportJob(
        String id,
        RoomKey room,
        Order order,
        State state,
        @Nullable State resumeState,
        int attempts,
        RoomMade roomMade,
        boolean sliced,
        long assetRevision,
        String cursor,
        Progress progress,
        long keptBytes,
        ImportReport report,
        String rolledBackBy,
        Instant createdAt,
        Instant updatedAt) {

    /** What was asked for; never changes but for mode and preference. */
    public record Order(
            Kind kind, Source source, String otherJob, Mode mode, Choice prefer, Asker asker) {}

    /**
     * Which map.
     *
     * @param fileName the path it was sent with
     * @param mapName its file name without ending: imports of one name are of one map
     */
    public record Source(String fileName, String mapName) {
        /** Of a map by its path. */
        public static Source of(String fileName) {
            String name = fileName.substring(fileName.lastIndexOf('/') + 1);
            int dot = name.lastIndexOf('.');
            return new Source(fileName, dot > 0 ? name.substring(0, dot) : name);
        }
    }

    /** The same job, not begun yet, that comes after one begun at this time. */
    ImportJob after(Instant newest) {
        return createdAt.isAfter(newest)
                ? this
                : new ImportJob(
                        id,
                        room,
                        order,
                        state,
                        resumeState,
                        attempts,
                        roomMade,
                        sliced,
                        assetRevision,
                        cursor,
                        progress,
                        keptBytes,
                        report,
                        rolledBackBy,
                        newest.plusMillis(1),
                        updatedAt);
    }

    /** Whether readers see something of what it does, or all, so that it is too late to cancel. */
    boolean isSeen() {
        State step = state == State.SUSPENDED ? resumeState : state;
        return switch (step) {
            case FINISHING, DONE -> true;
            case COMMITTING -> sliced && progress.committed() > 0;
            case STAGING, PLANNING, PLANNED, CANCELLING, CANCELLED, FAILED, SUSPENDED -> false;
            case null -> throw new IllegalStateException("job " + id + " goes on with nothing");
        };
    }

    /**
     * Whether somebody may read texts that quote the map: who began the job, and whoever may see
     * all that this one may.
     */
    public boolean isOpenTo(String subject, Viewer viewer) {
        return order.asker().actor().equals(subject) || viewer.covers(order.asker().viewer());
    }

    /**
     * Who asked.
     *
     * @param viewer what it may see of the room
     * @param requestKey by which a retry is known among its own
     * @param requestHash tells another request under the same key
     */
    public record Asker(String actor, Viewer viewer, String requestKey, String requestHash) {}

    /** Chunks that are through with each part; the commit writes {@code changing} at most. */
    public record Progress(int total, int staged, int planned, int changing, int committed) {
        static final Progress NONE = new Progress(0, 0, 0, 0, 0);

        Progress withStaged(int total, int staged) {
            return new Progress(total, staged, planned, changing, committed);
        }

        Progress withPlanned(int planned) {
            return new Progress(total, staged, planned, changing, committed);
        }

        Progress withCommitted(int changing, int committed) {
            return new Progress(total, staged, planned, changing, committed);
        }
    }

    /** What a job does. */
    public enum Kind {
        IMPORT,
        ROLLBACK
    }

    /** Whether it goes on to the commit by itself. */
    public enum Mode {
        COMMIT,
        PLAN
    }

    /** Whose value is taken where map and edits disagree. */
    public enum Choice {
        NONE,
        OURS,
        THEIRS
    }

    /** Whether the job makes the room, and whether the room is there, unseen. */
    public enum RoomMade {
        NO(0),
        TO_MAKE(1),
        HIDDEN(2);

        private final int number;

        RoomMade(int number) {
            this.number = number;
        }

        /** As it is kept. */
        public int number() {
            return number;
        }

        /** By its number. */
        public static RoomMade of(int number) {
            return switch (number) {
                case 0 -> NO;
                case 1 -> TO_MAKE;
                case 2 -> HIDDEN;
                default -> throw new IllegalArgumentException("room made " + number);
            };
        }
    }

    /** How far it is. */
    public enum State {
        STAGING,
        PLANNING,
        PLANNED,
        COMMITTING,
        FINISHING,
        CANCELLING,
        SUSPENDED,
        DONE,
        FAILED,
        CANCELLED;

        /** Whether nothing happens to it unless somebody calls. */
        public boolean isResting() {
            return switch (this) {
                case PLANNED, SUSPENDED, DONE, FAILED, CANCELLED -> true;
                case STAGING, PLANNING, COMMITTING, FINISHING, CANCELLING -> false;
            };
        }
    }

    /** A value as it is written in the database and on the wire. */
    public static String nameOf(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    /** A change of what may change; used by one thread. */
    Change change() {
        return new Change(this);
    }

    /** The next version of a job. */
    static final class Change {
        private final ImportJob job;
        private Order order;
        private State state;
        private @Nullable State resumeState;
        private int attempts;
        private RoomMade roomMade;
        private boolean sliced;
        private long assetRevision;
        private String cursor;
        private Progress progress;
        private long keptBytes;
        private ImportReport report;

        private Change(ImportJob job) {
            this.job = job;
            this.order = job.order;
            this.state = job.state;
            this.resumeState = job.resumeState;
            this.attempts = job.attempts;
            this.roomMade = job.roomMade;
            this.sliced = job.sliced;
            this.assetRevision = job.assetRevision;
            this.cursor = job.cursor;
            this.progress = job.progress;
            this.keptBytes = job.keptBytes;
            this.report = job.report;
        }

        /** Another state begins with its first chunk, and with no failure behind it. */
        Change to(State next) {
            state = next;
            resumeState = null;
            cursor = "";
            return this;
        }

        Change suspended(State goesOnWith) {
            state = State.SUSPENDED;
            resumeState = goesOnWith;
            return this;
        }

        Change resumed(State next) {
            state = next;
            resumeState = null;
            attempts = 0;
            return this;
        }

        Change otherJob(String id) {
            order = new Order(order.kind, order.source, id, order.mode, order.prefer, order.asker);
            return this;
        }

        /** It goes on to the commit, whatever was asked for first. */
        Change decided(Choice choice) {
            order =
                    new Order(
                            order.kind,
                            order.source,
                            order.otherJob,
                            Mode.COMMIT,
                            choice,
                            order.asker);
            return this;
        }

        Change attempts(int number) {
            attempts = number;
            return this;
        }

        Change roomMade(RoomMade made) {
            roomMade = made;
            return this;
        }

        Change sliced(boolean inSlices) {
            sliced = inSlices;
            return this;
        }

        Change assetRevision(long revision) {
            assetRevision = revision;
            return this;
        }

        Change cursor(String key) {
            cursor = key;
            return this;
        }

        Change progress(Progress now) {
            progress = now;
            return this;
        }

        Change keptBytes(long bytes) {
            keptBytes = bytes;
            return this;
        }

        Change report(ImportReport now) {
            report = now;
            return this;
        }

        ImportJob at(Instant now) {
            return new ImportJob(
                    job.id,
                    job.room,
                    order,
                    state,
                    resumeState,
                    attempts,
                    roomMade,
                    sliced,
                    assetRevision,
                    cursor,
                    progress,
                    keptBytes,
                    report,
                    job.rolledBackBy,
                    job.createdAt,
                    now);
        }
    }
}
