package dev.terrane.sdk;

/** A REST call that was refused: status and the problem document that came with it. */
public final class RestException extends RuntimeException {
    private final int status;
    private final String problem;

    /** With what came back. */
    public RestException(int status, String problem) {
        super(status + ": " + problem);
        this.status = status;
        this.problem = problem;
    }

    /** The HTTP status; 0 when no answer came. */
    public int status() {
        return status;
    }

    /** The body, usually {@code application/problem+json}. */
    public String problem() {
        return problem;
    }
}
