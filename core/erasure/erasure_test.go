package erasure_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/erasure"
)

var at = time.Date(2026, 6, 15, 12, 30, 45, 0, time.UTC)

func TestAnErasureIsPlannedThenEndsOnce(t *testing.T) {
	t.Parallel()
	e := erasure.New(4, "Jan Kok", erasure.Asked, 2, at)
	if e.State != erasure.Planned || !e.Due.Equal(at.AddDate(0, 0, 30)) {
		t.Errorf("planned: %+v", e)
	}
	numbers := []string{"2026C7"}
	if err := e.Wait(numbers); err != nil || !slices.Equal(e.Open, []string{"2026C7"}) {
		t.Errorf("%+v, %v", e, err)
	}
	back, gone := e.Clone(), e.Clone()
	if numbers[0], back.Open[0] = "", ""; e.Open[0] != "2026C7" {
		t.Error("a copy shares the numbers")
	}
	if err := back.Withdraw(at); err != nil || back.Name != "Jan Kok" {
		t.Errorf("%+v, %v", back, err)
	}
	if err := gone.Destroy(erasure.Counts{erasure.Notes: 2}, at); err != nil || gone.Name != "" || gone.Counts[erasure.Notes] != 2 {
		t.Errorf("%+v, %v", gone, err)
	}
	for _, ended := range []*erasure.Erasure{&back, &gone} {
		if ended.Open != nil || !errors.Is(ended.Wait(nil), erasure.ErrEnded) {
			t.Errorf("%s: it waits for %q", ended.State, ended.Open)
		}
		if !errors.Is(ended.Withdraw(at), erasure.ErrEnded) || !errors.Is(ended.Destroy(nil, at), erasure.ErrEnded) {
			t.Errorf("%s: it ended twice", ended.State)
		}
	}
}

func TestOnlyWhatSaysWhoItIsIsTakenOutOfTexts(t *testing.T) {
	t.Parallel()
	for name, want := range map[string][]string{
		"":                   nil,
		"Jan":                nil,
		"Wilhelmina":         nil,
		"Jan Kok":            {"Jan Kok"},
		"j@x.nl":             {"j@x.nl"},
		"Daan 't Hart":       {"Daan 't Hart", "Daan &#39;t Hart", `Daan \u0026#39;t Hart`},
		`Bo "de Lange" <Bo>`: {`Bo "de Lange" <Bo>`, `Bo &#34;de Lange&#34; &lt;Bo&gt;`},
	} {
		if got := erasure.Words(name); len(got) < len(want) || (want == nil) != (got == nil) ||
			slices.ContainsFunc(want, func(word string) bool { return !slices.Contains(got, word) }) {
			t.Errorf("%q: got %q", name, got)
		}
	}
	of := erasure.Subject{Words: erasure.Words("Daan 't Hart")}
	if got, changed := of.Without("Met Daan &#39;t Hart en Daan"); got != "Met (gewist) en Daan" || !changed {
		t.Errorf("got %q", got)
	}
}

func TestNobodyElseIsTakenOutOfTexts(t *testing.T) {
	t.Parallel()
	of := erasure.Subject{
		Words:  append(erasure.Words("Jan Smit"), erasure.Words("an@x.example")...),
		Others: slices.Concat(erasure.Words("Jan Smit Bakker"), erasure.Words("Oude Jan Smit")),
	}
	for text, want := range map[string]string{
		"Jan Smit":                                     "(gewist)",
		"met jan smit, JAN SMIT en Jan Smit.":          "met (gewist), (gewist) en (gewist).",
		"Jan Smit's fiets, van 'Jan Smit'":             "(gewist)'s fiets, van '(gewist)'",
		"Jan Smits, Jan Smitse, Marjan Smit":           "Jan Smits, Jan Smitse, Marjan Smit",
		"Jan Smit-Bakker, Anne-Jan Smit":               "Jan Smit-Bakker, Anne-Jan Smit",
		"Jan Smit - Bakker":                            "(gewist) - Bakker",
		"Jan Smit Bakker en Jan Smit":                  "Jan Smit Bakker en (gewist)",
		"oude jan smit en Jan Smit":                    "oude jan smit en (gewist)",
		"an@x.example, An@X.example.":                  "(gewist), (gewist).",
		"jan@x.example, m.an@x.example":                "jan@x.example, m.an@x.example",
		"an@x.example.org, an@x.example-y":             "an@x.example.org, an@x.example-y",
		"<p>an@x.example</p>":                          "<p>(gewist)</p>",
		`{"a":"x\nJan Smit","b":"\u003can@x.example"}`: `{"a":"x\n(gewist)","b":"\u003c(gewist)"}`,
		"Jan Smi": "Jan Smi", "": "",
	} {
		if got, changed := of.Without(text); got != want || changed != (got != text) {
			t.Errorf("%q: got %q, %v", text, got, changed)
		}
	}
}

func TestEveryKindSaysWhatItIsAndWhy(t *testing.T) {
	t.Parallel()
	seen := erasure.Counts{}
	for _, p := range erasure.Kinds() {
		if p.Title == "" || !strings.HasSuffix(p.Why, ".") || seen[p.Kind] > 0 {
			t.Errorf("%s: %+v", p.Kind, p)
		}
		seen[p.Kind] = 1
	}
	seen[erasure.Looks] = 0
	if plan := erasure.Plan(seen); len(plan) != len(erasure.Kinds())-1 || plan[0].Kind != erasure.Record {
		t.Errorf("%+v", plan)
	}
}

func TestBooksAreKeptForSevenYearsAfterTheirOwn(t *testing.T) {
	t.Parallel()
	if got := erasure.BooksBefore(civil.Date{Year: 2034, Month: time.January, Day: 1}); got != 2027 {
		t.Errorf("got %d", got) // those of 2026 are forgotten
	}
}
