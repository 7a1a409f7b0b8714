package gormstore

import (
	"context"
	"encoding/json"
	"fmt"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/matchday"
	"github.com/clubhuis/clubhuis/ports"
)

type fetchedMatches struct{ handle }

var _ ports.FetchedMatches = fetchedMatches{}

type fetchedRow struct {
	Source    string `gorm:"primaryKey"`
	FetchedAt int64
	TriedAt   int64
	Problem   string
	Matches   string // JSON
	Digest    string // of it, "" until it is next kept
}

func (fetchedRow) TableName() string { return "fetched_matches" }

// bare is what is kept without the matches.
func (r *fetchedRow) bare() matchday.Fetched {
	return matchday.Fetched{
		Source: matchday.Source(r.Source), At: database.Instant(r.FetchedAt), Tried: database.Instant(r.TriedAt),
		Problem: matchday.Problem(r.Problem), Digest: r.Digest,
	}
}

func (r *fetchedRow) fetched() (matchday.Fetched, error) {
	f := r.bare()
	if f.Digest == "" {
		f.Digest = matchday.Digest([]byte(r.Matches))
	}
	if err := json.Unmarshal([]byte(r.Matches), &f.Matches); err != nil {
		return f, fmt.Errorf("what is kept of %s is damaged: %w", r.Source, err)
	}
	return f, nil
}

// readMatches are the matches that were read from a text. They are needed at every look at a dashboard, and the text changes
// every quarter of an hour at most.
type readMatches struct {
	digest  string
	matches []matchday.Match
}

// known fills in the matches of a row whose text was read before, and reports whether it was.
func (s fetchedMatches) known(f *matchday.Fetched) bool {
	had, is := s.club.programmes.Load(f.Source)
	if !is {
		return false
	}
	before := had.(readMatches)
	if before.digest != f.Digest {
		return false
	}
	f.Matches = before.matches
	return true
}

// Of implements ports.FetchedMatches. The texts are read of those alone that changed since: then all are read once more, so
// that they are of one moment.
func (s fetchedMatches) Of(ctx context.Context, sources ...matchday.Source) ([]matchday.Fetched, error) {
	list := make([]matchday.Fetched, len(sources))
	if len(sources) == 0 {
		return list, ctx.Err()
	}
	var rows []fetchedRow
	find := s.Read.WithContext(ctx).Where("source IN ?", sources)
	if err := find.Session(&gorm.Session{}).Omit("Matches").Find(&rows).Error; err != nil {
		return nil, err
	}
	kept, all := map[matchday.Source]matchday.Fetched{}, true
	for i := range rows {
		f := rows[i].bare()
		all = all && s.known(&f)
		kept[f.Source] = f
	}
	if !all {
		rows = nil
		if err := find.Session(&gorm.Session{}).Find(&rows).Error; err != nil {
			return nil, err
		}
		for i := range rows {
			f, err := rows[i].fetched()
			if err != nil {
				return nil, err
			}
			kept[f.Source] = f
			s.club.programmes.Store(f.Source, readMatches{f.Digest, f.Matches})
		}
	}
	for i, source := range sources {
		list[i] = kept[source]
		list[i].Source = source
	}
	return list, nil
}

// Update implements ports.FetchedMatches.
func (s fetchedMatches) Update(ctx context.Context, source matchday.Source, change func(*matchday.Fetched) error) error {
	return s.step(ctx, func(tx handle) error {
		begun := fetchedRow{Source: string(source), Matches: "null"} // so that there is a row to lock
		if err := tx.Write.Clauses(clause.OnConflict{DoNothing: true}).Create(&begun).Error; err != nil {
			return err
		}
		var row fetchedRow
		locking := tx.Write.Clauses(clause.Locking{Strength: "UPDATE"})
		if err := locking.Where("source = ?", string(source)).Take(&row).Error; err != nil {
			return err
		}
		f, err := row.fetched()
		if err != nil { // what can't be read is fetched anew
			f.Matches, f.At = nil, database.Instant(0)
		}
		if err := change(&f); err != nil {
			return err
		}
		f = f.Kept()
		return tx.Write.Model(&fetchedRow{}).Where("source = ?", string(source)).UpdateColumns(map[string]any{
			"fetched_at": database.Micros(f.At), "tried_at": database.Micros(f.Tried), "problem": string(f.Problem),
			"matches": string(f.Text()), "digest": f.Digest,
		}).Error
	})
}

// Forget implements ports.FetchedMatches.
func (s fetchedMatches) Forget(ctx context.Context, but ...matchday.Source) (int, error) {
	others := s.Write.WithContext(ctx).Where("1 = 1")
	if len(but) > 0 {
		others = others.Where("source NOT IN ?", but)
	}
	result := others.Delete(&fetchedRow{})
	return int(result.RowsAffected), result.Error
}
