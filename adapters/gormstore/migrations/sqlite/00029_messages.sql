-- +goose Up
-- What users write to people, and the mails of it.
CREATE TABLE messages (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    author      INTEGER NOT NULL,
    author_name TEXT NOT NULL,
    reply_to    TEXT NOT NULL,
    created_at  INTEGER NOT NULL,
    request     TEXT NOT NULL,
    subject     TEXT NOT NULL,
    content     TEXT NOT NULL,
    people      INTEGER NOT NULL,
    addresses   INTEGER NOT NULL,
    parents     INTEGER NOT NULL,
    unreached   TEXT NOT NULL,
    waiting     TEXT NOT NULL,
    attachments TEXT NOT NULL -- '' when they are gone
);
CREATE UNIQUE INDEX messages_request ON messages (author, request) WHERE request <> '';
CREATE INDEX messages_author ON messages (author, created_at);
CREATE INDEX messages_created ON messages (created_at);
ALTER TABLE mails ADD COLUMN along TEXT NOT NULL DEFAULT '';
ALTER TABLE mails ADD COLUMN message_id INTEGER NOT NULL DEFAULT 0;
CREATE INDEX mails_message ON mails (message_id, state) WHERE message_id <> 0;

-- +goose Down
DROP INDEX mails_message;
ALTER TABLE mails DROP COLUMN message_id;
ALTER TABLE mails DROP COLUMN along;
DROP TABLE messages;
