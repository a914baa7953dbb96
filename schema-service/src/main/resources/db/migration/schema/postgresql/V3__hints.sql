-- What editors should know about a schema and programs need not; of the name, in no hash.
CREATE TABLE schema_hints (
    name              TEXT   NOT NULL COLLATE "C" PRIMARY KEY,
    hints             TEXT   NOT NULL,
    hints_hash        TEXT   NOT NULL CHECK (length(hints_hash) = 64),
    updated_at_millis BIGINT NOT NULL,
    updated_by        TEXT   NOT NULL
);
