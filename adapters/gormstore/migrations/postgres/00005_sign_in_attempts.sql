-- +goose Up
-- The tries to sign in that count; see account.Attempt. What counted before the migration counts no more: it was for a quarter of an
-- hour.
DROP TABLE sign_in_attempts;
CREATE TABLE sign_in_attempts (
    id      BIGINT  GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account TEXT    NOT NULL,
    address TEXT    NOT NULL, -- '' where there is a browser
    subnet  TEXT    NOT NULL, -- '' likewise, and for IPv4
    site    TEXT    NOT NULL,
    browser TEXT    NOT NULL, -- '' for a stranger
    early   BOOLEAN NOT NULL,
    at      BIGINT  NOT NULL
);
CREATE INDEX sign_in_attempts_by_account ON sign_in_attempts (account, at);
CREATE INDEX sign_in_attempts_by_account_address ON sign_in_attempts (account, address, at);
CREATE INDEX sign_in_attempts_by_address ON sign_in_attempts (address, at);
CREATE INDEX sign_in_attempts_by_subnet ON sign_in_attempts (subnet, at) WHERE subnet <> '';
CREATE INDEX sign_in_attempts_by_site ON sign_in_attempts (site, at) WHERE site <> '';
CREATE INDEX sign_in_attempts_by_browser ON sign_in_attempts (browser, at) WHERE browser <> '';
CREATE INDEX sign_in_attempts_by_time ON sign_in_attempts (at);

-- +goose Down
DROP TABLE sign_in_attempts;
CREATE TABLE sign_in_attempts (
    id      BIGINT  GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account TEXT    NOT NULL,
    address TEXT    NOT NULL,
    at      BIGINT  NOT NULL
);
CREATE INDEX sign_in_attempts_by_account ON sign_in_attempts (account, at);
CREATE INDEX sign_in_attempts_by_address ON sign_in_attempts (address, at);
CREATE INDEX sign_in_attempts_by_time ON sign_in_attempts (at);
