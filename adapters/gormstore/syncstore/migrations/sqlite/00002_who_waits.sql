-- +goose Up
-- What waits to be written to another side is found by a column, no longer by a word in its state.
ALTER TABLE sync_ledger ADD COLUMN waits BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE sync_ledger SET waits = TRUE WHERE kind = 'seen' AND state LIKE '%"pending"%';
CREATE INDEX sync_ledger_waiting ON sync_ledger (kind, record_key) WHERE waits;

-- +goose Down
DROP INDEX sync_ledger_waiting;
ALTER TABLE sync_ledger DROP COLUMN waits;
