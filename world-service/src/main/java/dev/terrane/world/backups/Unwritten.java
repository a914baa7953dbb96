package dev.terrane.world.backups;

/** What is in memory only and belongs into a backup. */
@FunctionalInterface
public interface Unwritten {
    /** Writes it and waits for it; how much there was. Not inside work of StoreThreads. */
    long settleAll();
}
