// Package season owns which days are one season of the club (contract §2.8).
//
// It does not know what happens in one: fees and cases have their own nouns.
package season

import (
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
)

// Of returns the first and the last day of the season of a day: a season ends when July begins.
func Of(day civil.Date) (first, last civil.Date) {
	start := day.Year
	if day.Month < time.July {
		start--
	}
	return civil.Date{Year: start, Month: time.July, Day: 1}, civil.Date{Year: start + 1, Month: time.June, Day: 30}
}
