-- +goose Up
-- Who administers members made the record or vouched for it. Of what there is the authors' present roles decide; the records of
-- nobody are the club's own.
ALTER TABLE people ADD COLUMN administered BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE people SET administered = TRUE WHERE author = 0 OR author IN (SELECT id FROM users WHERE users.roles LIKE '%"administrator"%' OR users.roles LIKE '%"club_ledenadministratie"%' OR users.roles LIKE '%"club_synchronisatie"%');
ALTER TABLE groups ADD COLUMN administered BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE groups SET administered = TRUE WHERE author = 0 OR author IN (SELECT id FROM users WHERE users.roles LIKE '%"administrator"%' OR users.roles LIKE '%"club_ledenadministratie"%' OR users.roles LIKE '%"club_synchronisatie"%');
CREATE INDEX person_keys_code ON person_keys (code_key, person_id) WHERE code_key <> '';

-- +goose Down
DROP INDEX person_keys_code;
ALTER TABLE groups DROP COLUMN administered;
ALTER TABLE people DROP COLUMN administered;
