-- +goose Up
-- Who changed what of people. Rows are only added; they are deleted when they are old, and with the person.
CREATE TABLE person_changes (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    person_id INTEGER NOT NULL,
    at        INTEGER NOT NULL,
    by_user   INTEGER NOT NULL,
    by_name   TEXT    NOT NULL,
    fields    TEXT    NOT NULL
);
CREATE INDEX person_changes_person ON person_changes (person_id, at, id);
CREATE INDEX person_changes_at ON person_changes (at);

-- +goose Down
DROP TABLE person_changes;
