-- +goose Up
-- What the club asks of members. An invoice stays when its person is destroyed. late_from is the day from which a sent one is
-- overdue, '' for none.
CREATE TABLE invoices (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    author      INTEGER NOT NULL,
    author_name TEXT NOT NULL,
    created_at  INTEGER NOT NULL,
    modified_at INTEGER NOT NULL,
    revision    INTEGER NOT NULL,
    editor      INTEGER NOT NULL,
    kind        TEXT NOT NULL,
    season      TEXT NOT NULL,
    person_id   INTEGER NOT NULL,
    plan        TEXT NOT NULL,
    status      TEXT NOT NULL,
    late_from   TEXT NOT NULL,
    live        BOOLEAN NOT NULL,
    to_review   BOOLEAN NOT NULL,
    search      TEXT NOT NULL,
    number_key  TEXT NOT NULL,
    name_key    TEXT NOT NULL,
    total       INTEGER NOT NULL,
    open_cents  INTEGER NOT NULL,
    due         TEXT NOT NULL,
    document    TEXT NOT NULL
);
CREATE INDEX invoices_created ON invoices (created_at, id);
CREATE INDEX invoices_person ON invoices (person_id, created_at);
CREATE INDEX invoices_season ON invoices (season, person_id);
CREATE INDEX invoices_status ON invoices (status, late_from);
CREATE INDEX invoices_live ON invoices (id) WHERE live;
CREATE INDEX invoices_to_review ON invoices (id) WHERE to_review;

-- By what one invoice is found, and no other one has: its number, the token of its page, its cases, what the provider calls its
-- payments.
CREATE TABLE invoice_keys (
    kind       TEXT NOT NULL,
    value      TEXT NOT NULL,
    invoice_id INTEGER NOT NULL REFERENCES invoices (id) ON DELETE CASCADE,
    PRIMARY KEY (kind, value)
) WITHOUT ROWID;
CREATE INDEX invoice_keys_invoice ON invoice_keys (invoice_id);

-- How many numbers of a series were given in a year. It is never lowered.
CREATE TABLE invoice_counters (
    series TEXT NOT NULL,
    year   INTEGER NOT NULL,
    given  INTEGER NOT NULL,
    PRIMARY KEY (series, year)
) WITHOUT ROWID;

-- +goose Down
DROP TABLE invoice_counters;
DROP TABLE invoice_keys;
DROP TABLE invoices;
