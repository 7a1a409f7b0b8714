-- +goose Up
-- Who removed somebody, 0 for one whom nobody noted.
ALTER TABLE people ADD COLUMN removed_by INTEGER NOT NULL DEFAULT 0;

-- What others were to somebody who is removed: it comes back with that person.
CREATE TABLE removed_relations (
    person_id INTEGER NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    position  INTEGER NOT NULL,
    to_id     INTEGER NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    type_id   INTEGER NOT NULL,
    document  TEXT NOT NULL,
    PRIMARY KEY (person_id, to_id, position)
) WITHOUT ROWID;
CREATE INDEX removed_relations_to ON removed_relations (to_id, person_id);

-- What it takes to take a change back, for ten minutes.
CREATE TABLE undos (
    digest  TEXT    NOT NULL PRIMARY KEY, -- of the token
    user_id INTEGER NOT NULL,
    made_at INTEGER NOT NULL,
    act     TEXT NOT NULL
);
CREATE INDEX undos_made ON undos (made_at);

-- +goose Down
DROP TABLE undos;
DROP TABLE removed_relations;
ALTER TABLE people DROP COLUMN removed_by;
