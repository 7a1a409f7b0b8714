-- +goose Up
-- People as a program held them, for its next start. It can be emptied at any time, and is empty after a crash of PostgreSQL:
-- neither its log nor a standby has it.
DROP TABLE IF EXISTS packed_people;
CREATE UNLOGGED TABLE packed_people (
    mark    INTEGER NOT NULL, -- tells one time from another
    part    INTEGER NOT NULL,
    heading TEXT NOT NULL, -- of which program, as of which change; in part 0
    content BYTEA NOT NULL, -- zstd
    PRIMARY KEY (mark, part)
);
ALTER TABLE packed_people ALTER COLUMN content SET STORAGE EXTERNAL; -- it is compressed

-- +goose Down
DROP TABLE packed_people;
