package clubdata

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/clubhuis/clubhuis/core/matchday"
)

// FuzzMatches lets the federation's service answer anything: it is a problem of the service, or matches that have their teams.
func FuzzMatches(f *testing.F) {
	for _, seed := range []string{
		`[{"wedstrijdcode":1,"wedstrijddatum":"2026-03-26T14:30:00+0100","thuisteam":"A","uitteam":"B","teamnaam":"A"}]`,
		`[{"wedstrijdcode":1e3,"thuisteam":7,"uitteam":null}]`, `{}`, `null`, `[null]`, `[{"wedstrijddatum":true}]`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var lines []line
		if json.Unmarshal(text, &lines) != nil {
			return
		}
		for _, source := range []matchday.Source{matchday.Programme, matchday.Cancellations} {
			matches, err := read(lines, source)
			var problem *matchday.Error
			if err != nil && !errors.As(err, &problem) {
				t.Fatal(err)
			}
			for _, m := range matches {
				if m.ID <= 0 || m.Home == "" || m.Away == "" {
					t.Fatalf("%+v", m)
				}
			}
		}
	})
}
