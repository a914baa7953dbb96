package dev.terrane.core.session.model;

import java.util.List;

/**
 * Which command ids are spent, as a checkpoint keeps it.
 *
 * @param ids hash of every client id in order of first use
 * @param recent the last receipts with what they answer again, oldest first; at most {@link
 *     #RECENT_MAX}, older ones are in the host's store
 * @param hosts watermark of each host source, ascending by source
 */
public record LedgerState(List<IdHash> ids, List<Recent> recent, List<Watermark> hosts) {
    /** Receipts a checkpoint carries, and a resting session keeps in memory. */
    public static final int RECENT_MAX = 64;

    public LedgerState {
        if (recent.size() > RECENT_MAX || recent.size() > ids.size()) {
            throw new IllegalArgumentException(
                    recent.size() + " receipts for " + ids.size() + " ids, limit " + RECENT_MAX);
        }
        ids = List.copyOf(ids);
        recent = List.copyOf(recent);
        hosts = List.copyOf(hosts);
    }

    /** First 128 bits of the hash of a client id. */
    public record IdHash(long high, long low) {}

    /** A receipt that is answered from memory. */
    public record Recent(Receipt receipt, Hash fingerprint, List<ContactFact> facts) {
        public Recent {
            facts = List.copyOf(facts);
        }
    }

    /** The highest sequence used by a host source. */
    public record Watermark(String source, long sequence) {}
}
