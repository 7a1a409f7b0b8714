-- +goose Up
-- Which record came from which one of the club's earlier application: it is brought once, and its old number leads on to it.
-- old_id and new_id are numbers within the kind.
CREATE TABLE origins (
    kind   TEXT NOT NULL,
    old_id INTEGER NOT NULL,
    new_id INTEGER NOT NULL,
    PRIMARY KEY (kind, old_id)
);

-- +goose Down
DROP TABLE origins;
