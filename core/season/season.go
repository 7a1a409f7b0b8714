// Package season owns the seasons of the club: which days are in one, and how one is called (contract §2.8).
//
// It does not know what happens in one: fees, invoices and cases have their own nouns.
package season

import (
	"fmt"
	"strconv"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
)

// Season is the year in which a season begins: 2025 for 2025-2026. The zero Season is none.
type Season int

// The seasons that can be named.
const (
	Earliest Season = 1900
	Latest   Season = 2200
)

// On returns the season of a day: a season begins on 1 July, when the one before has ended.
func On(day civil.Date) Season {
	if day.Month < time.July {
		return Season(day.Year - 1)
	}
	return Season(day.Year)
}

// Parse reads the key of a season: two consecutive years, "2025-2026". It returns ErrNotASeason for anything else.
func Parse(key string) (Season, error) {
	if len(key) != len("2025-2026") {
		return 0, ErrNotASeason
	}
	start, err := strconv.Atoi(key[:4])
	if s := Season(start); err == nil && s >= Earliest && s <= Latest && s.String() == key {
		return s, nil
	}
	return 0, ErrNotASeason
}

// String returns the key of the season, "" of none.
func (s Season) String() string {
	if s == 0 {
		return ""
	}
	return fmt.Sprintf("%04d-%04d", int(s), int(s)+1)
}

// First returns the first day, 1 July.
func (s Season) First() civil.Date { return civil.Date{Year: int(s), Month: time.July, Day: 1} }

// Last returns the last day, 30 June.
func (s Season) Last() civil.Date { return civil.Date{Year: int(s) + 1, Month: time.June, Day: 30} }

// Next returns the season after.
func (s Season) Next() Season { return s + 1 }

// Before returns the season before.
func (s Season) Before() Season { return s - 1 }

// MarshalText writes the key.
func (s Season) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads a key, "" for none.
func (s *Season) UnmarshalText(key []byte) (err error) {
	if *s = 0; len(key) > 0 {
		*s, err = Parse(string(key))
	}
	return err
}

// ErrNotASeason is the error of what names no season.
var ErrNotASeason = fault.New(fault.Invalid, "rest_invalid_param", "Geef een seizoen als twee opeenvolgende jaren: 2025-2026.")
