package dev.terrane.core.session;

import dev.terrane.core.session.format.Fingerprints;
import dev.terrane.core.session.model.CommandId;
import dev.terrane.core.session.model.ContactFact;
import dev.terrane.core.session.model.Hash;
import dev.terrane.core.session.model.LedgerState;
import dev.terrane.core.session.model.Receipt;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which command ids are spent: 128 bits of every client id, the last receipts in full, one
 * watermark per host source. Owned by its session.
 */
final class Ledger {
    private final SessionLimits limits;
    private final Fingerprints fingerprints;
    private long[] ids = new long[32];
    private int idCount;
    private int[] table = new int[64];

    /** Ring of the last receipts; the newest belongs to the newest id. */
    private LedgerState.Recent[] recent = new LedgerState.Recent[16];

    private int recentHead;
    private int recentCount;
    private int recentFacts;
    private final TreeMap<String, Long> hosts = new TreeMap<>();

    Ledger(SessionLimits limits, Fingerprints fingerprints) {
        this.limits = limits;
        this.fingerprints = fingerprints;
    }

    Ledger(SessionLimits limits, Fingerprints fingerprints, LedgerState state) {
        this(limits, fingerprints);
        for (LedgerState.IdHash id : state.ids()) {
            spend(id);
        }
        for (LedgerState.Recent kept : state.recent()) {
            keep(kept);
        }
        for (LedgerState.Watermark watermark : state.hosts()) {
            hosts.put(watermark.source(), watermark.sequence());
        }
    }

    boolean isFull() {
        return idCount >= limits.clientIdsMax();
    }

    /** Place of a client id in the order of first use, or -1 if it is not spent. */
    int placeOf(CommandId.Client id) {
        return table[slotOf(fingerprints.idHash(id))] - 1;
    }

    /** The receipt of the id in that place if it is one of the last, or null. */
    LedgerState.@Nullable Recent findRecent(int place) {
        int within = place - (idCount - recentCount);
        return within < 0 ? null : recentAt(within);
    }

    /** Forgets all but the last receipts. */
    void trim(int kept) {
        while (recentCount > kept) {
            forgetOldest();
        }
        if (recent.length > 64 && recentCount <= recent.length / 4) {
            resize(Math.max(16, Integer.highestOneBit(2 * recentCount)));
        }
        if (ids.length > 2 * Math.max(16, idCount)) {
            ids = Arrays.copyOf(ids, 2 * Math.max(16, idCount));
        }
    }

    long watermark(String source) {
        return hosts.getOrDefault(source, 0L);
    }

    /** Records the one receipt of an id. */
    void record(Receipt receipt, Hash fingerprint, List<ContactFact> facts) {
        switch (receipt.commandId()) {
            case CommandId.Client client -> {
                spend(fingerprints.idHash(client));
                keep(new LedgerState.Recent(receipt, fingerprint, facts));
            }
            case CommandId.Host(String source, long sequence) -> hosts.put(source, sequence);
        }
    }

    LedgerState toState() {
        List<LedgerState.IdHash> hashes = new ArrayList<>(idCount);
        for (int i = 0; i < idCount; i++) {
            hashes.add(new LedgerState.IdHash(ids[2 * i], ids[2 * i + 1]));
        }
        List<LedgerState.Watermark> watermarks = new ArrayList<>(hosts.size());
        hosts.forEach(
                (source, sequence) -> watermarks.add(new LedgerState.Watermark(source, sequence)));
        List<LedgerState.Recent> last = new ArrayList<>();
        for (int i = Math.max(0, recentCount - LedgerState.RECENT_MAX); i < recentCount; i++) {
            last.add(recentAt(i));
        }
        return new LedgerState(hashes, last, watermarks);
    }

    private void keep(LedgerState.Recent kept) {
        if (recentCount == recent.length) {
            resize(recent.length * 2);
        }
        recent[(recentHead + recentCount) & (recent.length - 1)] = kept;
        recentCount++;
        recentFacts += kept.facts().size();
        while (recentCount > limits.recentReceiptsMax()
                || (recentFacts > limits.recentFactsMax() && recentCount > 1)) {
            forgetOldest();
        }
    }

    private LedgerState.Recent recentAt(int place) {
        return recent[(recentHead + place) & (recent.length - 1)];
    }

    private void forgetOldest() {
        recentFacts -= recentAt(0).facts().size();
        Arrays.fill(recent, recentHead, recentHead + 1, null);
        recentHead = (recentHead + 1) & (recent.length - 1);
        recentCount--;
    }

    private void resize(int room) {
        LedgerState.Recent[] moved = new LedgerState.Recent[room];
        for (int i = 0; i < recentCount; i++) {
            moved[i] = recentAt(i);
        }
        recent = moved;
        recentHead = 0;
    }

    private void spend(LedgerState.IdHash hash) {
        if (2 * (idCount + 1) > table.length) {
            rehash();
        }
        int slot = slotOf(hash);
        if (table[slot] != 0) {
            throw new IllegalArgumentException("command id spent twice");
        }
        if (2 * idCount == ids.length) {
            ids = Arrays.copyOf(ids, ids.length * 2);
        }
        ids[2 * idCount] = hash.high();
        ids[2 * idCount + 1] = hash.low();
        table[slot] = ++idCount;
    }

    /** Where the hash is, or the free slot where it belongs. The table holds index + 1. */
    private int slotOf(LedgerState.IdHash hash) {
        int slot = (int) hash.high() & (table.length - 1);
        while (table[slot] != 0) {
            int place = 2 * (table[slot] - 1);
            if (ids[place] == hash.high() && ids[place + 1] == hash.low()) {
                return slot;
            }
            slot = (slot + 1) & (table.length - 1);
        }
        return slot;
    }

    private void rehash() {
        table = new int[table.length * 2];
        for (int i = 0; i < idCount; i++) {
            table[slotOf(new LedgerState.IdHash(ids[2 * i], ids[2 * i + 1]))] = i + 1;
        }
    }
}
