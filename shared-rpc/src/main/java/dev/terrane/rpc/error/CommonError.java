package dev.terrane.rpc.error;

/** Errors any service can give. */
public enum CommonError implements ErrorCode {
    UNAUTHENTICATED(
            RpcCode.UNAUTHENTICATED,
            401,
            4401,
            "No valid token was sent",
            "The request carries no bearer token, or one that is expired, malformed or signed by an unknown key.",
            "Send Authorization: Bearer TOKEN; get one with: terrane token --role player"),
    FORBIDDEN(
            RpcCode.PERMISSION_DENIED,
            403,
            4403,
            "The token's roles do not allow this",
            "The endpoint's row in the access table lists none of the token's roles.",
            "Use a token with one of the roles the error names."),
    INVALID_ARGUMENT(
            RpcCode.INVALID_ARGUMENT,
            400,
            4400,
            "A request field has a value that is not allowed",
            "The named field is missing, malformed or out of its range.",
            "Correct the named field; the reference page of the call gives its range."),
    NOT_FOUND(
            RpcCode.NOT_FOUND,
            404,
            4404,
            "There is no such thing",
            "The named id does not exist, or the path is not an endpoint.",
            "Check the id and the path; lists of existing ids are at the collection's address."),
    METHOD_NOT_ALLOWED(
            RpcCode.UNIMPLEMENTED,
            405,
            0,
            "The path exists but not with this HTTP method",
            "The HTTP method of the request is not one the endpoint offers.",
            "Use a method the Allow header lists."),
    UNIMPLEMENTED(
            RpcCode.UNIMPLEMENTED,
            404,
            0,
            "There is no such RPC method",
            "The path names no method of a service this process offers.",
            "Check package, service and method; names are case-sensitive."),
    PRECONDITION_REQUIRED(
            RpcCode.FAILED_PRECONDITION,
            428,
            0,
            "The change names no base",
            "The request has no If-Match header, so it could overwrite what it has not seen.",
            "Send If-Match with the ETag of what the change was made for, or If-None-Match: * to create."),
    NOT_ACCEPTABLE(
            RpcCode.INVALID_ARGUMENT,
            406,
            0,
            "The endpoint has nothing of the type that was asked for",
            "The Accept header names none of the types the endpoint answers with.",
            "Ask for one of the types the error names, or leave Accept out."),
    UNSUPPORTED_MEDIA_TYPE(
            RpcCode.INVALID_ARGUMENT,
            415,
            0,
            "The content type is not one this endpoint reads",
            "The Content-Type or Content-Encoding of the request is not supported.",
            "Use one of the types the error names."),
    UNSUPPORTED_ENCODING(
            RpcCode.UNIMPLEMENTED,
            415,
            0,
            "The compression is not one this endpoint reads",
            "The Content-Encoding of the request is neither gzip nor identity.",
            "Send the body as it is, or compressed with gzip."),
    PAYLOAD_TOO_LARGE(
            RpcCode.RESOURCE_EXHAUSTED,
            413,
            4413,
            "The request is larger than its limit",
            "The body, frame or decompressed size exceeds the named limit.",
            "Send less at once, or raise the named setting."),
    RESOURCE_EXHAUSTED(
            RpcCode.RESOURCE_EXHAUSTED,
            429,
            4429,
            "A limit on work in progress is reached",
            "A bounded queue, rate or quota named in the error is full.",
            "Retry after the time in Retry-After, or raise the named setting."),
    DEADLINE_EXCEEDED(
            RpcCode.DEADLINE_EXCEEDED,
            504,
            0,
            "The work did not finish within its deadline",
            "The time the caller allowed ran out before an answer was ready.",
            "Retry with the same idempotency key, or allow more time."),
    UNAVAILABLE(
            RpcCode.UNAVAILABLE,
            503,
            4503,
            "The service cannot answer now",
            "It is starting, draining, or something it needs is out of reach.",
            "Retry with the same idempotency key after the time in Retry-After."),
    STORE_MISSING(
            RpcCode.DATA_LOSS,
            503,
            0,
            "A database that was there is gone or empty",
            "The file is missing or has 0 bytes, but something says that there was one: the mark beside it (NAME.made), its log, backups, replaced copies, files of single worlds.",
            "Put the file back, or a backup of it (world-service's by terrane world restore). To begin with an empty one, which a log that was left has to be taken away for: terrane store begin-anew SERVICE, with --data as the service has it and --world for a world's own file."),
    STORE_UNFIT(
            RpcCode.DATA_LOSS,
            503,
            0,
            "A database cannot be used as it is",
            "The file is damaged or no SQLite database, of a newer version, another service's or another world's, or may not be written. It is left as it was found.",
            "Trying again does not help: restore a backup of it, start the version that made it, or let the service's user write it, as the message says."),
    IDEMPOTENCY_MISMATCH(
            RpcCode.ALREADY_EXISTS,
            409,
            0,
            "The idempotency key was used with other content",
            "A request with the same id but different content was answered before.",
            "Use a new id for a new request."),
    ORIGIN_DENIED(
            RpcCode.PERMISSION_DENIED,
            403,
            0,
            "The page's origin is not allowed",
            "The Origin header is not in the allow-list of the setting the error names.",
            "Add the origin to common.security.allowed-origins."),
    INTERNAL(
            RpcCode.INTERNAL,
            500,
            4500,
            "The service failed",
            "A defect in the service; its log has the details under the correlation id.",
            "Report the correlation id to the operator.");

    private final ErrorSpec spec;

    CommonError(
            RpcCode rpc, int httpStatus, int closeCode, String title, String cause, String fix) {
        this.spec = new ErrorSpec(rpc, httpStatus, closeCode, title, cause, fix);
    }

    @Override
    public ErrorSpec spec() {
        return spec;
    }
}
