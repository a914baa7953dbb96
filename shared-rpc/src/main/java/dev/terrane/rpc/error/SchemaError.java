package dev.terrane.rpc.error;

/** Errors of schema documents and of schema-service. */
public enum SchemaError implements ErrorCode {
    SCHEMA_INVALID(
            RpcCode.INVALID_ARGUMENT,
            422,
            0,
            "The schema document is not valid",
            "One or more rules of ark.entity-schema version 1 are broken; each is listed with rule id, pointer, line and column.",
            "Correct the named places; check with: terrane schema validate FILE"),
    SCHEMA_VERSION_CONFLICT(
            RpcCode.ABORTED,
            409,
            0,
            "Another version of the schema is the newest by now",
            "The publisher expected a certain newest version, and somebody published another one before.",
            "Read the newest version, decide whether the document still fits, and publish with its number."),
    DRAFT_STALE(
            RpcCode.ABORTED,
            412,
            0,
            "The draft is not what the change was made for",
            "Somebody saved, made or removed the draft since the caller read it.",
            "Read the draft again, apply the change to it and send it with its ETag."),
    SCHEMA_BOOTSTRAP_FAILED(
            RpcCode.FAILED_PRECONDITION,
            422,
            0,
            "The schema documents for the start cannot be used",
            "The folder terrane.schema.bootstrap names is missing or unreadable, or a document in it is not valid.",
            "Correct the named file, or remove the setting; check with: terrane schema validate FILE");

    private final ErrorSpec spec;

    SchemaError(
            RpcCode rpc, int httpStatus, int closeCode, String title, String cause, String fix) {
        this.spec = new ErrorSpec(rpc, httpStatus, closeCode, title, cause, fix);
    }

    @Override
    public ErrorSpec spec() {
        return spec;
    }
}
