-- +goose Up
-- What the rules about people who left would destroy: waiting, stopped or done. One waits at most.
CREATE TABLE leaver_proposals (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    state    TEXT NOT NULL,
    document TEXT NOT NULL -- JSON
);
CREATE UNIQUE INDEX leaver_proposals_waiting ON leaver_proposals (state) WHERE state = 'waiting';
CREATE TABLE leaver_items (
    proposal_id INTEGER NOT NULL REFERENCES leaver_proposals (id) ON DELETE CASCADE,
    person_id   INTEGER NOT NULL,
    kinds       TEXT NOT NULL, -- a comma between them
    PRIMARY KEY (proposal_id, person_id)
);

-- +goose Down
DROP TABLE leaver_items;
DROP TABLE leaver_proposals;
