-- +goose Up
-- With whom people and groups were shared directly: the permission is view or edit.
CREATE TABLE person_shares (
    user_id    BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    record_id  BIGINT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    permission TEXT NOT NULL,
    PRIMARY KEY (user_id, record_id)
);
CREATE INDEX person_shares_by_record ON person_shares (record_id);
CREATE TABLE group_shares (
    user_id    BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    record_id  BIGINT NOT NULL REFERENCES groups (id) ON DELETE CASCADE,
    permission TEXT NOT NULL,
    PRIMARY KEY (user_id, record_id)
);
CREATE INDEX group_shares_by_record ON group_shares (record_id);

-- +goose Down
DROP TABLE group_shares;
DROP TABLE person_shares;
