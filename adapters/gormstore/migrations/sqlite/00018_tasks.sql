-- +goose Up
-- What members have to do.
CREATE TABLE tasks (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    author        INTEGER NOT NULL,
    author_name   TEXT    NOT NULL,
    created_at    INTEGER NOT NULL,
    modified_at   INTEGER NOT NULL,
    revision      INTEGER NOT NULL,
    editor        INTEGER NOT NULL,
    content       TEXT    NOT NULL,
    notes         TEXT    NOT NULL,
    status        TEXT    NOT NULL,
    due           TEXT    NOT NULL,
    awaiting_at   INTEGER NOT NULL,
    people        TEXT    NOT NULL,
    assignee      INTEGER NOT NULL,
    assignee_name TEXT    NOT NULL,
    sort_key      TEXT NOT NULL
);
CREATE INDEX tasks_author ON tasks (author, status);
CREATE INDEX tasks_assignee ON tasks (assignee, status) WHERE assignee <> 0;

-- +goose Down
DROP TABLE tasks;
