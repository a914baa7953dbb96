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
    SCHEMA_INCOMPATIBLE(
            RpcCode.FAILED_PRECONDITION,
            409,
            0,
            "The document breaks what earlier versions promise",
            "The schema's compatibility mode does not allow one or more of the changes; each is listed with rule id, both pointers, both values and what it breaks.",
            "Do what each entry's fix says, or set another mode with PUT /api/v1/schemas/NAME/compatibility."),
    SCHEMA_IN_USE(
            RpcCode.FAILED_PRECONDITION,
            409,
            0,
            "Somebody still uses what would vanish",
            "A channel, a live stage or stored data refers to the version, or may use the retired member the document leaves out.",
            "Wait until the named holders are gone, move the named channels, or force a holder that is lost with DELETE /api/v1/schemas/NAME/references."),
    SCHEMA_CONFIRMATION_REQUIRED(
            RpcCode.FAILED_PRECONDITION,
            409,
            0,
            "The plan must be confirmed",
            "The document widens who sees what; the places are listed.",
            "Read the plan, and publish with its hash: planHash."),
    SCHEMA_PLAN_STALE(
            RpcCode.ABORTED,
            409,
            0,
            "The plan is not what was confirmed any more",
            "What publishing would do has changed since the plan was made: another version, another mode, or other uses.",
            "Read the plan again, decide anew, and publish with its new hash."),
    SCHEMA_RETIRED(
            RpcCode.NOT_FOUND,
            410,
            0,
            "The version is retired",
            "The version was retired; it is not found by its id and takes no new uses.",
            "Use another version; the content is still readable by its hash, which the error names."),
    SCHEMA_MEMBER_RESERVED(
            RpcCode.FAILED_PRECONDITION,
            409,
            0,
            "The member's index is reserved for ever",
            "A version without the retired member is published, so old streams and stored data may still mean it by its index.",
            "Add a member with an index no version has used."),
    CHANNEL_STALE(
            RpcCode.ABORTED,
            412,
            0,
            "The channel is not where the change was made for",
            "Somebody moved the channel since the caller read it.",
            "Read the channel again and decide anew."),
    TABLE_INVALID(
            RpcCode.INVALID_ARGUMENT,
            422,
            0,
            "The table of static rows cannot be taken",
            "Cells are no values of their fields, or a spreadsheet has or may have changed them; each is listed with rule, cell and member.",
            "Correct the named cells; write ' before a value that must be taken to the letter, such as '1.5; see docs/formats/config-csv.md."),
    HINTS_INVALID(
            RpcCode.INVALID_ARGUMENT,
            422,
            0,
            "The hints do not fit the schema or its rows",
            "The text breaks a rule of terrane.schema-hints version 1, names what the document does not have, or a row has a value the hints do not allow.",
            "Correct the named places in the hints, or the rows first; see docs/formats/schema-hints.md."),
    SCHEMA_BOOTSTRAP_FAILED(
            RpcCode.FAILED_PRECONDITION,
            422,
            0,
            "The schema documents for the start cannot be used",
            "The folder that schema.bootstrap names is missing or unreadable, or a document in it is not valid.",
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
