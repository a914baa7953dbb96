-- Worlds, rooms, chunks and their history. Times are milliseconds since 1970-01-01 UTC, digests lower-case hex.

CREATE TABLE worlds (
    id           TEXT COLLATE "C"    NOT NULL PRIMARY KEY,
    name         TEXT COLLATE "C"    NOT NULL,
    description  TEXT    NOT NULL DEFAULT '',
    chunk_size_x INTEGER NOT NULL,
    chunk_size_y INTEGER NOT NULL,
    chunk_size_z INTEGER NOT NULL,
    origin_x     DOUBLE PRECISION NOT NULL,
    origin_y     DOUBLE PRECISION NOT NULL,
    origin_z     DOUBLE PRECISION NOT NULL,
    revision     BIGINT  NOT NULL, -- of this definition and its rooms', not of chunks
    created_at   BIGINT  NOT NULL,
    updated_at   BIGINT  NOT NULL
);

CREATE TABLE rooms (
    world_id     TEXT COLLATE "C"    NOT NULL REFERENCES worlds (id) ON DELETE CASCADE,
    id           TEXT COLLATE "C"    NOT NULL,
    name         TEXT COLLATE "C"    NOT NULL,
    state        TEXT    NOT NULL DEFAULT 'open', -- open | importing
    bounds_min_x DOUBLE PRECISION NOT NULL,
    bounds_min_y DOUBLE PRECISION NOT NULL,
    bounds_min_z DOUBLE PRECISION NOT NULL,
    bounds_max_x DOUBLE PRECISION NOT NULL,
    bounds_max_y DOUBLE PRECISION NOT NULL,
    bounds_max_z DOUBLE PRECISION NOT NULL,
    created_at   BIGINT  NOT NULL,
    updated_at   BIGINT  NOT NULL,
    PRIMARY KEY (world_id, id),
    UNIQUE (world_id, name)
);

CREATE TABLE chunks (
    key            TEXT COLLATE "C"    NOT NULL PRIMARY KEY, -- world:room:cx:cy:cz
    world_id       TEXT COLLATE "C"    NOT NULL,
    room_id        TEXT COLLATE "C"    NOT NULL,
    cx             INTEGER NOT NULL,
    cy             INTEGER NOT NULL,
    cz             INTEGER NOT NULL,
    format_version INTEGER NOT NULL,
    payload        BYTEA   NOT NULL, -- header and stored body
    payload_len    INTEGER NOT NULL, -- bytes of the uncompressed body
    checksum       TEXT    NOT NULL, -- of the uncompressed body
    content_hash   TEXT    NOT NULL, -- of sections 01 to 04
    revision       BIGINT  NOT NULL,
    state          TEXT    NOT NULL DEFAULT 'ok', -- ok | corrupt
    dirty          INTEGER NOT NULL DEFAULT 0,
    created_at     BIGINT  NOT NULL,
    updated_at     BIGINT  NOT NULL,
    UNIQUE (world_id, room_id, cz, cy, cx),
    FOREIGN KEY (world_id, room_id) REFERENCES rooms (world_id, id) ON DELETE CASCADE
);

-- Derived from sections 03; rewritten when they change.
CREATE TABLE chunk_objects (
    chunk_key  TEXT COLLATE "C"    NOT NULL REFERENCES chunks (key) ON DELETE CASCADE,
    id         TEXT COLLATE "C"    NOT NULL,
    type       TEXT COLLATE "C"    NOT NULL,
    asset_id   TEXT COLLATE "C"    NOT NULL,
    dynamic    INTEGER NOT NULL,
    pos_x      DOUBLE PRECISION NOT NULL,
    pos_y      DOUBLE PRECISION NOT NULL,
    pos_z      DOUBLE PRECISION NOT NULL,
    properties TEXT    NOT NULL,
    PRIMARY KEY (chunk_key, id)
);
CREATE INDEX idx_chunk_objects_type ON chunk_objects (type, chunk_key, id);
CREATE INDEX idx_chunk_objects_asset ON chunk_objects (asset_id, chunk_key, id);

-- object_id '' is the chunk itself: exactly one such row a chunk; objects only when flagged.
CREATE TABLE content_flags (
    chunk_key TEXT COLLATE "C"    NOT NULL REFERENCES chunks (key) ON DELETE CASCADE,
    object_id TEXT COLLATE "C"    NOT NULL DEFAULT '',
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
    id           BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    chunk_key    TEXT COLLATE "C"    NOT NULL,
    revision     BIGINT  NOT NULL,
    actor        TEXT    NOT NULL,
    action       TEXT    NOT NULL, -- create | update | delete | rollback | migrate | reflag
    checksum     TEXT    NOT NULL, -- a delete keeps the last one
    payload      BYTEA,             -- null after delete or prune
    created_at   BIGINT  NOT NULL,
    edit_id      TEXT COLLATE "C",
    request_hash TEXT,
    UNIQUE (chunk_key, revision),
    UNIQUE (chunk_key, edit_id)
);

CREATE TABLE meta (
    key   TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);
INSERT INTO meta (key, value) VALUES ('schema_version', '1');
