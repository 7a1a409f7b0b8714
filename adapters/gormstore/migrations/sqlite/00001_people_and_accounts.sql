-- +goose Up
-- Times are microseconds since 1970 in UTC, 0 for never; days are Y-m-d, '' for none. Columns that end in _key are
-- folded by the core for search and order, and compare byte by byte.

CREATE TABLE people (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    author      INTEGER NOT NULL,
    created_at  INTEGER NOT NULL,
    modified_at INTEGER NOT NULL,
    removed_at  INTEGER NOT NULL,
    first_name  TEXT    NOT NULL,
    infix       TEXT    NOT NULL,
    last_name   TEXT    NOT NULL,
    nickname    TEXT    NOT NULL,
    former      BOOLEAN NOT NULL,
    document    TEXT    NOT NULL, -- the acf object, ready for the answer
    meta        TEXT    NOT NULL  -- the meta object
);
CREATE INDEX people_removed ON people (removed_at) WHERE removed_at > 0;

-- What lists of people are filtered and sorted by. Removed people have no row.
CREATE TABLE person_keys (
    person_id           INTEGER NOT NULL PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
    created_key         TEXT NOT NULL,
    modified_key        TEXT NOT NULL,
    author_key          TEXT NOT NULL,
    title_key           TEXT NOT NULL,
    first_key           TEXT NOT NULL,
    last_key            TEXT NOT NULL,
    slug_key            TEXT NOT NULL,
    code_key            TEXT NOT NULL,
    member_type_key     TEXT NOT NULL,
    age_group_key       TEXT NOT NULL,
    since_key           TEXT NOT NULL,
    until_key           TEXT NOT NULL,
    certificate_key     TEXT NOT NULL,
    birthdate_key       TEXT NOT NULL,
    former_key          TEXT NOT NULL,
    financial_block_key TEXT NOT NULL
);
CREATE INDEX person_keys_created ON person_keys (created_key, person_id);
CREATE INDEX person_keys_modified ON person_keys (modified_key, person_id);
CREATE INDEX person_keys_author ON person_keys (author_key, created_key, person_id);
CREATE INDEX person_keys_title ON person_keys (title_key, person_id);
CREATE INDEX person_keys_first ON person_keys (former_key, first_key, last_key, person_id);
CREATE INDEX person_keys_last ON person_keys (former_key, last_key, first_key, person_id);

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
    job         TEXT    NOT NULL PRIMARY KEY,
    started_at  INTEGER NOT NULL,
    finished_at INTEGER NOT NULL
) WITHOUT ROWID;

-- The form in which the records of each noun are kept; see person.Form.
CREATE TABLE forms (
    noun TEXT    NOT NULL PRIMARY KEY,
    form INTEGER NOT NULL
) WITHOUT ROWID;

-- +goose Down
DROP TABLE forms;
DROP TABLE job_runs;
DROP TABLE settings;
DROP TABLE sign_in_attempts;
DROP TABLE application_passwords;
DROP TABLE sessions;
DROP TABLE user_logins;
DROP TABLE users;
DROP TABLE person_work;
DROP TABLE person_keys;
DROP TABLE people;
