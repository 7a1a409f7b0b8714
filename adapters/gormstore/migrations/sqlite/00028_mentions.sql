-- +goose Up
-- Who was mentioned in which record, and who waits to be told.
CREATE TABLE mentions (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id   INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind      TEXT NOT NULL,
    record_id INTEGER NOT NULL,
    author    INTEGER NOT NULL,
    made_at   INTEGER NOT NULL,
    told      BOOLEAN NOT NULL,
    UNIQUE (user_id, kind, record_id)
);
CREATE INDEX mentions_made ON mentions (made_at);

-- +goose Down
DROP TABLE mentions;
