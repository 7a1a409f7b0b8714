package training_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/season"
	"github.com/clubhuis/clubhuis/core/training"
)

func day(text string) civil.Date {
	d, _ := civil.Parse(text)
	return d
}

func isTeam(id int64) bool { return id < 10 }

func schedule(t *testing.T) *training.Schedule {
	t.Helper()
	s := new(training.Schedule)
	for _, name := range []string{"Veld 1", "Veld 2"} {
		if _, err := s.SetPitch(training.Pitch{Name: name}); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func add(t *testing.T, s *training.Schedule, b training.Block) training.Block {
	t.Helper()
	b, err := s.SetBlock(b, isTeam)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func tuesday(pitch int64, start, end string, teams ...int64) training.Block {
	return training.Block{Day: 2, Start: start, End: end, Pitch: pitch, Teams: teams}
}

func TestClashes(t *testing.T) {
	t.Parallel()
	s := schedule(t)
	first := add(t, s, tuesday(1, "18:00", "19:00", 1))
	for _, c := range []struct {
		name  string
		block training.Block
		want  bool
	}{
		{"behind it", tuesday(1, "19:00", "20:00"), false},
		{"into it", tuesday(1, "18:30", "19:30"), true},
		{"around it", tuesday(1, "17:00", "20:00"), true},
		{"on another pitch", tuesday(2, "18:00", "19:00"), false},
		{"on another day", training.Block{Day: 3, Start: "18:00", End: "19:00", Pitch: 1}, false},
		{"later in the year", training.Block{Day: 2, Start: "18:00", End: "19:00", Pitch: 1, From: day("2026-08-01")}, true},
	} {
		if got := slices.Contains(s.Clashes(&c.block), first.ID); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
	if got := s.Clashes(&first); len(got) != 0 {
		t.Errorf("with itself: %v", got)
	}
	ended := training.Block{Day: 2, Start: "18:00", End: "19:00", Pitch: 1, From: day("2026-01-01"), Until: day("2026-06-30")}
	first.From = day("2026-07-01")
	if _, err := s.SetBlock(first, isTeam); err != nil || len(s.Clashes(&ended)) != 0 {
		t.Errorf("one season after the other: %v", s.Clashes(&ended))
	}
}

func TestWhatCannotBeKept(t *testing.T) {
	t.Parallel()
	s := schedule(t)
	for name, b := range map[string]training.Block{
		"day":          {Day: 8, Start: "18:00", End: "19:00", Pitch: 1},
		"start":        {Day: 1, Start: "24:00", End: "25:00", Pitch: 1},
		"end":          {Day: 1, Start: "18:00", End: "18:00", Pitch: 1},
		"pitch_id":     {Day: 1, Start: "18:00", End: "19:00", Pitch: 99},
		"team_ids":     {Day: 1, Start: "18:00", End: "19:00", Pitch: 1, Teams: []int64{99}},
		"label":        {Day: 1, Start: "18:00", End: "19:00", Pitch: 1, Label: strings.Repeat("x", 101)},
		"valid_until":  {Day: 1, Start: "18:00", End: "19:00", Pitch: 1, From: day("2026-02-01"), Until: day("2026-01-01")},
		"cancelled_on": {Day: 1, Start: "18:00", End: "19:00", Pitch: 1, Cancelled: make([]civil.Date, 201)},
	} {
		_, err := s.SetBlock(b, isTeam)
		var f *fault.Fault
		if !errors.As(err, &f) || f.Params[name] == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := s.SetPitch(training.Pitch{Name: " veld 1 "}); err == nil {
		t.Error("two pitches of one name")
	}
	add(t, s, tuesday(1, "18:00", "19:00"))
	for err, got := range map[error]error{
		training.ErrPitchUsed: s.RemovePitch(1), training.ErrNoPitch: s.RemovePitch(99), training.ErrNoBlock: s.RemoveBlock(99),
	} {
		if !errors.Is(got, err) {
			t.Errorf("got %v, want %v", got, err)
		}
	}
	if len(s.Blocks) != 1 || len(s.Pitches) != 2 || s.Last != 3 {
		t.Errorf("left %+v", s)
	}
}

// contract: club §2.11-9
func TestATeamSeesItsOwnTrainingWithoutLabels(t *testing.T) {
	t.Parallel()
	s := schedule(t)
	shared := tuesday(1, "18:00", "19:00", 1, 2)
	shared.Label = "Samen met JO10"
	add(t, s, shared)
	add(t, s, tuesday(2, "18:00", "19:00", 3))
	off := tuesday(2, "20:00", "21:00", 1)
	off.Cancelled = []civil.Date{day("2026-06-16")} // a Tuesday
	add(t, s, off)
	ended := tuesday(2, "21:00", "22:00", 1)
	ended.Until = day("2026-06-15")
	add(t, s, ended)
	got := s.Between(day("2026-06-15"), day("2026-06-21"), []int64{1, 5})
	if len(got) != 1 || !slices.Equal(got[0].Teams, []int64{1}) || got[0].Label != "" {
		t.Errorf("got %+v", got)
	}
	if pitches := s.PitchesOf(got); len(pitches) != 1 || pitches[0].Name != "Veld 1" {
		t.Errorf("on %+v", pitches)
	}
	if got := s.Between(day("2026-06-15"), day("2026-06-21"), nil); len(got) != 0 {
		t.Errorf("without teams: %+v", got)
	}
}

func TestASeasonIsCopiedOnce(t *testing.T) {
	t.Parallel()
	s := schedule(t)
	last := season.Season(2025)
	b := tuesday(1, "18:00", "19:00", 1)
	b.From, b.Until, b.Cancelled = last.First(), last.Last(), []civil.Date{day("2025-12-30")}
	add(t, s, b)
	add(t, s, tuesday(2, "18:00", "19:00", 1)) // for ever
	for i, want := range []int{1, 0} {
		if added, err := s.Copy(last.Next(), isTeam); err != nil || added != want {
			t.Errorf("copy %d: %d, %v", i, added, err)
		}
	}
	copied := s.Blocks[len(s.Blocks)-1]
	if copied.From != day("2026-07-01") || copied.Until != day("2027-06-30") || copied.Cancelled != nil || copied.ID != 5 {
		t.Errorf("got %+v", copied)
	}
	gone, err := s.Copy(last.Next(), func(int64) bool { return false })
	if copied = s.Blocks[len(s.Blocks)-1]; err != nil || gone != 1 || len(copied.Teams) != 0 {
		t.Errorf("without its team: %d, %+v, %v", gone, copied, err)
	}
}

func TestAHalfOfASeasonIsCopiedAsThatHalf(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		last         season.Season
		period, want string // the first and the last day
	}{
		{2025, "2025-08-01 2025-12-31", "2026-08-01 2026-12-31"},
		{2025, "2025-07-01 2026-06-30", "2026-07-01 2027-06-30"},
		{2026, "2027-01-01 2027-02-28", "2028-01-01 2028-02-29"},
		{2027, "2028-01-01 2028-02-29", "2029-01-01 2029-02-28"},
		{2027, "2028-02-29 2028-06-30", "2029-03-01 2029-06-30"},
		{2027, "2028-02-29 2028-02-29", ""},
	} {
		s := schedule(t)
		b := tuesday(1, "18:00", "19:00", 1)
		b.From, b.Until = day(c.period[:10]), day(c.period[11:])
		add(t, s, b)
		for i := range 2 {
			added, err := s.Copy(c.last.Next(), isTeam)
			if want := i == 0 && c.want != ""; err != nil || (added == 1) != want {
				t.Errorf("%s: copy %d: %d, %v", c.period, i, added, err)
			}
		}
		if copied := s.Blocks[len(s.Blocks)-1]; c.want != "" && copied.From.String()+" "+copied.Until.String() != c.want {
			t.Errorf("%s became %+v, want %s", c.period, copied, c.want)
		}
	}
}

func TestTheHalvesOfACopiedSeasonDoNotClash(t *testing.T) {
	t.Parallel()
	s, last := schedule(t), season.Season(2025)
	autumn, spring, again := tuesday(1, "18:00", "19:00", 1), tuesday(1, "18:30", "19:30", 2), tuesday(1, "18:00", "18:30", 1)
	autumn.From, autumn.Until = day("2025-08-01"), day("2025-12-31")
	spring.From, spring.Until = day("2026-01-01"), day("2026-06-30")
	again.From, again.Until = spring.From, spring.Until
	for _, b := range []training.Block{autumn, spring, again} {
		add(t, s, b)
	}
	if added, err := s.Copy(last.Next(), isTeam); err != nil || added != 3 {
		t.Fatalf("copied %d, %v", added, err)
	}
	for i := range s.Blocks {
		if clashes := s.Clashes(&s.Blocks[i]); len(clashes) > 0 {
			t.Errorf("%+v clashes with %v", s.Blocks[i], clashes)
		}
	}
}

func TestATrainingThatTheSeasonHasOnOtherDaysIsNotCopied(t *testing.T) {
	t.Parallel()
	s, last := schedule(t), season.Season(2025)
	b := tuesday(1, "18:00", "19:00", 1)
	b.From, b.Until = last.First(), day("2025-12-31")
	add(t, s, b)
	b.From, b.Until = day("2026-09-01"), day("2027-06-30") // somebody put it there by hand
	add(t, s, b)
	if added, err := s.Copy(last.Next(), isTeam); err != nil || added != 0 {
		t.Errorf("copied %d, %v", added, err)
	}
}
