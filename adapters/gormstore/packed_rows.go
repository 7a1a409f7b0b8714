package gormstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"hash/crc32"
	"runtime/debug"
	"strconv"
	"sync/atomic"

	"github.com/klauspost/compress/zstd"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/directory"
)

// packedRows is where people lie for the next start in a PostgreSQL database: in a table that is not logged. All servers of one
// build share it. A step that removes somebody empties it, so that nobody is in it who was removed. Which rows count a setting
// says: it belongs to the records, so that rows that stay where a database goes back to an earlier state do not follow on it.
type packedRows struct {
	db    database.Handle // since the database is open
	wrote atomic.Bool     // this program left people once
}

const (
	packedTable   = "packed_people"
	packedSetting = "packed people" // the name of the setting
	selectMark    = "SELECT value FROM settings WHERE name = '" + packedSetting + "'"
	deleteRows    = "DELETE FROM " + packedTable
)

// buildOf names this build wherever it runs: by its commit where that is known, and all of it is in there, else by the file that
// was started.
func buildOf(started string) string {
	info, known := debug.ReadBuildInfo()
	if !known {
		return started
	}
	revision, whole := "", false
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			revision = s.Value
		case "vcs.modified":
			whole = s.Value == "false"
		}
	}
	sum := fmt.Sprintf("%08x", crc32.ChecksumIEEE([]byte(info.String())))
	if revision == "" || !whole {
		return started + " " + sum
	}
	return revision + " " + sum
}

// unpackRows reads the people of this program, those of another one not: it may be running.
func (p *packed) unpackRows(ctx context.Context) (u unpacked, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	type part struct {
		content []byte
		err     error
	}
	read := make(chan part, 2) // while one is unpacked another one is read
	go func() {
		defer close(read)
		err := p.rows.each(ctx, func(heading string, content []byte) error {
			if heading != "" {
				content = []byte(heading)
			}
			select {
			case read <- part{content: content}:
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		})
		if err != nil {
			read <- part{err: err}
		}
	}()
	defer func() {
		cancel()
		for range read { // until the connection is free
		}
	}()
	first, some := <-read
	if !some || first.err != nil {
		return unpacked{}, first.err
	}
	if u.heading, err = p.parse(string(first.content)); err != nil {
		return unpacked{}, err
	}
	packed, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return unpacked{}, err
	}
	defer packed.Close()
	text := newUnpackedText()
	defer text.close()
	sum := crc32.New(castagnoli)
	var content []byte
	for one := range read {
		if one.err != nil {
			return unpacked{}, one.err
		}
		if content, err = packed.DecodeAll(one.content, content[:0]); err != nil {
			return unpacked{}, err
		}
		_, _ = sum.Write(content)
		if err := text.add(content); err != nil {
			return unpacked{}, err
		}
	}
	if sum.Sum32() != u.heading.people {
		return unpacked{}, errUnpacked
	}
	whole, letGo, err := text.whole()
	if err != nil {
		return unpacked{}, err
	}
	u.people, u.letGo, u.mapped = new(directory.Newcomers), letGo, text.file != nil
	if err := u.people.AddPacked(whole); err != nil {
		letGo()
		return unpacked{}, err
	}
	return u, nil
}

// each reads the rows that count, in turn; the first one has the heading.
func (r *packedRows) each(ctx context.Context, row func(heading string, content []byte) error) error {
	query := r.db.Read.WithContext(ctx).Raw("SELECT heading, content FROM " + packedTable +
		" WHERE CAST(mark AS TEXT) = (" + selectMark + ") ORDER BY part")
	return database.ScanAll(query, func(rows *sql.Rows) error {
		var heading string
		var content []byte
		if err := rows.Scan(&heading, &content); err != nil {
			return err
		}
		return row(heading, content)
	})
}

// errRemoved is returned when somebody is in rows who was removed meanwhile.
var errRemoved = errors.New("somebody was removed meanwhile")

