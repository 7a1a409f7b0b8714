-- +goose Up
-- What is known of the club's pictures; their files are in a folder or a bucket.
CREATE TABLE media (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    author     INTEGER NOT NULL,
    person_id  INTEGER NOT NULL, -- whose photo it is, 0 for one of the library; the row outlives the person until its files are deleted
    created_at INTEGER NOT NULL,
    name       TEXT    NOT NULL,
    type       TEXT    NOT NULL,
    width      INTEGER NOT NULL,
    height     INTEGER NOT NULL,
    folder     TEXT    NOT NULL UNIQUE,
    state      TEXT    NOT NULL  -- pending, ready or removed
);
CREATE INDEX media_library ON media (created_at, id) WHERE state = 'ready' AND person_id = 0;
CREATE INDEX media_stale ON media (created_at) WHERE state <> 'ready';

-- +goose Down
DROP TABLE media;
