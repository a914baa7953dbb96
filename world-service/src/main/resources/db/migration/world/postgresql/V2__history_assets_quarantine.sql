-- An edit id that REST carries names one change of its caller, whatever the chunk.
CREATE INDEX idx_revisions_edit ON revisions (edit_id) WHERE edit_id IS NOT NULL;

-- Derived from palettes, objects and their scripts; rewritten when the set changes.
CREATE TABLE chunk_assets (
    chunk_key TEXT COLLATE "C" NOT NULL REFERENCES chunks (key) ON DELETE CASCADE,
    asset_id  TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (chunk_key, asset_id)
);
CREATE INDEX idx_chunk_assets_asset ON chunk_assets (asset_id, chunk_key);

-- What moderators said of assets and scripts. An asset without flags has no row.
CREATE TABLE asset_flags (
    asset_id  TEXT COLLATE "C"    NOT NULL PRIMARY KEY,
    violence   INTEGER NOT NULL,
    sexual     INTEGER NOT NULL,
    language   INTEGER NOT NULL,
    substance  INTEGER NOT NULL,
    gambling   INTEGER NOT NULL,
    horror     INTEGER NOT NULL,
    hate       INTEGER NOT NULL,
    custom     INTEGER NOT NULL,
    mature     INTEGER NOT NULL,
    actor      TEXT    NOT NULL,
    updated_at BIGINT  NOT NULL
);

-- Payloads that did not verify, as they were found.
CREATE TABLE quarantine (
    id        BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    chunk_key TEXT COLLATE "C"    NOT NULL,
    revision  BIGINT  NOT NULL,
    checksum  TEXT    NOT NULL, -- the one it should have had
    payload   BYTEA   NOT NULL,
    detail    TEXT    NOT NULL,
    found_at  BIGINT  NOT NULL,
    UNIQUE (chunk_key, revision)
);

-- Long work in slices; one row a job, continued after a restart from its cursor.
CREATE TABLE jobs (
    id         TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    kind       TEXT    NOT NULL, -- reflag
    state      TEXT    NOT NULL, -- running | done
    argument   TEXT    NOT NULL,
    cursor     TEXT    NOT NULL DEFAULT '',
    done       BIGINT  NOT NULL DEFAULT 0,
    total      BIGINT  NOT NULL DEFAULT 0,
    actor      TEXT    NOT NULL,
    created_at BIGINT  NOT NULL,
    updated_at BIGINT  NOT NULL
);
CREATE INDEX idx_jobs_running ON jobs (created_at, id) WHERE state = 'running';

-- Rises with every change of asset_flags, so that a reader knows whether its copy of them is current.
INSERT INTO meta (key, value) VALUES ('asset_revision', '0');
-- Chunks written before this version have no asset rows yet; the service makes them at its start.
INSERT INTO meta (key, value)
SELECT 'index_pending', '1' WHERE EXISTS (SELECT 1 FROM chunks);
UPDATE meta SET value = '2' WHERE key = 'schema_version';
