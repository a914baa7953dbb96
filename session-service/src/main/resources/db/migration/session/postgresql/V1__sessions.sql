-- Hosted sessions. One row per name; the generation is the life that now has the name.
CREATE TABLE sessions (
    name          TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    generation    TEXT COLLATE "C" NOT NULL,
    spec_hash     BYTEA   NOT NULL,
    state         TEXT    NOT NULL CHECK (state IN ('running', 'disposed', 'faulted')),
    fault         TEXT,
    paused        INTEGER NOT NULL CHECK (paused IN (0, 1)),
    clock_hertz   INTEGER NOT NULL CHECK (clock_hertz >= 0),
    clock_step    BYTEA,
    world         TEXT    NOT NULL,
    room          TEXT    NOT NULL,
    revision      BIGINT  NOT NULL CHECK (revision >= 0),
    step_index    BIGINT  NOT NULL CHECK (step_index >= 0),
    body_count    INTEGER NOT NULL CHECK (body_count >= 0),
    digest        BYTEA   NOT NULL,
    created_at    BIGINT  NOT NULL,
    updated_at    BIGINT  NOT NULL
);

-- Every life a name has had; its definition is where a full replay begins.
CREATE TABLE generations (
    session_name  TEXT COLLATE "C" NOT NULL REFERENCES sessions (name),
    generation    TEXT COLLATE "C" NOT NULL,
    ordinal       INTEGER NOT NULL CHECK (ordinal >= 1),
    engine        TEXT    NOT NULL,
    definition    BYTEA   NOT NULL,
    created_at    BIGINT  NOT NULL,
    PRIMARY KEY (session_name, generation),
    UNIQUE (session_name, ordinal)
);

-- The chunks of a room whose solid tiles became boxes, as they were then.
CREATE TABLE pinned_chunks (
    session_name  TEXT COLLATE "C" NOT NULL,
    generation    TEXT COLLATE "C" NOT NULL,
    cx            INTEGER NOT NULL,
    cy            INTEGER NOT NULL,
    cz            INTEGER NOT NULL,
    revision      BIGINT  NOT NULL,
    checksum      TEXT    NOT NULL,
    PRIMARY KEY (session_name, generation, cx, cy, cz),
    FOREIGN KEY (session_name, generation) REFERENCES generations (session_name, generation)
);

-- One row holds all entries of a session in one commit.
CREATE TABLE journal (
    session_name  TEXT COLLATE "C" NOT NULL,
    generation    TEXT COLLATE "C" NOT NULL,
    number        BIGINT  NOT NULL CHECK (number >= 1),
    first_index   BIGINT  NOT NULL,
    command_count BIGINT  NOT NULL,
    step_index    BIGINT  NOT NULL,
    chunk         BYTEA   NOT NULL,
    committed_at  BIGINT  NOT NULL,
    PRIMARY KEY (session_name, generation, number),
    FOREIGN KEY (session_name, generation) REFERENCES generations (session_name, generation)
);

-- Receipts of clients' commands; those of the host's own derive from the journal.
CREATE TABLE receipts (
    session_name    TEXT COLLATE "C" NOT NULL,
    generation      TEXT COLLATE "C" NOT NULL,
    command_id      TEXT COLLATE "C" NOT NULL,
    fingerprint     BYTEA   NOT NULL,
    kind            INTEGER NOT NULL,
    error           INTEGER NOT NULL,
    before_revision BIGINT  NOT NULL,
    after_revision  BIGINT  NOT NULL,
    step_index      BIGINT  NOT NULL,
    fact_count      INTEGER NOT NULL,
    PRIMARY KEY (session_name, generation, command_id),
    FOREIGN KEY (session_name, generation) REFERENCES generations (session_name, generation)
);

-- Facts of the commands that had any, by the revision after them; older ones are pruned.
CREATE TABLE facts (
    session_name  TEXT COLLATE "C" NOT NULL,
    generation    TEXT COLLATE "C" NOT NULL,
    revision      BIGINT  NOT NULL,
    step_index    BIGINT  NOT NULL,
    facts         BYTEA   NOT NULL,
    PRIMARY KEY (session_name, generation, revision),
    FOREIGN KEY (session_name, generation) REFERENCES generations (session_name, generation)
);
CREATE INDEX facts_by_step ON facts (session_name, generation, step_index);

-- Bases: a restore reads the newest and the journal rows after the one it was committed with.
CREATE TABLE checkpoints (
    session_name  TEXT COLLATE "C" NOT NULL,
    generation    TEXT COLLATE "C" NOT NULL,
    revision      BIGINT  NOT NULL,
    step_index    BIGINT  NOT NULL,
    number        BIGINT  NOT NULL,
    state         BYTEA   NOT NULL,
    verified      INTEGER NOT NULL CHECK (verified IN (0, 1)),
    created_at    BIGINT  NOT NULL,
    PRIMARY KEY (session_name, generation, revision),
    FOREIGN KEY (session_name, generation) REFERENCES generations (session_name, generation)
);
