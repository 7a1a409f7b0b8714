-- +goose Up
-- What was fetched of the sources of matches. Times are microseconds since 1970, 0 for never.
CREATE TABLE fetched_matches (
    source     TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    fetched_at BIGINT NOT NULL,
    tried_at   BIGINT NOT NULL,
    problem    TEXT NOT NULL,
    matches    TEXT NOT NULL -- JSON
);

-- Whom a user logged an activity of last.
CREATE INDEX activities_author ON activities (author, created_at, id);

-- +goose Down
DROP INDEX activities_author;
DROP TABLE fetched_matches;
