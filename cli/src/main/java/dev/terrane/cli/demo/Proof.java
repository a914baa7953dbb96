package dev.terrane.cli.demo;

/** What the demo must have observed. */
enum Proof {
    ENTRY("two clients of different roles entered"),
    BASELINE("each was given its baseline"),
    RATES("deltas arrived while bodies moved"),
    CHUNKS("chunks came and their checksums are right"),
    CONTACTS("contacts began, hit and ended"),
    EDIT_ACCEPTED("an edit was accepted"),
    EDIT_REFUSED("an edit on a stale revision was refused"),
    INVALIDATION("the other client was told of the edit"),
    ACTION("an action was answered once"),
    RELAY("a message reached the other client"),
    HIDDEN("a hidden member cost the other client nothing");

    private final String text;

    Proof(String text) {
        this.text = text;
    }

    /** As a sentence without full stop. */
    String text() {
        return text;
    }
}
