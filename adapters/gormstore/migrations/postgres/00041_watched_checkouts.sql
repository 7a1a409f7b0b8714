-- +goose Up
-- Up to which day the provider of payments is asked about a checkout of an invoice that is closed, '' for none.
ALTER TABLE invoices ADD COLUMN watched_to TEXT COLLATE "C" NOT NULL DEFAULT '';
CREATE INDEX invoices_watched ON invoices (watched_to) WHERE watched_to <> '';

-- +goose Down
DROP INDEX invoices_watched;
ALTER TABLE invoices DROP COLUMN watched_to;
