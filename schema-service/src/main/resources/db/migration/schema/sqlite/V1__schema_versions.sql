-- Published schema versions: written once, never changed.
CREATE TABLE schema_version (
    position            INTEGER PRIMARY KEY AUTOINCREMENT,
    name                TEXT    NOT NULL,
    version             INTEGER NOT NULL CHECK (version >= 1),
    content_hash        TEXT    NOT NULL CHECK (length(content_hash) = 64),
    wire_hash           TEXT    NOT NULL CHECK (length(wire_hash) = 64),
    document            TEXT    NOT NULL,
    published_at_millis INTEGER NOT NULL,
    published_by        TEXT    NOT NULL,
    UNIQUE (name, version)
) STRICT;

CREATE INDEX schema_version_content ON schema_version (content_hash, position);
