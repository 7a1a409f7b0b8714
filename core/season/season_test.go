package season_test

import (
	"testing"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/season"
)

// contract: club §2.8
func TestASeasonEndsWhenJulyBegins(t *testing.T) {
	t.Parallel()
	for day, want := range map[string]string{
		"2026-06-30": "2025-07-01 2026-06-30", "2026-07-01": "2026-07-01 2027-06-30", "2026-12-31": "2026-07-01 2027-06-30",
		"2027-01-01": "2026-07-01 2027-06-30",
	} {
		parsed, _ := civil.Parse(day)
		if first, last := season.Of(parsed); first.String()+" "+last.String() != want {
			t.Errorf("%s is in %v to %v, want %s", day, first, last, want)
		}
	}
}
