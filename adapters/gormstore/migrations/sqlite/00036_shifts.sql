-- +goose Up
-- Shifts of volunteers. people are the numbers of those who come, a comma before and behind each; assignments tells more of them.
CREATE TABLE shifts (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    author      INTEGER NOT NULL,
    author_name TEXT NOT NULL,
    created_at  INTEGER NOT NULL,
    modified_at INTEGER NOT NULL,
    revision    INTEGER NOT NULL,
    editor      INTEGER NOT NULL,
    title       TEXT NOT NULL,
    place       TEXT NOT NULL,
    day         TEXT NOT NULL,
    starts_at   TEXT NOT NULL,
    ends_at     TEXT NOT NULL,
    capacity    INTEGER NOT NULL,
    state       TEXT NOT NULL,
    published   INTEGER NOT NULL,
    people      TEXT NOT NULL,
    assignments TEXT NOT NULL
);
CREATE INDEX shifts_day ON shifts (day, starts_at, id);

-- +goose Down
DROP TABLE shifts;
