-- +goose Up
-- What members log of a person, and what they note.
CREATE TABLE activities (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    author       INTEGER NOT NULL,
    author_name  TEXT    NOT NULL, -- as it was then
    created_at   INTEGER NOT NULL,
    modified_at  INTEGER NOT NULL,
    revision     INTEGER NOT NULL,
    editor       INTEGER NOT NULL,
    person_id    INTEGER NOT NULL,
    content      TEXT    NOT NULL, -- safe HTML
    type         TEXT    NOT NULL,
    day          TEXT    NOT NULL,
    time         TEXT    NOT NULL,
    participants TEXT    NOT NULL
);

CREATE TABLE notes (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    author      INTEGER NOT NULL,
    author_name TEXT    NOT NULL,
    created_at  INTEGER NOT NULL,
    modified_at INTEGER NOT NULL,
    revision    INTEGER NOT NULL,
    editor      INTEGER NOT NULL,
    person_id   INTEGER NOT NULL,
    content     TEXT    NOT NULL,
    visibility  TEXT    NOT NULL
);

-- On whose timelines these stand, and who sees them there: a user, or 0 for all who may read the person.
CREATE TABLE timeline (
    person_id  INTEGER NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    user_id    INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    kind       TEXT NOT NULL,
    record_id  INTEGER NOT NULL,
    PRIMARY KEY (kind, record_id, person_id, user_id)
);
CREATE INDEX timeline_order ON timeline (person_id, created_at, kind, record_id, user_id);

-- +goose Down
DROP TABLE timeline;
DROP TABLE notes;
DROP TABLE activities;
