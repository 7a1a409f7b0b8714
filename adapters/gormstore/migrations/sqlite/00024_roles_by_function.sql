-- +goose Up
-- The roles that users have by their functions, as a JSON list; the member code that their functions are told by; and when they
-- were last written a welcome, 0 for never.
ALTER TABLE users ADD COLUMN function_roles TEXT NOT NULL DEFAULT 'null';
ALTER TABLE users ADD COLUMN member_code TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN welcomed_at INTEGER NOT NULL DEFAULT 0;
UPDATE users SET member_code = COALESCE((SELECT code FROM people WHERE people.id = users.person_id), '');

-- Which functions people have in the club, as they were last told: a JSON list.
CREATE TABLE member_functions (
    person_id INTEGER NOT NULL PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
    functions TEXT NOT NULL
) WITHOUT ROWID;

-- +goose Down
DROP TABLE member_functions;
ALTER TABLE users DROP COLUMN welcomed_at;
ALTER TABLE users DROP COLUMN member_code;
ALTER TABLE users DROP COLUMN function_roles;
