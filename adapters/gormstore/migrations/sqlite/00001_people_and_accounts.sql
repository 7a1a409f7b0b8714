-- +goose Up
-- Times are microseconds since 1970 in UTC, 0 for never; days are Y-m-d, '' for none. Columns that end in _key are
-- folded by the core for search and order, and compare byte by byte.

CREATE TABLE people (
    id              INTEGER PRIMARY KEY AUTOINCREMENT,
    author          INTEGER NOT NULL,
    created_at      INTEGER NOT NULL,
    modified_at     INTEGER NOT NULL,
    removed_at      INTEGER NOT NULL,
    first_name      TEXT    NOT NULL,
    infix           TEXT    NOT NULL,
    last_name       TEXT    NOT NULL,
    nickname        TEXT    NOT NULL,
    former          BOOLEAN NOT NULL,
    financial_block BOOLEAN NOT NULL,
    title_key       TEXT    NOT NULL,
    first_key       TEXT    NOT NULL,
    last_key        TEXT    NOT NULL,
    slug_key        TEXT    NOT NULL,
    code_key        TEXT    NOT NULL,
    member_type_key TEXT    NOT NULL,
    age_group_key   TEXT    NOT NULL,
    since_key       TEXT    NOT NULL,
    until_key       TEXT    NOT NULL,
    certificate_key TEXT    NOT NULL,
    birthdate_key   TEXT    NOT NULL,
    fields          TEXT    NOT NULL, -- the acf object, ready for the answer
    meta            TEXT    NOT NULL  -- the meta object
);
CREATE INDEX people_by_created ON people (created_at, id) WHERE removed_at = 0;
CREATE INDEX people_by_modified ON people (modified_at, id) WHERE removed_at = 0;
CREATE INDEX people_by_title ON people (title_key, id) WHERE removed_at = 0;
CREATE INDEX people_by_first ON people (first_key, last_key, id) WHERE removed_at = 0;
CREATE INDEX people_by_last ON people (last_key, first_key, id) WHERE removed_at = 0;
CREATE INDEX people_by_author ON people (author, created_at, id) WHERE removed_at = 0;
CREATE INDEX people_removed ON people (removed_at) WHERE removed_at > 0;

-- The work_history of people, as far as rules look at it.
CREATE TABLE person_work (
    person_id INTEGER NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    position  INTEGER NOT NULL,
    group_id  INTEGER NOT NULL,
    kind      TEXT    NOT NULL,
    title_key TEXT    NOT NULL,
    current   BOOLEAN NOT NULL,
    end_date  TEXT    NOT NULL,
    PRIMARY KEY (person_id, position)
) WITHOUT ROWID;
CREATE INDEX person_work_by_group ON person_work (group_id);

CREATE TABLE users (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    username      TEXT    NOT NULL,
    email         TEXT    NOT NULL,
    display_name  TEXT    NOT NULL,
    name_key      TEXT    NOT NULL,
    search_key    TEXT    NOT NULL,
    roles         TEXT    NOT NULL, -- a JSON list
    person_id     INTEGER NULL UNIQUE REFERENCES people (id) ON DELETE SET NULL,
    demo          BOOLEAN NOT NULL,
    password_hash TEXT    NOT NULL,
    registered_at INTEGER NOT NULL,
    active_at     INTEGER NOT NULL
);

-- What a user can type to sign in: the user name and the e-mail address share one space.
CREATE TABLE user_logins (
    login_key TEXT    NOT NULL PRIMARY KEY,
    user_id   INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE
) WITHOUT ROWID;
CREATE INDEX user_logins_by_user ON user_logins (user_id);

CREATE TABLE sessions (
    digest       TEXT    NOT NULL PRIMARY KEY,
    public_id    TEXT    NOT NULL UNIQUE,
    user_id      INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at   INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL,
    address      TEXT    NOT NULL,
    user_agent   TEXT    NOT NULL
) WITHOUT ROWID;
CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_last_seen ON sessions (last_seen_at);

CREATE TABLE application_passwords (
    digest       TEXT    NOT NULL PRIMARY KEY,
    uuid         TEXT    NOT NULL UNIQUE,
    user_id      INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name         TEXT    NOT NULL,
    created_at   INTEGER NOT NULL,
    last_used_at INTEGER NOT NULL,
    last_ip      TEXT    NOT NULL
) WITHOUT ROWID;
CREATE INDEX application_passwords_by_user ON application_passwords (user_id);

CREATE TABLE sign_in_attempts (
    id      INTEGER PRIMARY KEY,
    account TEXT    NOT NULL,
    address TEXT    NOT NULL,
    at      INTEGER NOT NULL
);
CREATE INDEX sign_in_attempts_by_account ON sign_in_attempts (account, at);
CREATE INDEX sign_in_attempts_by_address ON sign_in_attempts (address, at);
CREATE INDEX sign_in_attempts_by_time ON sign_in_attempts (at);

CREATE TABLE settings (
    name  TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL -- JSON
) WITHOUT ROWID;

CREATE TABLE job_runs (
    job TEXT    NOT NULL PRIMARY KEY,
    at  INTEGER NOT NULL
) WITHOUT ROWID;

-- +goose Down
DROP TABLE job_runs;
DROP TABLE settings;
DROP TABLE sign_in_attempts;
DROP TABLE application_passwords;
DROP TABLE sessions;
DROP TABLE user_logins;
DROP TABLE users;
DROP TABLE person_work;
DROP TABLE people;
