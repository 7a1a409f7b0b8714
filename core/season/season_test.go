package season_test

import (
	"errors"
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
		s := season.On(parsed)
		if first, last := s.First(), s.Last(); first.String()+" "+last.String() != want || season.On(first) != s ||
			season.On(last) != s {
			t.Errorf("%s is in %v to %v, want %s", day, first, last, want)
		}
	}
}

func TestParse(t *testing.T) {
	t.Parallel()
	s, err := season.Parse("2025-2026")
	if err != nil || s != 2025 || s.String() != "2025-2026" || s.Next().String() != "2026-2027" ||
		s.Before().String() != "2024-2025" {
		t.Errorf("2025-2026 is read as %v, %v", s, err)
	}
	for _, key := range []string{"", "2025", "2025-2027", "2025-2025", "2025/2026", "-025--024", "0000-0001", "25-26", " 2025-2026",
		"9999-10000"} {
		if s, err := season.Parse(key); !errors.Is(err, season.ErrNotASeason) {
			t.Errorf("Parse(%q) = %v, %v, want ErrNotASeason", key, s, err)
		}
	}
}
