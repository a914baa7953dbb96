package dev.terrane.world.imports;

/** Told where a job is, between its transactions; tests stop the process there. */
@FunctionalInterface
public interface ImportProbe {
    /** Nobody asks. */
    ImportProbe NONE = (_, _) -> {};

    /** A transaction of this state was committed; the job is like this now. */
    void reached(ImportJob.State step, ImportJob now);
}
