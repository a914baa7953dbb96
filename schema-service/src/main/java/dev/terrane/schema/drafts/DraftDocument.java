package dev.terrane.schema.drafts;

/**
 * A draft with its document.
 *
 * @param draft what is known of it
 * @param document the canonical export
 */
public record DraftDocument(Draft draft, String document) {}
