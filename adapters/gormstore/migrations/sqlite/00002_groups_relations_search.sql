-- +goose Up
ALTER TABLE users ADD COLUMN preferences TEXT NOT NULL DEFAULT '{}'; -- JSON

ALTER TABLE people ADD COLUMN photo_id INTEGER NOT NULL DEFAULT 0;
ALTER TABLE people ADD COLUMN labels TEXT NOT NULL DEFAULT '[]'; -- a JSON list of numbers

-- New keys; migrating fills them, as it fills all that is derived from people. volunteer_until and search depend on settings
-- of the club, too.
ALTER TABLE person_keys ADD COLUMN infix_key TEXT NOT NULL DEFAULT '';
ALTER TABLE person_keys ADD COLUMN search_key TEXT NOT NULL DEFAULT '';
ALTER TABLE person_keys ADD COLUMN mailed_key TEXT NOT NULL DEFAULT '';
ALTER TABLE person_keys ADD COLUMN submitted_key TEXT NOT NULL DEFAULT '';
ALTER TABLE person_keys ADD COLUMN reminded_key TEXT NOT NULL DEFAULT '';
ALTER TABLE person_keys ADD COLUMN photo_date_key TEXT NOT NULL DEFAULT '';
ALTER TABLE person_keys ADD COLUMN birth_month_key TEXT NOT NULL DEFAULT '';
ALTER TABLE person_keys ADD COLUMN helpdesk_key TEXT NOT NULL DEFAULT '';
ALTER TABLE person_keys ADD COLUMN parent_key TEXT NOT NULL DEFAULT '';
ALTER TABLE person_keys ADD COLUMN volunteer_until_key TEXT NOT NULL DEFAULT '';
CREATE INDEX person_keys_member_type ON person_keys (member_type_key, former_key, first_key, last_key, person_id);
CREATE INDEX person_keys_age_group ON person_keys (age_group_key, former_key, first_key, last_key, person_id);

-- The search keys, by three letters at a time; rowid is the person's number. Who changed waits in the table beside it.
CREATE VIRTUAL TABLE person_parts USING fts5 (search, content='', contentless_delete=1, tokenize='trigram case_sensitive 1');
CREATE TABLE person_parts_pending (id INTEGER NOT NULL PRIMARY KEY);

DROP TABLE person_work;
CREATE TABLE person_work (
    person_id  INTEGER NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    position   INTEGER NOT NULL,
    group_id   INTEGER NOT NULL,
    kind       TEXT    NOT NULL,
    title      TEXT    NOT NULL,
    role       TEXT    NOT NULL, -- by the club's settings
    current    BOOLEAN NOT NULL,
    start_date TEXT NOT NULL,
    end_date   TEXT NOT NULL,
    PRIMARY KEY (person_id, position)
) WITHOUT ROWID;
CREATE INDEX person_work_by_group ON person_work (group_id, person_id);

-- What people are to each other, row by row as each has them. Both sides have theirs.
CREATE TABLE person_relations (
    person_id INTEGER NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    position  INTEGER NOT NULL,
    to_id     INTEGER NOT NULL,
    type_id   INTEGER NOT NULL,
    document  TEXT    NOT NULL, -- the row of the acf object
    PRIMARY KEY (person_id, position)
) WITHOUT ROWID;
CREATE INDEX person_relations_to ON person_relations (to_id, person_id);
CREATE INDEX person_relations_type ON person_relations (type_id);

CREATE TABLE relationship_types (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    name       TEXT    NOT NULL,
    slug       TEXT    NOT NULL UNIQUE,
    inverse_id INTEGER NOT NULL,
    gendered   BOOLEAN NOT NULL,
    gender_group TEXT  NOT NULL
);

CREATE TABLE person_labels (
    id   INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    slug TEXT NOT NULL UNIQUE
);

-- Teams and committees, with what lists of them are filtered and sorted by.
CREATE TABLE groups (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    kind        TEXT    NOT NULL,
    author      INTEGER NOT NULL,
    created_at  INTEGER NOT NULL,
    modified_at INTEGER NOT NULL,
    removed_at  INTEGER NOT NULL,
    title       TEXT    NOT NULL,
    content     TEXT    NOT NULL,
    parent_id   INTEGER NOT NULL,
    logo_id     INTEGER NOT NULL,
    website     TEXT    NOT NULL,
    document    TEXT    NOT NULL, -- the acf object, ready for the answer
    created_key  TEXT NOT NULL,
    modified_key TEXT NOT NULL,
    author_key   TEXT NOT NULL,
    title_key    TEXT NOT NULL,
    sort_key     TEXT NOT NULL,
    slug_key     TEXT NOT NULL,
    kind_key     TEXT NOT NULL,
    parent_key   TEXT NOT NULL,
    search_key   TEXT NOT NULL
);
CREATE INDEX groups_kind ON groups (kind_key, created_key, id) WHERE removed_at = 0;
CREATE INDEX groups_parent ON groups (parent_id);

CREATE TABLE favorites (
    user_id   INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind      TEXT    NOT NULL,
    record_id INTEGER NOT NULL,
    PRIMARY KEY (user_id, kind, record_id)
) WITHOUT ROWID;

CREATE VIRTUAL TABLE group_parts USING fts5 (search, content='', contentless_delete=1, tokenize='trigram case_sensitive 1');
CREATE TABLE group_parts_pending (id INTEGER NOT NULL PRIMARY KEY);

-- +goose Down
DROP TABLE group_parts_pending;
DROP TABLE group_parts;
DROP TABLE favorites;
DROP TABLE groups;
DROP TABLE person_labels;
DROP TABLE relationship_types;
DROP TABLE person_relations;
DROP INDEX person_work_by_group;
DROP TABLE person_parts_pending;
DROP TABLE person_parts;
DROP INDEX person_keys_age_group;
DROP INDEX person_keys_member_type;
ALTER TABLE person_keys DROP COLUMN volunteer_until_key;
ALTER TABLE person_keys DROP COLUMN parent_key;
ALTER TABLE person_keys DROP COLUMN helpdesk_key;
ALTER TABLE person_keys DROP COLUMN birth_month_key;
ALTER TABLE person_keys DROP COLUMN photo_date_key;
ALTER TABLE person_keys DROP COLUMN reminded_key;
ALTER TABLE person_keys DROP COLUMN submitted_key;
ALTER TABLE person_keys DROP COLUMN mailed_key;
ALTER TABLE person_keys DROP COLUMN search_key;
ALTER TABLE person_keys DROP COLUMN infix_key;
DROP TABLE person_work;
CREATE TABLE person_work (
    person_id INTEGER NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    position  INTEGER NOT NULL,
    group_id  INTEGER NOT NULL,
    kind      TEXT    NOT NULL,
    title_key TEXT NOT NULL,
    current   BOOLEAN NOT NULL,
    end_date  TEXT NOT NULL,
    PRIMARY KEY (person_id, position)
) WITHOUT ROWID;
ALTER TABLE people DROP COLUMN labels;
ALTER TABLE people DROP COLUMN photo_id;
ALTER TABLE users DROP COLUMN preferences;
