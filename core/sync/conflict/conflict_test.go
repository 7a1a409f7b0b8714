package conflict_test

import (
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/sync/conflict"
	"pgregory.net/rapid"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func TestAUserEditWinsOnlyWhenNewerWithFiveSecondsGrace(t *testing.T) {
	t.Parallel()
	never := time.Time{}
	for _, c := range []struct {
		name      string
		site, app time.Time
		winner    conflict.Winner
		reason    string
	}{
		{"nobody knows when", never, never, conflict.Site, conflict.NoHistory},
		{"only the site's is known", noon, never, conflict.Site, conflict.OnlySite},
		{"only the application's is known", never, noon, conflict.Application, conflict.OnlyApplication},
		{"at once", noon, noon, conflict.Site, conflict.WithinGrace},
		{"the user five seconds later", noon, noon.Add(5 * time.Second), conflict.Site, conflict.WithinGrace},
		{"the user a little more than five seconds later", noon, noon.Add(5*time.Second + 1), conflict.Application, conflict.AppNewer},
		{"the site five seconds later", noon.Add(5 * time.Second), noon, conflict.Site, conflict.WithinGrace},
		{"the site much later", noon.Add(time.Hour), noon, conflict.Site, conflict.SiteNewer},
		{"the user much later, in another zone", noon, noon.Add(time.Hour).In(time.FixedZone("", 7200)), conflict.Application,
			conflict.AppNewer},
	} {
		winner, reason := conflict.Resolve(conflict.Side{Value: "a", At: c.site}, conflict.Side{Value: "b", At: c.app})
		if winner != c.winner || reason != c.reason {
			t.Errorf("%s: %q %s, want %q %s", c.name, winner, reason, c.winner, c.reason)
		}
		winner, reason = conflict.Resolve(conflict.Side{Value: "", At: c.site}, conflict.Side{Value: "", At: c.app})
		if winner != conflict.Neither || reason != conflict.SameValue {
			t.Errorf("%s, with one value: %q %s", c.name, winner, reason)
		}
	}
}

func TestAVerdictDependsOnTheDifferenceAlone(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		gap := time.Duration(rapid.Int64Range(int64(-time.Minute), int64(time.Minute)).Draw(t, "gap"))
		shift := time.Duration(rapid.Int64Range(0, int64(1000*time.Hour)).Draw(t, "shift"))
		winner, _ := conflict.Resolve(conflict.Side{Value: "a", At: noon}, conflict.Side{Value: "b", At: noon.Add(gap)})
		later, _ := conflict.Resolve(conflict.Side{Value: "a", At: noon.Add(shift)},
			conflict.Side{Value: "b", At: noon.Add(shift + gap)})
		if winner != later || (winner == conflict.Application) != (gap > conflict.Grace) {
			t.Fatalf("%v: %q, and %q", gap, winner, later)
		}
	})
}
