package dev.terrane.world.chunks;

import dev.terrane.core.chunk.Chunk;
import dev.terrane.core.chunk.ChunkKey;
import dev.terrane.core.chunk.RoomKey;
import dev.terrane.core.chunk.codec.AgpcCodec;
import dev.terrane.world.chunks.ChunkWriter.Place;
import dev.terrane.world.chunks.EditDrafts.Draft;
import dev.terrane.world.chunks.store.ChunkStore;
import dev.terrane.world.chunks.store.ChunkStore.HeadRow;
import dev.terrane.world.chunks.store.ChunkUpdates;
import dev.terrane.world.chunks.store.HistoryStore;
import dev.terrane.world.chunks.store.HistoryStore.EditName;
import dev.terrane.world.chunks.store.HistoryStore.EditRow;
import dev.terrane.world.definitions.Definitions;
import dev.terrane.world.definitions.World;
import dev.terrane.world.flags.FlagTable;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What edits of one transaction see: the heads and the edits of before, asked for once for all of
 * them, and the updates they make, written together. A chunk that one of them changed is asked for
 * anew. Used by the transaction's thread.
 */
final class EditScene {
    private final ChunkStore store;
    private final HistoryStore history;
    private final Payloads payloads;
    private final Definitions definitions;
    private final FlagTable flags;
    private final Map<RoomKey, Optional<Place>> places = new HashMap<>();
    private final ChunkUpdates updates;
    private final Set<ChunkKey> touched = new HashSet<>();
    private Map<ChunkKey, HeadRow> heads = Map.of();
    private Map<EditName, EditRow> before = Map.of();
    private final IdentityHashMap<EditRequest, Draft> drafts = new IdentityHashMap<>();

    /** Makes a scene that has asked for nothing yet. */
    EditScene(
            ChunkStore store,
            HistoryStore history,
            Payloads payloads,
            Definitions definitions,
            FlagTable flags) {
        this.store = store;
        this.history = history;
        this.payloads = payloads;
        this.definitions = definitions;
        this.flags = flags;
        this.updates = new ChunkUpdates(store);
    }

    /** Asks for what these edits need; what was known before is forgotten. */
    void prepare(List<EditRequest> requests) {
        Set<ChunkKey> keys = new LinkedHashSet<>();
        Set<EditName> names = new LinkedHashSet<>();
        for (EditRequest request : requests) {
            keys.add(request.key());
            if (!request.id().text().isEmpty()) {
                names.add(new EditName(request.key(), request.id().text()));
            }
        }
        touched.clear();
        heads = store.findHeads(keys, payloads::findHead);
        before = history.findEdits(names);
    }

    /**
     * Takes the chunks of these edits for what their drafts were made of, and their ids for new,
     * without asking; false, and nothing is taken, where an edit has no draft of the base it names,
     * that was replaced since, two are of one chunk, or an id has to be looked for elsewhere.
     */
    boolean presume(List<EditRequest> requests) {
        Map<ChunkKey, HeadRow> presumed = HashMap.newHashMap(requests.size());
        for (EditRequest request : requests) {
            Draft draft = drafts.get(request);
            if (draft == null
                    || !draft.isOn(request.base())
                    || payloads.find(draft.head()).isEmpty()
                    || (request.id().reach() == EditRequest.Reach.CALLER
                            && !request.id().text().isEmpty())
                    || presumed.put(
                                    request.key(),
                                    new HeadRow(
                                            draft.head(),
                                            false,
                                            AgpcCodec.VERSION,
                                            flags.revision()))
                            != null) {
                return false;
            }
        }
        touched.clear();
        heads = presumed;
        before = Map.of();
        return true;
    }

    /** Begins an edit: what it asks for of its chunk and its id is in the database from here on. */
    void begin(EditRequest request) {
        boolean sameName =
                request.id().reach() == EditRequest.Reach.CALLER
                        && updates.hasEditId(request.id().text());
        if (sameName || updates.has(request.key())) {
            updates.flush();
        }
    }

    /** Ends an edit of a chunk, whatever became of it. */
    void end(ChunkKey key) {
        touched.add(key);
    }

    /** Gives what was made of an edit before its turn. */
    void add(EditRequest request, Draft draft) {
        drafts.put(request, draft);
    }

    /** What was made of it, if that is of this chunk and these flags. */
    Optional<Draft> draft(EditRequest request, Chunk current) {
        return Optional.ofNullable(drafts.get(request)).filter(draft -> draft.isOf(current, flags));
    }

    Optional<HeadRow> head(ChunkKey key) {
        return touched.contains(key) ? store.findHead(key) : Optional.ofNullable(heads.get(key));
    }

    Optional<EditRow> editBefore(ChunkKey key, String id) {
        if (id.isEmpty()) {
            return Optional.empty();
        }
        return touched.contains(key)
                ? history.findEdit(key, id)
                : Optional.ofNullable(before.get(new EditName(key, id)));
    }

    Optional<Place> place(RoomKey key) {
        return places.computeIfAbsent(
                key,
                room -> {
                    Optional<World> world = definitions.find(room.world());
                    return definitions
                            .find(room)
                            .flatMap(r -> world.map(w -> new Place(w, r, flags, updates)));
                });
    }

    ChunkUpdates updates() {
        return updates;
    }
}
