package dev.terrane.rpc.error;

/** Errors of schema documents and of schema-service. */
public enum SchemaError implements ErrorCode {
    SCHEMA_INVALID(
            RpcCode.INVALID_ARGUMENT,
            422,
            0,
            "The schema document is not valid",
            "One or more rules of ark.entity-schema version 1 are broken; each is listed with rule id, pointer, line and column.",
            "Correct the named places; check with: terrane schema validate FILE");

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
