-- +goose Up
-- When the daily overview of each user comes, and the day on which one was mailed last.
CREATE TABLE digests (
    user_id INTEGER PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    next_at INTEGER NOT NULL, -- 0 for never
    sent_on TEXT NOT NULL -- '' for never
);
CREATE INDEX digests_due ON digests (next_at);

-- What lets a program in as a user for one purpose, such as a calendar.
CREATE TABLE user_tokens (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind    TEXT NOT NULL,
    digest  TEXT NOT NULL,
    sealed  TEXT NOT NULL, -- with the key of the installation, for it is shown again
    made_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, kind)
);
CREATE UNIQUE INDEX user_tokens_digest ON user_tokens (digest);

-- Where whoever gets a mail says that there be no more of them, '' for nowhere.
ALTER TABLE mails ADD COLUMN unsubscribe TEXT NOT NULL DEFAULT '';

CREATE INDEX notes_made ON notes (created_at);

-- +goose Down
DROP INDEX notes_made;
ALTER TABLE mails DROP COLUMN unsubscribe;
DROP TABLE user_tokens;
DROP TABLE digests;
