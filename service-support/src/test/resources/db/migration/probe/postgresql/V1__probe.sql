CREATE TABLE probe (
    id      BIGINT PRIMARY KEY,
    name    TEXT NOT NULL UNIQUE,
    version BIGINT NOT NULL DEFAULT 0
);
CREATE TABLE probe_note (
    id    BIGINT PRIMARY KEY,
    probe BIGINT NOT NULL REFERENCES probe (id),
    note  TEXT NOT NULL
);
