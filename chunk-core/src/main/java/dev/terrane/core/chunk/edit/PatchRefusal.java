package dev.terrane.core.chunk.edit;

import dev.terrane.core.chunk.RejectReason;

/** Why a patch was refused. */
public sealed interface PatchRefusal {
    /** What is wrong, with the place, in one line. */
    String text();

    /**
     * The document or the patch is not what it should be.
     *
     * @param place "document" or "patch" with pointer, or line and column
     */
    record Malformed(String place, String detail) implements PatchRefusal {
        @Override
        public String text() {
            return place + ": " + detail;
        }
    }

    /** A {@code test} operation found another value or none. */
    record TestFailed(int operation, String path, String detail) implements PatchRefusal {
        @Override
        public String text() {
            return "operation " + operation + ", test " + path + ": " + detail;
        }
    }

    /** A location that is not there or cannot take the value. */
    record InvalidTarget(int operation, String path, String detail) implements PatchRefusal {
        @Override
        public String text() {
            return "operation " + operation + ", " + path + ": " + detail;
        }
    }

    /** A limit; operation is -1 for the patch as a whole. */
    record OverLimit(int operation, String limitName, long limit, long actual)
            implements PatchRefusal {
        @Override
        public String text() {
            return (operation < 0 ? "the patch" : "operation " + operation)
                    + ": "
                    + limitName
                    + " is "
                    + limit
                    + ", not "
                    + actual;
        }
    }

    /** A location outside what edits of a chunk may read or write. */
    record Forbidden(int operation, String path) implements PatchRefusal {
        @Override
        public String text() {
            return "operation "
                    + operation
                    + ", "
                    + path
                    + ": edits reach only /tiles and /objects, never an object's flags";
        }
    }

    /** The patched chunk breaks a rule of the format; the pointer is into the patched chunk. */
    record InvalidResult(RejectReason reason, String pointer, String detail)
            implements PatchRefusal {
        @Override
        public String text() {
            return "the result at " + pointer + ": " + detail;
        }
    }
}
