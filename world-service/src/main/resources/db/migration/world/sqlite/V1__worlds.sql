-- Worlds, rooms, chunks and their history. Times are milliseconds since 1970-01-01 UTC, digests lower-case hex.

CREATE TABLE worlds (
    id           TEXT    NOT NULL PRIMARY KEY,
    name         TEXT    NOT NULL,
    description  TEXT    NOT NULL DEFAULT '',
    chunk_size_x INTEGER NOT NULL,
    chunk_size_y INTEGER NOT NULL,
    chunk_size_z INTEGER NOT NULL,
    origin_x     REAL    NOT NULL,
    origin_y     REAL    NOT NULL,
    origin_z     REAL    NOT NULL,
    revision     INTEGER NOT NULL, -- of this definition and its rooms', not of chunks
    created_at   INTEGER NOT NULL,
    updated_at   INTEGER NOT NULL
);

CREATE TABLE rooms (
    world_id     TEXT    NOT NULL REFERENCES worlds (id) ON DELETE CASCADE,
    id           TEXT    NOT NULL,
    name         TEXT    NOT NULL,
    state        TEXT    NOT NULL DEFAULT 'open', -- open | importing
    bounds_min_x REAL    NOT NULL,
    bounds_min_y REAL    NOT NULL,
    bounds_min_z REAL    NOT NULL,
    bounds_max_x REAL    NOT NULL,
    bounds_max_y REAL    NOT NULL,
    bounds_max_z REAL    NOT NULL,
    created_at   INTEGER NOT NULL,
    updated_at   INTEGER NOT NULL,
    PRIMARY KEY (world_id, id),
    UNIQUE (world_id, name)
);

CREATE TABLE chunks (
    key            TEXT    NOT NULL PRIMARY KEY, -- world:room:cx:cy:cz
    world_id       TEXT    NOT NULL,
    room_id        TEXT    NOT NULL,
    cx             INTEGER NOT NULL,
    cy             INTEGER NOT NULL,
    cz             INTEGER NOT NULL,
    format_version INTEGER NOT NULL,
    payload        BLOB    NOT NULL, -- header and stored body
    payload_len    INTEGER NOT NULL, -- bytes of the uncompressed body
    checksum       TEXT    NOT NULL, -- of the uncompressed body
    content_hash   TEXT    NOT NULL, -- of sections 01 to 04
    revision       INTEGER NOT NULL,
    state          TEXT    NOT NULL DEFAULT 'ok', -- ok | corrupt
    dirty          INTEGER NOT NULL DEFAULT 0,
    created_at     INTEGER NOT NULL,
    updated_at     INTEGER NOT NULL,
    UNIQUE (world_id, room_id, cz, cy, cx),
    FOREIGN KEY (world_id, room_id) REFERENCES rooms (world_id, id) ON DELETE CASCADE
);

-- Derived from sections 03; rewritten when they change.
CREATE TABLE chunk_objects (
    chunk_key  TEXT    NOT NULL REFERENCES chunks (key) ON DELETE CASCADE,
    id         TEXT    NOT NULL,
    type       TEXT    NOT NULL,
    asset_id   TEXT    NOT NULL,
    dynamic    INTEGER NOT NULL,
    pos_x      REAL    NOT NULL,
    pos_y      REAL    NOT NULL,
    pos_z      REAL    NOT NULL,
    properties TEXT    NOT NULL,
    PRIMARY KEY (chunk_key, id)
);
CREATE INDEX idx_chunk_objects_type ON chunk_objects (type, chunk_key, id);
CREATE INDEX idx_chunk_objects_asset ON chunk_objects (asset_id, chunk_key, id);

-- object_id '' is the chunk itself: exactly one such row a chunk; objects only when flagged.
CREATE TABLE content_flags (
    chunk_key TEXT    NOT NULL REFERENCES chunks (key) ON DELETE CASCADE,
    object_id TEXT    NOT NULL DEFAULT '',
    violence  INTEGER NOT NULL DEFAULT 0,
    sexual    INTEGER NOT NULL DEFAULT 0,
    language  INTEGER NOT NULL DEFAULT 0,
    substance INTEGER NOT NULL DEFAULT 0,
    gambling  INTEGER NOT NULL DEFAULT 0,
    horror    INTEGER NOT NULL DEFAULT 0,
    hate      INTEGER NOT NULL DEFAULT 0,
    custom    INTEGER NOT NULL DEFAULT 0,
    mature    INTEGER NOT NULL DEFAULT 0,
    sources   TEXT    NOT NULL DEFAULT '[]',
    PRIMARY KEY (chunk_key, object_id)
);
CREATE INDEX idx_content_flags_mature ON content_flags (mature) WHERE mature = 1;

-- Survives the chunk: no foreign key.
CREATE TABLE revisions (
    id           INTEGER NOT NULL PRIMARY KEY,
    chunk_key    TEXT    NOT NULL,
    revision     INTEGER NOT NULL,
    actor        TEXT    NOT NULL,
    action       TEXT    NOT NULL, -- create | update | delete | rollback | migrate | reflag
    checksum     TEXT    NOT NULL, -- a delete keeps the last one
    payload      BLOB,             -- null after delete or prune
    created_at   INTEGER NOT NULL,
    edit_id      TEXT,
    request_hash TEXT,
    UNIQUE (chunk_key, revision),
    UNIQUE (chunk_key, edit_id)
);

CREATE TABLE meta (
    key   TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);
INSERT INTO meta (key, value) VALUES ('schema_version', '1');
