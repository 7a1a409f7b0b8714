-- +goose Up
-- Imports of people from files, and their rows. person_id is whom a row is about, 0 for nobody or before it was applied.
CREATE TABLE imports (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    made_at    INTEGER NOT NULL,
    state      TEXT NOT NULL,
    working    INTEGER NOT NULL, -- 1: a job is at it
    forgotten  INTEGER NOT NULL, -- 1: without rows
    kept_until INTEGER NOT NULL,
    document   TEXT NOT NULL -- JSON
);
CREATE UNIQUE INDEX imports_working ON imports (working) WHERE working = 1;
CREATE INDEX imports_kept ON imports (forgotten, kept_until);
CREATE TABLE import_rows (
    import_id INTEGER NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
    number    INTEGER NOT NULL,
    person_id INTEGER NOT NULL,
    cells     TEXT NOT NULL, -- JSON
    result    TEXT NOT NULL, -- JSON, '' before it was applied
    PRIMARY KEY (import_id, number)
);
CREATE INDEX import_rows_person ON import_rows (person_id) WHERE person_id <> 0;

-- +goose Down
DROP TABLE import_rows;
DROP TABLE imports;
