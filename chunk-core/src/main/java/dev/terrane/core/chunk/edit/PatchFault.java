package dev.terrane.core.chunk.edit;

/** Unwinds a patch; never leaves this package. */
final class PatchFault extends RuntimeException {
    private final transient PatchRefusal refusal;

    PatchFault(PatchRefusal refusal) {
        super(refusal.text(), null, false, false);
        this.refusal = refusal;
    }

    PatchRefusal refusal() {
        return refusal;
    }
}
