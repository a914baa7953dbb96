package dev.terrane.world.backups;

/**
 * A backup that was made and read back.
 *
 * @param name file name without its ending
 * @param bytes size of the file
 * @param chunks chunks in it
 * @param revisions rows of history in it
 * @param digest SHA-256 over all rows of all tables, in order: equal contents have equal digests
 */
public record Backup(String name, long bytes, long chunks, long revisions, String digest) {}
