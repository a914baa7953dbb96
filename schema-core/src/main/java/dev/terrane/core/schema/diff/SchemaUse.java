package dev.terrane.core.schema.diff;

/**
 * What a registry knows beside the documents. Questions are about the old document: a class that
 * was renamed is asked for by its old name.
 */
public interface SchemaUse {
    /** Everything is in use and nothing was retired: the strictest judgement. */
    SchemaUse EVERYTHING =
            new SchemaUse() {
                @Override
                public boolean isClassStored(String className) {
                    return true;
                }

                @Override
                public boolean isSelected(String className, long index) {
                    return true;
                }

                @Override
                public boolean isRowUsed(long rowId) {
                    return true;
                }

                @Override
                public boolean isRetired(String className, long index) {
                    return false;
                }
            };

    /** Whether entities or rows of the class are stored. */
    boolean isClassStored(String className);

    /** Whether some projection may select the member. */
    boolean isSelected(String className, long index);

    /** Whether something was made from the configuration row or names it. */
    boolean isRowUsed(long rowId);

    /** Whether the index was retired: reserved for ever. */
    boolean isRetired(String className, long index);
}
