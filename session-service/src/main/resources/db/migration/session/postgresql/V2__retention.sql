-- What is kept and for how long. A base is a checkpoint whose defect is null and that is verified;
-- journal before a base is archived: joined into few rows, no input of a restore, dropped later.
ALTER TABLE receipts ADD COLUMN committed_at BIGINT NOT NULL DEFAULT 0;
CREATE INDEX receipts_by_time ON receipts (committed_at);

ALTER TABLE journal ADD COLUMN archived INTEGER NOT NULL DEFAULT 0 CHECK (archived IN (0, 1));
CREATE INDEX journal_archived ON journal (committed_at) WHERE archived = 1;

-- Why a checkpoint is no base: a replay of the journal gave something else. It is kept as evidence.
ALTER TABLE checkpoints ADD COLUMN defect TEXT;

-- How a generation came to be, when it ended, and when all but its definition was dropped.
ALTER TABLE generations ADD COLUMN made_by TEXT NOT NULL DEFAULT 'create'
    CHECK (made_by IN ('create', 'rollover'));
ALTER TABLE generations ADD COLUMN retired_at BIGINT;
ALTER TABLE generations ADD COLUMN dropped_at BIGINT;
CREATE INDEX generations_retired ON generations (retired_at)
    WHERE retired_at IS NOT NULL AND dropped_at IS NULL;

UPDATE receipts SET committed_at =
    (SELECT updated_at FROM sessions WHERE sessions.name = receipts.session_name);
UPDATE generations SET retired_at =
    (SELECT updated_at FROM sessions WHERE sessions.name = generations.session_name)
WHERE NOT EXISTS (
    SELECT 1 FROM sessions
    WHERE sessions.name = generations.session_name
      AND sessions.generation = generations.generation
      AND sessions.state <> 'disposed');
