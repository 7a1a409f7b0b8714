package gormstore

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"gorm.io/gorm/clause"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/seal"
	"github.com/clubhuis/clubhuis/ports"
)

type sealed struct{ handle }

var _ ports.Sealed = sealed{}

// sealedColumn is where sealed secrets stand.
type sealedColumn struct {
	purpose       seal.Purpose
	table, column string
	key           string // the column that names a row
	number        bool   // that column is one
	where         string // which rows, "" for all
	within        string // the member of the JSON in the column that is the secret; "" for all of the column
	noun          string // that a change is noted of, "" for none
}

// sealedColumns are all of them. What is in none of them is not sealed anew.
var sealedColumns = []sealedColumn{
	{purpose: seal.Mails, table: "mails", column: "sealed", key: "id", number: true},
	{purpose: seal.Calendars, table: "user_tokens", column: "sealed", key: "digest"},
	{purpose: seal.Payments, table: "invoices", column: "document", key: "id", number: true, within: "TokenSealed"},
	{purpose: seal.Factors, table: "users", column: "second_factor", key: "id", number: true, within: "secret"},
	{purpose: seal.Factors, table: "users", column: "second_factor", key: "id", number: true, within: "next"},
	{purpose: seal.Payments, table: "settings", column: "value", key: "name", where: " AND name = '" + finances + "'",
		within: "provider_key", noun: nounFinance},
}

// secret returns the sealed secret in a text of the column, "" for none: also where the text is damaged.
func (c *sealedColumn) secret(text string) (secret string) {
	if c.within == "" {
		return text
	}
	var members map[string]json.RawMessage
	if json.Unmarshal([]byte(text), &members) != nil || json.Unmarshal(members[c.within], &secret) != nil {
		return ""
	}
	return secret
}

// resealedAtOnce is how many rows one statement reads or writes.
const resealedAtOnce = 200

func (s sealed) Reseal(ctx context.Context, again func(seal.Purpose, string) (string, error)) (count int, err error) {
	err = s.step(ctx, func(tx handle) error {
		count = 0
		for _, column := range sealedColumns {
			resealed, err := column.reseal(tx, again)
			if err != nil {
				return fmt.Errorf("seal anew what stands in %s: %w", column.table, err)
			}
			if count += resealed; resealed > 0 && column.noun != "" {
				tx.note(note{Noun: column.noun})
			}
		}
		return nil
	})
	return count, err
}

// reseal goes over the rows in the order of their key.
func (c *sealedColumn) reseal(tx handle, again func(seal.Purpose, string) (string, error)) (count int, err error) {
	var after any = ""
	if c.number {
		after = int64(0)
	}
	for {
		keys, texts, err := c.rows(tx, after)
		if err != nil || len(keys) == 0 {
			return count, err
		}
		after = keys[len(keys)-1]
		var changed, written []any
		for i, text := range texts {
			secret := c.secret(text)
			if secret == "" {
				continue
			}
			other, err := again(c.purpose, secret)
			if err != nil {
				return 0, err
			}
			changed, written = append(changed, keys[i]), append(written, strings.Replace(text, secret, other, 1))
		}
		if err := c.write(tx, changed, written); err != nil {
			return 0, err
		}
		count += len(changed)
	}
}

// rows reads the next ones that are not empty. In PostgreSQL nobody changes them before the end of the step.
func (c *sealedColumn) rows(tx handle, after any) (keys []any, texts []string, err error) {
	query := tx.Write.Raw(
		fmt.Sprintf("SELECT %[1]s, %[2]s FROM %[3]s WHERE %[1]s > ? AND %[2]s <> ''%[4]s ORDER BY %[1]s LIMIT %[5]d",
			c.key, c.column, c.table, c.where, resealedAtOnce)+tx.Dialect.ForUpdate(),
		after,
	)
	err = database.ScanAll(query, func(row *sql.Rows) error {
		var text string
		var number int64
		var name string
		key := any(&name)
		if c.number {
			key = &number
		}
		if err := row.Scan(key, &text); err != nil {
			return err
		}
		if c.number {
			keys = append(keys, number)
		} else {
			keys = append(keys, name)
		}
		texts = append(texts, text)
		return nil
	})
	return keys, texts, err
}

// write gives each row its text, by one statement.
func (c *sealedColumn) write(tx handle, keys, texts []any) error {
	if len(keys) == 0 {
		return nil
	}
	var arguments []any
	for i, key := range keys {
		arguments = append(arguments, key, texts[i])
	}
	cases := strings.Repeat(" WHEN ? THEN ?", len(keys))
	return tx.Write.Exec(fmt.Sprintf("UPDATE %s SET %s = CASE %s%s END WHERE %s IN ?", c.table, c.column, c.key, cases, c.key),
		append(arguments, keys)...).Error
}

// triedNewest is how many secrets of a kind are tried, the newest first.
const triedNewest = 20

// TryKey tells whether there are sealed secrets that stay, and whether one of the newest can be opened: with none the key is
// another one. Those of mails, which wait a short time, are not tried.
func (s *Store) TryKey(ctx context.Context, opens func(seal.Purpose, string) bool) (sealed, opened bool, err error) {
	read := s.handle().Read.WithContext(ctx)
	for _, c := range sealedColumns {
		if c.purpose == seal.Mails {
			continue
		}
		query := read.Raw(fmt.Sprintf("SELECT %[1]s FROM %[2]s WHERE %[1]s <> ''%[3]s ORDER BY %[4]s DESC LIMIT %[5]d",
			c.column, c.table, c.where, c.key, triedNewest))
		err := database.ScanAll(query, func(row *sql.Rows) error {
			var text string
			err := row.Scan(&text)
			if secret := c.secret(text); secret != "" && !opened {
				sealed, opened = true, opens(c.purpose, secret)
			}
			return err
		})
		if err != nil || opened {
			return sealed, opened, err
		}
	}
	return sealed, false, nil
}

// keyFingerprint names the row of settings that says which key the server had that started last. It is no setting of the club.
const keyFingerprint = "key_fingerprint"

// KeyFingerprint returns the fingerprint that NoteKey kept last, "" for none.
func (s *Store) KeyFingerprint(ctx context.Context) (fingerprint string, err error) {
	query := s.handle().Read.WithContext(ctx).Raw("SELECT value FROM settings WHERE name = ?", keyFingerprint)
	err = database.ScanOne(query, func(row *sql.Rows) error { return row.Scan(&fingerprint) })
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return fingerprint, err
}

// NoteKey keeps the fingerprint of the key with which secrets are sealed from now on, so that it is known before there are any.
func (s *Store) NoteKey(ctx context.Context, fingerprint string) error {
	if known, err := s.KeyFingerprint(ctx); err != nil || known == fingerprint {
		return err
	}
	row := settingRow{Name: keyFingerprint, Value: fingerprint}
	return s.handle().Write.WithContext(ctx).Clauses(clause.OnConflict{UpdateAll: true}).Create(&row).Error
}
