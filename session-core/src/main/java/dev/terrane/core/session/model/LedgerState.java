package dev.terrane.core.session.model;

import java.util.List;

/**
 * Which command ids are spent, as a checkpoint keeps it.
 *
 * @param ids hash of every client id in order of first use
 * @param recent the last receipts with what they answer again, oldest first
 * @param hosts watermark of each host source, ascending by source
 */
public record LedgerState(List<IdHash> ids, List<Recent> recent, List<Watermark> hosts) {
    public LedgerState {
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
