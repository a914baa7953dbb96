-- An edit id that REST carries names one change of its caller, whatever the chunk.
CREATE INDEX idx_revisions_edit ON revisions (edit_id) WHERE edit_id IS NOT NULL;

-- Derived from palettes, objects and their scripts; rewritten when the set changes.
CREATE TABLE chunk_assets (
    chunk_key TEXT NOT NULL REFERENCES chunks (key) ON DELETE CASCADE,
    asset_id  TEXT NOT NULL,
    PRIMARY KEY (chunk_key, asset_id)
) WITHOUT ROWID;
CREATE INDEX idx_chunk_assets_asset ON chunk_assets (asset_id, chunk_key);

-- What moderators said of assets and scripts. An asset without flags has no row.
CREATE TABLE asset_flags (
    asset_id   TEXT    NOT NULL PRIMARY KEY,
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
    updated_at INTEGER NOT NULL
);

-- Payloads that did not verify, as they were found.
CREATE TABLE quarantine (
    id        INTEGER NOT NULL PRIMARY KEY,
    chunk_key TEXT    NOT NULL,
    revision  INTEGER NOT NULL,
    checksum  TEXT    NOT NULL, -- the one it should have had
    payload   BLOB    NOT NULL,
    detail    TEXT    NOT NULL,
    found_at  INTEGER NOT NULL,
    UNIQUE (chunk_key, revision)
);

-- Long work in slices; one row a job, continued after a restart from its cursor.
CREATE TABLE jobs (
    id         TEXT    NOT NULL PRIMARY KEY,
    kind       TEXT    NOT NULL, -- reflag
    state      TEXT    NOT NULL, -- running | done
    argument   TEXT    NOT NULL,
    cursor     TEXT    NOT NULL DEFAULT '',
    done       INTEGER NOT NULL DEFAULT 0,
    total      INTEGER NOT NULL DEFAULT 0,
    actor      TEXT    NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
);
CREATE INDEX idx_jobs_running ON jobs (created_at, id) WHERE state = 'running';

-- Rises with every change of asset_flags, so that a reader knows whether its copy of them is current.
INSERT INTO meta (key, value) VALUES ('asset_revision', '0');
-- Chunks written before this version have no asset rows yet; the service makes them at its start.
INSERT INTO meta (key, value)
SELECT 'index_pending', '1' WHERE EXISTS (SELECT 1 FROM chunks);
UPDATE meta SET value = '2' WHERE key = 'schema_version';
