-- A world or room that an import makes is 'importing', and not seen, until the import shows it.
ALTER TABLE worlds ADD COLUMN state TEXT NOT NULL DEFAULT 'open'; -- open | importing
CREATE INDEX idx_rooms_importing ON rooms (world_id, id) WHERE state = 'importing';

-- Imports and what takes them back; one row a job, which goes on after a restart.
CREATE TABLE import_jobs (
    id              TEXT    NOT NULL PRIMARY KEY,
    world_id        TEXT    NOT NULL,
    room_id         TEXT    NOT NULL,
    kind            TEXT    NOT NULL, -- import | rollback
    file_name       TEXT    NOT NULL, -- the map's path, as it was sent
    map_name        TEXT    NOT NULL, -- by which an earlier import of the same map is found
    other_job       TEXT    NOT NULL DEFAULT '', -- the import it compares with, or takes back
    mode            TEXT    NOT NULL, -- commit | plan
    prefer          TEXT    NOT NULL, -- none | ours | theirs
    actor           TEXT    NOT NULL,
    viewer          TEXT    NOT NULL, -- what the actor may see
    request_key     TEXT    NOT NULL,
    request_hash    TEXT    NOT NULL,
    state           TEXT    NOT NULL, -- staging | planning | planned | committing | finishing | cancelling
                                      -- | suspended | done | failed | cancelled
    resume_state    TEXT    NOT NULL DEFAULT '', -- what a suspended job was at
    attempts        INTEGER NOT NULL DEFAULT 0,
    makes_room      INTEGER NOT NULL DEFAULT 0,
    sliced          INTEGER NOT NULL DEFAULT 0, -- 1: more chunks than one transaction takes
    asset_revision  INTEGER NOT NULL DEFAULT 0,
    cursor          TEXT    NOT NULL DEFAULT '',
    total           INTEGER NOT NULL DEFAULT 0,
    staged          INTEGER NOT NULL DEFAULT 0,
    planned         INTEGER NOT NULL DEFAULT 0,
    changing        INTEGER NOT NULL DEFAULT 0, -- chunks the commit writes
    committed       INTEGER NOT NULL DEFAULT 0,
    kept_bytes      INTEGER NOT NULL DEFAULT 0, -- of files and staged chunks
    report          TEXT    NOT NULL DEFAULT '{}',
    rolled_back_by  TEXT    NOT NULL DEFAULT '',
    owner           TEXT    NOT NULL DEFAULT '', -- the process that runs it
    lease_until     INTEGER NOT NULL DEFAULT 0,
    created_at      INTEGER NOT NULL,
    updated_at      INTEGER NOT NULL,
    UNIQUE (actor, request_key)
);
CREATE INDEX idx_import_jobs_list ON import_jobs (world_id, created_at, id);
CREATE INDEX idx_import_jobs_open ON import_jobs (created_at, id)
    WHERE state NOT IN ('done', 'failed', 'cancelled');

-- The files of an import until its chunks are staged.
CREATE TABLE import_files (
    job_id  TEXT    NOT NULL REFERENCES import_jobs (id) ON DELETE CASCADE,
    path    TEXT    NOT NULL,
    map     INTEGER NOT NULL, -- 1: the map itself
    content BLOB NOT NULL,
    PRIMARY KEY (job_id, path)
);

-- Staged chunks: what a job makes of each. No reader of chunks looks here.
CREATE TABLE import_chunks (
    job_id        TEXT    NOT NULL REFERENCES import_jobs (id) ON DELETE CASCADE,
    chunk_key     TEXT    NOT NULL,
    theirs        BLOB,                        -- image of what the map says; null: it has no such chunk
    base          BLOB,                        -- image of what a roll-back compares with
    kind          TEXT    NOT NULL DEFAULT '', -- added | changed | removed | untouched | conflicting
    conflicts     INTEGER NOT NULL DEFAULT 0,
    detail        TEXT    NOT NULL DEFAULT '[]', -- the conflicts listed
    base_revision INTEGER NOT NULL DEFAULT 0,   -- what the plan was made for; 0: no chunk
    base_checksum TEXT    NOT NULL DEFAULT '',
    outcome       TEXT    NOT NULL DEFAULT '', -- wrote | left
    revision      INTEGER NOT NULL DEFAULT 0,   -- that was written
    PRIMARY KEY (job_id, chunk_key)
);

UPDATE meta SET value = '6' WHERE key = 'schema_version';
