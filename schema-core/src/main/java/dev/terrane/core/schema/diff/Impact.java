package dev.terrane.core.schema.diff;

/**
 * What a change does.
 *
 * @param wire to streams between ends of the old and the new document
 * @param source to code generated from, or written against, the old document
 * @param data to stored entities and configuration rows
 * @param authorisation to who may see what
 */
public record Impact(Verdict wire, Verdict source, Verdict data, Verdict authorisation) {
    /** Nothing at all. */
    public static final Impact NONE = new Impact(Verdict.OK, Verdict.OK, Verdict.OK, Verdict.OK);

    static Impact of(Verdict wire, Verdict source, Verdict data) {
        return new Impact(wire, source, data, Verdict.OK);
    }

    /** The worse of both on each axis. */
    Impact orWorse(Impact other) {
        return new Impact(
                worse(wire, other.wire),
                worse(source, other.source),
                worse(data, other.data),
                worse(authorisation, other.authorisation));
    }

    /** Verdicts are declared from harmless to impossible. */
    private static Verdict worse(Verdict one, Verdict other) {
        return one.compareTo(other) >= 0 ? one : other;
    }
}
