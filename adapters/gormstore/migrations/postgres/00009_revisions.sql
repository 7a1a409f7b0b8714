-- +goose Up
-- How often a record was changed, from 1, and the user who made the last change, 0 for nobody known: see core/record.
ALTER TABLE people ADD COLUMN revision BIGINT NOT NULL DEFAULT 1;
ALTER TABLE people ADD COLUMN editor BIGINT NOT NULL DEFAULT 0;
ALTER TABLE groups ADD COLUMN revision BIGINT NOT NULL DEFAULT 1;
ALTER TABLE groups ADD COLUMN editor BIGINT NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE people DROP COLUMN revision;
ALTER TABLE people DROP COLUMN editor;
ALTER TABLE groups DROP COLUMN revision;
ALTER TABLE groups DROP COLUMN editor;
