package gormstore

import (
	"context"
	"encoding/json"
	"fmt"

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
}

func (fetchedRow) TableName() string { return "fetched_matches" }

func (r *fetchedRow) fetched() (matchday.Fetched, error) {
	f := matchday.Fetched{
		Source: matchday.Source(r.Source), At: database.Instant(r.FetchedAt), Tried: database.Instant(r.TriedAt),
		Problem: matchday.Problem(r.Problem),
	}
	if err := json.Unmarshal([]byte(r.Matches), &f.Matches); err != nil {
		return f, fmt.Errorf("what is kept of %s is damaged: %w", r.Source, err)
	}
	return f, nil
}

// readMatches is what a text says. It is read at every look at a dashboard, and is another one every quarter of an hour.
type readMatches struct {
	text    string
	matches []matchday.Match
}

// known is fetched for readers: a text that was read before is not read again.
func (s fetchedMatches) known(r *fetchedRow) (matchday.Fetched, error) {
	if had, is := s.club.programmes.Load(r.Source); is {
		if before := had.(readMatches); before.text == r.Matches {
			bare := *r
			bare.Matches = "null"
			f, err := bare.fetched()
			f.Matches = before.matches
			return f.Clone(), err
		}
	}
	f, err := r.fetched()
	if err == nil {
		s.club.programmes.Store(r.Source, readMatches{r.Matches, f.Clone().Matches})
	}
	return f, err
}

// Of implements ports.FetchedMatches.
func (s fetchedMatches) Of(ctx context.Context, sources ...matchday.Source) ([]matchday.Fetched, error) {
	list := make([]matchday.Fetched, len(sources))
	if len(sources) == 0 {
		return list, ctx.Err()
	}
	var rows []fetchedRow
	if err := s.Read.WithContext(ctx).Where("source IN ?", sources).Find(&rows).Error; err != nil {
		return nil, err
	}
	kept := map[matchday.Source]*fetchedRow{}
	for i := range rows {
		kept[matchday.Source(rows[i].Source)] = &rows[i]
	}
	for i, source := range sources {
		list[i].Source = source
		if row := kept[source]; row != nil {
			var err error
			if list[i], err = s.known(row); err != nil {
				return nil, err
			}
		}
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
		matches, err := json.Marshal(f.Matches)
		if err != nil {
			return err
		}
		return tx.Write.Model(&fetchedRow{}).Where("source = ?", string(source)).UpdateColumns(map[string]any{
			"fetched_at": database.Micros(f.At), "tried_at": database.Micros(f.Tried), "problem": string(f.Problem),
			"matches": string(matches),
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
