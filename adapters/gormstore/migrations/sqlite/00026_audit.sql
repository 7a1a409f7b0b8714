-- +goose Up
-- What happened in the club. Rows are only added, and deleted when they are old.
CREATE TABLE audit (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    at            INTEGER NOT NULL,
    kind          TEXT    NOT NULL,
    actor         INTEGER NOT NULL,
    actor_name    TEXT    NOT NULL,
    way           TEXT    NOT NULL,
    way_name      TEXT    NOT NULL,
    address       TEXT    NOT NULL,
    object_noun   TEXT    NOT NULL,
    object_id     INTEGER NOT NULL,
    object_name   TEXT    NOT NULL,
    fields        TEXT    NOT NULL,
    before_values TEXT    NOT NULL,
    after_values  TEXT    NOT NULL
);
CREATE INDEX audit_at ON audit (at, id);
CREATE INDEX audit_actor ON audit (actor, at);
CREATE INDEX audit_object ON audit (object_noun, object_id, at);

-- +goose Down
DROP TABLE audit;
