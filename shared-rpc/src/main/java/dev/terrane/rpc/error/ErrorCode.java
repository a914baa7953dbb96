package dev.terrane.rpc.error;

/**
 * One entry of the error registry. Names and numbers are stable: clients switch on them. Every
 * entry has a page {@code docs/errors/NAME.md} and a test that provokes it.
 */
public sealed interface ErrorCode
        permits CommonError, SchemaError, WorldError, SessionError, StageError, CliError {

    /** Stable upper-case name, for example {@code STALE_REVISION}; unique across the registry. */
    String name();

    /** Statuses and texts of this entry. */
    ErrorSpec spec();

    /** Problem type and documentation URN, for example {@code urn:terrane:error:STALE_REVISION}. */
    default String urn() {
        return "urn:terrane:error:" + name();
    }
}