// saveRows leaves the people of a view for the next start of this program, instead of those that were left before. Nothing is
// left when somebody was removed meanwhile: whoever does that later finds the rows, for both wait for the number of the last
// change.
func (s *Store) saveRows(ctx context.Context, v *directory.View) error {
	p := s.club.packed
	parts, whole := v.Packed()
	if !whole {
		return nil
	}
	packer, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedFastest))
	if err != nil {
		return err
	}
	defer packer.Close() //nolint:errcheck // it writes nowhere
	err = s.db.Handle().Step(ctx, func(tx database.Handle) error {
		h := heading{change: v.Number(), mark: newMark(), settings: settingsSum(v.VolunteerRules(), v.SearchSettings())}
		insert := func(part int, heading string, content []byte) error {
			return tx.Write.Exec("INSERT INTO "+packedTable+" (mark, part, heading, content) VALUES (?, ?, ?, ?)",
				h.mark, part, heading, content).Error
		}
		sum, n := crc32.New(castagnoli), 0
		for part := range parts {
			n++
			_, _ = sum.Write(part)
			if err := insert(n, "", packer.EncodeAll(part, nil)); err != nil {
				return err
			}
		}
		h.people = sum.Sum32()
		if err := insert(0, p.line(&h), []byte{}); err != nil {
			return err
		}
		return (handle{Handle: tx, club: s.club}).nameRows(&h)
	})
	if errors.Is(err, errRemoved) {
		return nil
	}
	p.rows.wrote.Store(p.rows.wrote.Load() || err == nil)
	return err
}

// nameRows lets the rows of a heading count instead of others, unless somebody is in them who was removed.
func (h handle) nameRows(of *heading) error {
	if _, err := database.ScanNumbers(h.Write.Raw("SELECT number FROM change_counter FOR UPDATE")); err != nil {
		return err
	}
	since, err := h.writtenAfter(of.change)
	if err != nil {
		return err
	}
	people, some := since.of(nounPeople)
	if some {
		where, args := h.among("id", people)
		there, err := database.ScanNumbers(h.Write.Raw("SELECT COUNT(*) FROM people WHERE removed_at = 0 AND "+where, args...))
		if err != nil {
			return err
		}
		some = there[0] < int64(len(people))
	}
	if some || len(since[nounCleared]) > 0 {
		return errRemoved
	}
	if err := h.Write.Exec(deleteRows+" WHERE mark <> ?", of.mark).Error; err != nil {
		return err
	}
	return h.Write.Exec("INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
		packedSetting, strconv.Itoa(int(of.mark))).Error
}

// forgetRows empties the table in a step that removes somebody. It comes after the step got its number: whoever leaves people has
// that first, and their rows are there, or gets it later, and finds who was removed.
func (h handle) forgetRows() error {
	if h.Dialect != database.Postgres {
		return nil
	}
	return h.Write.Exec(deleteRows).Error
}

// renewRows leaves people for the next start when there are enough for it, and many changed.
func (s *Store) renewRows(ctx context.Context) error {
	p, v := s.club.packed, s.club.View()
	if !p.leaves || p.program == "" || v == nil || v.Size() < worthSaving || len(v.Damaged()) > 0 {
		return nil
	}
	if are, err := s.rowsAreNew(ctx, v); err != nil || are {
		return err
	}
	return s.saveRows(ctx, v)
}

// rowsAreNew reports whether there are rows for this program after which few people changed. Those of another program are left
// alone by one that wrote already: while both run each would write over the other's.
func (s *Store) rowsAreNew(ctx context.Context, v *directory.View) (are bool, err error) {
	p := s.club.packed
	line, err := p.rows.heading(ctx)
	if err != nil || line == "" {
		return false, err
	}
	h, err := p.parse(line)
	if err != nil {
		return p.rows.wrote.Load(), nil
	}
	if h.settings != settingsSum(v.VolunteerRules(), v.SearchSettings()) {
		return false, nil
	}
	changed, err := database.ScanNumbers(p.rows.db.Read.WithContext(ctx).Raw(
		"SELECT COUNT(*) FROM changes WHERE noun = ? AND number > ?", nounPeople, h.change))
	return err == nil && int(changed[0])*staleAfter < v.Size(), err
}

// heading returns what the rows that count say of themselves, "" when there are none.
func (r *packedRows) heading(ctx context.Context) (line string, err error) {
	query := r.db.Read.WithContext(ctx).Raw("SELECT heading FROM " + packedTable +
		" WHERE part = 0 AND CAST(mark AS TEXT) = (" + selectMark + ")")
	err = database.ScanAll(query, func(rows *sql.Rows) error { return rows.Scan(&line) })
	return line, err
}

// markOf returns the number that says which people are of a database: in SQLite user_version, which nothing else uses.
func markOf(h database.Handle) (mark int32, err error) {
	query := "PRAGMA user_version"
	if h.Dialect == database.Postgres {
		query = selectMark
	}
	err = database.ScanOne(h.Read.Raw(query), func(row *sql.Rows) error { return row.Scan(&mark) })
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return mark, err
}
