-- +goose Up
-- Who is erased: planned, taken back or done. What is done names nobody.
CREATE TABLE erasures (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    person_id INTEGER NOT NULL,
    state     TEXT   NOT NULL,
    due_at    INTEGER NOT NULL,
    document  TEXT   NOT NULL -- JSON
);
CREATE UNIQUE INDEX erasures_planned ON erasures (person_id) WHERE state = 'planned';

-- +goose Down
DROP TABLE erasures;
