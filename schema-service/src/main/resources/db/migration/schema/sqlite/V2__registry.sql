-- Contents by their hash: one row for one content, whoever holds it, versions and drafts alike.
CREATE TABLE schema_content (
    content_hash TEXT NOT NULL PRIMARY KEY CHECK (length(content_hash) = 64),
    wire_hash    TEXT NOT NULL CHECK (length(wire_hash) = 64),
    document     TEXT NOT NULL
) STRICT;

INSERT INTO schema_content (content_hash, wire_hash, document)
SELECT content_hash, min(wire_hash), min(document) FROM schema_version GROUP BY content_hash;

-- Retired versions keep their number and are found by their hash only. SQLite adds no foreign key to
-- a table that exists, so the table is made anew.
CREATE TABLE schema_version_new (
    position            INTEGER PRIMARY KEY AUTOINCREMENT,
    name                TEXT    NOT NULL,
    version             INTEGER NOT NULL CHECK (version >= 1),
    content_hash        TEXT    NOT NULL REFERENCES schema_content (content_hash),
    wire_hash           TEXT    NOT NULL CHECK (length(wire_hash) = 64),
    published_at_millis INTEGER NOT NULL,
    published_by        TEXT    NOT NULL,
    retired_at_millis   INTEGER,
    retired_by          TEXT,
    UNIQUE (name, version)
) STRICT;

INSERT INTO schema_version_new
    (position, name, version, content_hash, wire_hash, published_at_millis, published_by)
SELECT position, name, version, content_hash, wire_hash, published_at_millis, published_by
FROM schema_version;

DROP TABLE schema_version;
ALTER TABLE schema_version_new RENAME TO schema_version;
CREATE INDEX schema_version_content ON schema_version (content_hash, position);

-- What a named schema is judged by. The revision moves with everything a plan depends on.
CREATE TABLE schema_name (
    name          TEXT    NOT NULL PRIMARY KEY,
    compatibility TEXT    NOT NULL,
    revision      INTEGER NOT NULL CHECK (revision >= 1)
) STRICT;

INSERT INTO schema_name (name, compatibility, revision)
SELECT DISTINCT name, 'FULL_TRANSITIVE', 1 FROM schema_version;

CREATE TABLE schema_draft (
    id                INTEGER PRIMARY KEY AUTOINCREMENT,
    name              TEXT    NOT NULL,
    draft             TEXT    NOT NULL,
    base_version      INTEGER NOT NULL CHECK (base_version >= 0),
    content_hash      TEXT    NOT NULL REFERENCES schema_content (content_hash),
    revision          INTEGER NOT NULL CHECK (revision >= 1),
    updated_at_millis INTEGER NOT NULL,
    updated_by        TEXT    NOT NULL,
    UNIQUE (name, draft)
) STRICT;

CREATE INDEX schema_draft_content ON schema_draft (content_hash);

-- Where a channel points, for each schema.
CREATE TABLE schema_channel (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    channel  TEXT    NOT NULL,
    name     TEXT    NOT NULL,
    version  INTEGER NOT NULL,
    revision INTEGER NOT NULL CHECK (revision >= 1),
    UNIQUE (channel, name),
    FOREIGN KEY (name, version) REFERENCES schema_version (name, version)
) STRICT;

CREATE INDEX schema_channel_version ON schema_channel (name, version);

-- Every move of a channel, for ever. From 0: it pointed nowhere before.
CREATE TABLE schema_channel_move (
    position        INTEGER PRIMARY KEY AUTOINCREMENT,
    channel         TEXT    NOT NULL,
    name            TEXT    NOT NULL,
    revision        INTEGER NOT NULL,
    from_version    INTEGER NOT NULL,
    to_version      INTEGER NOT NULL,
    is_rollback     INTEGER NOT NULL CHECK (is_rollback IN (0, 1)),
    reason          TEXT    NOT NULL,
    moved_at_millis INTEGER NOT NULL,
    moved_by        TEXT    NOT NULL,
    UNIQUE (channel, name, revision)
) STRICT;

-- Who uses a version: live stages and stored data.
CREATE TABLE schema_reference (
    kind              TEXT    NOT NULL CHECK (kind IN ('live', 'stored')),
    holder            TEXT    NOT NULL,
    name              TEXT    NOT NULL,
    version           INTEGER NOT NULL,
    held_at_millis    INTEGER NOT NULL,
    renewed_at_millis INTEGER NOT NULL,
    held_by           TEXT    NOT NULL,
    PRIMARY KEY (kind, holder, name, version),
    FOREIGN KEY (name, version) REFERENCES schema_version (name, version)
) STRICT;

CREATE INDEX schema_reference_version ON schema_reference (name, version);

-- Retired members. removed_in_version is set by the first version without the member: from then on
-- the index is reserved for ever.
CREATE TABLE schema_retired_member (
    name               TEXT    NOT NULL,
    class_name         TEXT    NOT NULL,
    member_index       INTEGER NOT NULL,
    member_name        TEXT    NOT NULL,
    since_version      INTEGER NOT NULL,
    retired_at_millis  INTEGER NOT NULL,
    retired_by         TEXT    NOT NULL,
    removed_in_version INTEGER,
    PRIMARY KEY (name, class_name, member_index)
) STRICT;

-- What was done to a schema besides publishing and moving channels, for ever.
CREATE TABLE schema_audit (
    position  INTEGER PRIMARY KEY AUTOINCREMENT,
    name      TEXT    NOT NULL,
    action    TEXT    NOT NULL,
    target    TEXT    NOT NULL,
    reason    TEXT    NOT NULL,
    at_millis INTEGER NOT NULL,
    subject   TEXT    NOT NULL
) STRICT;

CREATE INDEX schema_audit_name ON schema_audit (name, position);
