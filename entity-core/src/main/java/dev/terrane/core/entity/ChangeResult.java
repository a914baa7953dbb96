package dev.terrane.core.entity;

/** What became of a change that has nothing to hand back. */
public sealed interface ChangeResult {
    /** It was made, or everything was so already. */
    record Done() implements ChangeResult {}

    /**
     * Nothing was changed.
     *
     * @param refusal why
     */
    record Refused(Refusal refusal) implements ChangeResult {}

    /** The refusal of wrong input. */
    static ChangeResult rejected(Reason reason, String location) {
        return new Refused(new Refusal.Rejected(reason, location));
    }
}
