-- +goose Up
-- Lists of people and groups are answered from memory: see core/directory. What was kept for them goes.
DROP TABLE person_parts;
DROP TABLE person_parts_pending;
DROP TABLE group_parts;
DROP TABLE group_parts_pending;
DROP TABLE person_keys;
DROP TABLE person_work;
ALTER TABLE people DROP COLUMN first_name;
ALTER TABLE people DROP COLUMN infix;
ALTER TABLE people DROP COLUMN last_name;
ALTER TABLE people DROP COLUMN nickname;
ALTER TABLE people DROP COLUMN former;
DROP INDEX groups_kind;
ALTER TABLE groups DROP COLUMN created_key;
ALTER TABLE groups DROP COLUMN modified_key;
ALTER TABLE groups DROP COLUMN author_key;
ALTER TABLE groups DROP COLUMN title_key;
ALTER TABLE groups DROP COLUMN sort_key;
ALTER TABLE groups DROP COLUMN slug_key;
ALTER TABLE groups DROP COLUMN kind_key;
ALTER TABLE groups DROP COLUMN parent_key;
ALTER TABLE groups DROP COLUMN search_key;

-- The member code as it is compared, '' for none and for who was removed; migrating fills it.
ALTER TABLE people ADD COLUMN code TEXT NOT NULL DEFAULT '';
CREATE INDEX people_code ON people (code, id) WHERE code <> '';

-- The number of the last change; every step that writes what is held in memory takes the next one as the last thing that it does.
CREATE TABLE change_counter (number INTEGER NOT NULL);
INSERT INTO change_counter (number) VALUES (0);

-- Of every record that was ever written: the number of its last change.
CREATE TABLE changes (
    noun   TEXT    NOT NULL,
    record INTEGER NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY (noun, record)
) WITHOUT ROWID;
CREATE INDEX changes_by_number ON changes (number);

-- +goose Down
DROP TABLE changes;
DROP TABLE change_counter;
DROP INDEX people_code;
ALTER TABLE people DROP COLUMN code;
DELETE FROM forms WHERE noun = 'person'; -- the program of before derives anew what it kept beside people
ALTER TABLE people ADD COLUMN first_name TEXT NOT NULL DEFAULT '';
ALTER TABLE people ADD COLUMN infix TEXT NOT NULL DEFAULT '';
ALTER TABLE people ADD COLUMN last_name TEXT NOT NULL DEFAULT '';
ALTER TABLE people ADD COLUMN nickname TEXT NOT NULL DEFAULT '';
ALTER TABLE people ADD COLUMN former BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE groups ADD COLUMN created_key TEXT NOT NULL DEFAULT '';
ALTER TABLE groups ADD COLUMN modified_key TEXT NOT NULL DEFAULT '';
ALTER TABLE groups ADD COLUMN author_key TEXT NOT NULL DEFAULT '';
ALTER TABLE groups ADD COLUMN title_key TEXT NOT NULL DEFAULT '';
ALTER TABLE groups ADD COLUMN sort_key TEXT NOT NULL DEFAULT '';
ALTER TABLE groups ADD COLUMN slug_key TEXT NOT NULL DEFAULT '';
ALTER TABLE groups ADD COLUMN kind_key TEXT NOT NULL DEFAULT '';
ALTER TABLE groups ADD COLUMN parent_key TEXT NOT NULL DEFAULT '';
ALTER TABLE groups ADD COLUMN search_key TEXT NOT NULL DEFAULT '';
CREATE INDEX groups_kind ON groups (kind_key, created_key, id) WHERE removed_at = 0;
CREATE TABLE person_keys (
    person_id INTEGER NOT NULL PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
    created_key TEXT NOT NULL,
    modified_key TEXT NOT NULL,
    author_key TEXT NOT NULL,
    title_key TEXT NOT NULL,
    first_key TEXT NOT NULL,
    last_key TEXT NOT NULL,
    slug_key TEXT NOT NULL,
    code_key TEXT NOT NULL,
    member_type_key TEXT NOT NULL,
    age_group_key TEXT NOT NULL,
    since_key TEXT NOT NULL,
    until_key TEXT NOT NULL,
    certificate_key TEXT NOT NULL,
    birthdate_key TEXT NOT NULL,
    former_key TEXT NOT NULL,
    financial_block_key TEXT NOT NULL,
    infix_key TEXT NOT NULL,
    search_key TEXT NOT NULL,
    mailed_key TEXT NOT NULL,
    submitted_key TEXT NOT NULL,
    reminded_key TEXT NOT NULL,
    photo_date_key TEXT NOT NULL,
    birth_month_key TEXT NOT NULL,
    helpdesk_key TEXT NOT NULL,
    parent_key TEXT NOT NULL,
    volunteer_until_key TEXT NOT NULL
);
CREATE INDEX person_keys_created ON person_keys (created_key, person_id);
CREATE INDEX person_keys_modified ON person_keys (modified_key, person_id);
CREATE INDEX person_keys_author ON person_keys (author_key, created_key, person_id);
CREATE INDEX person_keys_title ON person_keys (title_key, person_id);
CREATE INDEX person_keys_first ON person_keys (former_key, first_key, last_key, person_id);
CREATE INDEX person_keys_last ON person_keys (former_key, last_key, first_key, person_id);
CREATE INDEX person_keys_member_type ON person_keys (member_type_key, former_key, first_key, last_key, person_id);
CREATE INDEX person_keys_age_group ON person_keys (age_group_key, former_key, first_key, last_key, person_id);
CREATE INDEX person_keys_code ON person_keys (code_key, person_id) WHERE code_key <> '';
CREATE TABLE person_work (
    person_id  INTEGER NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    position   INTEGER NOT NULL,
    group_id   INTEGER NOT NULL,
    kind       TEXT    NOT NULL,
    title      TEXT    NOT NULL,
    role       TEXT    NOT NULL,
    current    BOOLEAN NOT NULL,
    start_date TEXT NOT NULL,
    end_date   TEXT NOT NULL,
    PRIMARY KEY (person_id, position)
) WITHOUT ROWID;
CREATE INDEX person_work_by_group ON person_work (group_id, person_id);
CREATE VIRTUAL TABLE person_parts USING fts5 (search, content='', contentless_delete=1, tokenize='trigram case_sensitive 1');
CREATE TABLE person_parts_pending (id INTEGER NOT NULL PRIMARY KEY);
CREATE VIRTUAL TABLE group_parts USING fts5 (search, content='', contentless_delete=1, tokenize='trigram case_sensitive 1');
CREATE TABLE group_parts_pending (id INTEGER NOT NULL PRIMARY KEY);
