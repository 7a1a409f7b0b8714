-- +goose Up
-- When a note was shared, 0 for a private one. Of those of before it is not known: they are as old as they are.
ALTER TABLE notes ADD COLUMN shared_at BIGINT NOT NULL DEFAULT 0;
UPDATE notes SET shared_at = created_at WHERE visibility = 'shared';
DROP INDEX notes_made;
CREATE INDEX notes_shared ON notes (shared_at);

-- With which mail the last daily overview of a user came, 0 for none, and from when on the notes that it told were shared: it is
-- taken back when the mail never goes out, and so are the mentions that it told of.
ALTER TABLE digests ADD COLUMN mail_id BIGINT NOT NULL DEFAULT 0;
ALTER TABLE digests ADD COLUMN from_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE mentions ADD COLUMN mail_id BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE mentions DROP COLUMN mail_id;
ALTER TABLE digests DROP COLUMN from_at;
ALTER TABLE digests DROP COLUMN mail_id;
DROP INDEX notes_shared;
CREATE INDEX notes_made ON notes (created_at);
ALTER TABLE notes DROP COLUMN shared_at;
