package dev.terrane.rpc.error;

/** Errors of chunks, maps and world-service. */
public enum WorldError implements ErrorCode {
    STALE_REVISION(
            RpcCode.ABORTED,
            412,
            0,
            "The chunk has changed since the base of this edit",
            "The edit's base (revision and checksum) is not the current one.",
            "Fetch the chunk again, apply the change to it and send it with the new base."),
    DEFINITION_CONFLICT(
            RpcCode.ALREADY_EXISTS,
            409,
            0,
            "The id or name belongs to another definition",
            "A world or room of this id exists and differs, or another room of the world has the name.",
            "Use another id or name, or send the definition as it exists; PATCH changes it."),
    DEFINITION_STALE(
            RpcCode.ABORTED,
            412,
            0,
            "The definition is not what the change was made for",
            "The world, or one of its rooms, was changed or restored since the caller read it: one ETag names the state of the definitions of both.",
            "Read the definition again, decide anew, and send the change with its ETag (If-Match on REST, expected_etag by RPC)."),
    ROOM_CONTENT_OUTSIDE(
            RpcCode.FAILED_PRECONDITION,
            409,
            0,
            "Content of the room would lie outside its new bounds",
            "Chunks do not meet the new bounds, objects do not stand in them, or a chunk the caller may not see reaches beyond them.",
            "Move or delete what the error lists, or leave the room larger."),
    WORLD_GRID_FIXED(
            RpcCode.FAILED_PRECONDITION,
            409,
            0,
            "The world's chunks are laid out already",
            "Chunk size and origin cannot change once the world has had a chunk, whose history is kept, or while an import into it is not over.",
            "Make another world with the layout you want and import its maps there."),
    CHUNK_INVALID(
            RpcCode.INVALID_ARGUMENT,
            422,
            0,
            "The chunk breaks a rule of its format, room or world",
            "The content, or the result of the patch, is not a valid chunk at the place named.",
            "Correct the place the error names; docs/formats/agpc.md has the rules."),
    CHUNK_CORRUPT(
            RpcCode.DATA_LOSS,
            500,
            0,
            "The stored chunk does not verify",
            "The bytes in the database are not those that were written; they are kept and set aside.",
            "Replace the chunk with a good copy, or restore the database from a backup; other chunks are not affected."),
    CHUNK_GATED(
            RpcCode.PERMISSION_DENIED,
            403,
            0,
            "The chunk is flagged for more than the caller may see",
            "A category of the chunk's content flags is above the allowance of the token's claim content, or the chunk is mature and the claim mature is not true.",
            "Use a token with a higher allowance, or ask a moderator to look at the assets the flags name as sources."),
    CHUNK_FORMAT_NEWER(
            RpcCode.FAILED_PRECONDITION,
            409,
            0,
            "The stored chunk is of a format this version does not know",
            "A newer version of world-service wrote the chunk; it is neither served nor overwritten.",
            "Run a version that knows the format, at least the one the error names."),
    REVISION_UNAVAILABLE(
            RpcCode.FAILED_PRECONDITION,
            409,
            0,
            "The revision's content cannot be had any more",
            "The revision is a deletion, its payload was pruned, or the stored bytes do not verify.",
            "Choose another revision; the history lists those that have content."),
    SQLITE_ONLY(
            RpcCode.UNIMPLEMENTED,
            501,
            0,
            "The database world-service uses does not offer this",
            "Backups by the service and write-behind need the embedded store; this service runs on PostgreSQL.",
            "Back PostgreSQL up with pg_dump or base backups; leave worlds there committed, which is the default."),
    BACKUP_INVALID(
            RpcCode.FAILED_PRECONDITION,
            409,
            0,
            "The backup cannot be restored",
            "The file is no database of world-service, is damaged, is of a newer version, has a log (`-wal`) with changes beside it, or is not the one whose digest was given.",
            "Restore another backup. One whose only fault are chunks that do not verify is restored when that is asked for: keepDamaged by REST, keep_damaged by RPC, --keep-damaged on the command line."),
    BACKUP_EXISTS(
            RpcCode.ALREADY_EXISTS,
            409,
            0,
            "There is a backup of this name",
            "A backup is never overwritten: the folder backups has a file of the name.",
            "Make the backup under another name, or take the old file away first."),
    PATCH_MALFORMED(
            RpcCode.INVALID_ARGUMENT,
            400,
            0,
            "The patch is not an RFC 6902 document",
            "The JSON does not parse, or an operation lacks a member or names an unknown operation.",
            "Correct the place the error names."),
    PATCH_TEST_FAILED(
            RpcCode.FAILED_PRECONDITION,
            409,
            0,
            "A test operation of the patch failed",
            "The value at the tested location is missing or another one.",
            "Fetch the chunk again and make the patch for what it holds now."),
    PATCH_TARGET_INVALID(
            RpcCode.INVALID_ARGUMENT,
            422,
            0,
            "An operation of the patch names a location it cannot use",
            "The location does not exist, or cannot take the value.",
            "Correct the path or from of the operation the error names."),
    PATCH_PATH_FORBIDDEN(
            RpcCode.PERMISSION_DENIED,
            403,
            0,
            "An operation of the patch leaves the editable part of a chunk",
            "Edits may read and write only /tiles and /objects, and never an object's flags.",
            "Remove the operation the error names."),
    MAP_INVALID(
            RpcCode.INVALID_ARGUMENT,
            422,
            0,
            "The map cannot be imported",
            "The map, or a file it refers to, is not well-formed, uses something that is not supported, or does not fit its room.",
            "Correct the file at the place the error names; docs/guides/tiled.md lists what is read."),
    MAP_FILE_MISSING(
            RpcCode.INVALID_ARGUMENT,
            422,
            0,
            "A file the map refers to was not sent",
            "The map names a tileset by a path for which the request has no part.",
            "Send the file as a part named by that path; terrane map import collects the files by itself."),
    IMPORT_STATE(
            RpcCode.FAILED_PRECONDITION,
            409,
            0,
            "The import is not in a state for this",
            "It is over, its commit cannot be stopped any more, it is not done yet, it was taken back before, or its conflicts are undecided.",
            "Read the import and do what its state allows: docs/protocol/worlds.md lists the states.");

    private final ErrorSpec spec;

    WorldError(RpcCode rpc, int httpStatus, int closeCode, String title, String cause, String fix) {
        this.spec = new ErrorSpec(rpc, httpStatus, closeCode, title, cause, fix);
    }

    @Override
    public ErrorSpec spec() {
        return spec;
    }
}
