-- +goose Up
-- What users report about the program, and what is said of it. The screenshots of an item are pictures that say so in item_id.
CREATE TABLE feedback (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    author        INTEGER NOT NULL,
    author_name   TEXT NOT NULL,
    created_at    INTEGER NOT NULL,
    modified_at   INTEGER NOT NULL,
    revision      INTEGER NOT NULL,
    editor        INTEGER NOT NULL,
    title         TEXT NOT NULL,
    title_key     TEXT NOT NULL,
    type          TEXT NOT NULL,
    status        TEXT NOT NULL,
    status_rank   INTEGER NOT NULL,
    priority      TEXT NOT NULL,
    priority_rank INTEGER NOT NULL,
    project       TEXT NOT NULL,
    content       TEXT NOT NULL,
    steps         TEXT NOT NULL,
    expected      TEXT NOT NULL,
    actual        TEXT NOT NULL,
    use_case      TEXT NOT NULL,
    browser       TEXT NOT NULL,
    version       TEXT NOT NULL,
    address       TEXT NOT NULL,
    errors        TEXT NOT NULL,
    plan          TEXT NOT NULL,
    pull_request  TEXT NOT NULL,
    branch        TEXT NOT NULL,
    owner         TEXT NOT NULL, -- the program that works at it, '' for none
    claimed_at    INTEGER NOT NULL,
    duplicate_of  INTEGER NOT NULL, -- 0 for none
    screenshots   TEXT NOT NULL, -- numbers of pictures, a comma before each
    show_pictures INTEGER NOT NULL -- 1: the agent may see them
);
CREATE INDEX feedback_created ON feedback (created_at, id);
CREATE INDEX feedback_author ON feedback (author, created_at, id);
CREATE INDEX feedback_status ON feedback (status, created_at, id);
CREATE INDEX feedback_duplicates ON feedback (duplicate_of) WHERE duplicate_of <> 0;

CREATE TABLE feedback_comments (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    item_id     INTEGER NOT NULL REFERENCES feedback (id) ON DELETE CASCADE,
    author      INTEGER NOT NULL,
    author_name TEXT NOT NULL,
    spoken_by   TEXT NOT NULL, -- user or agent
    content     TEXT NOT NULL,
    created_at  INTEGER NOT NULL
);
CREATE INDEX feedback_comments_item ON feedback_comments (item_id, created_at, id);

ALTER TABLE media ADD COLUMN item_id INTEGER NOT NULL DEFAULT 0; -- of feedback, 0 for none
DROP INDEX media_library;
CREATE INDEX media_library ON media (created_at, id) WHERE state = 'ready' AND person_id = 0 AND item_id = 0;

-- +goose Down
DROP INDEX media_library;
DELETE FROM media WHERE item_id <> 0;
ALTER TABLE media DROP COLUMN item_id;
CREATE INDEX media_library ON media (created_at, id) WHERE state = 'ready' AND person_id = 0;
DROP TABLE feedback_comments;
DROP TABLE feedback;
