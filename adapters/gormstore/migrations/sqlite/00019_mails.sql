-- +goose Up
-- The mails that the program sends, with what became of each.
CREATE TABLE mails (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    author      INTEGER NOT NULL,
    author_name TEXT NOT NULL,
    created_at  INTEGER NOT NULL,
    modified_at INTEGER NOT NULL,
    revision    INTEGER NOT NULL,
    editor      INTEGER NOT NULL,
    kind        TEXT NOT NULL,
    person_id   INTEGER NOT NULL,
    recipients  TEXT NOT NULL, -- JSON
    reply_to    TEXT NOT NULL, -- JSON
    subject     TEXT NOT NULL,
    body_text   TEXT NOT NULL,
    body_html   TEXT NOT NULL,
    sealed      TEXT NOT NULL, -- what must not be readable here
    attachments TEXT NOT NULL, -- JSON
    state       TEXT NOT NULL,
    send_key    TEXT NOT NULL,
    tries       INTEGER NOT NULL,
    cause       TEXT NOT NULL,
    began_at    INTEGER NOT NULL,
    ended_at    INTEGER NOT NULL
);
CREATE INDEX mails_order ON mails (created_at, id);
CREATE INDEX mails_state ON mails (state, created_at, id);

-- +goose Down
DROP TABLE mails;
