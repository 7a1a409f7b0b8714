package change_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/change"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func TestAUserEditWinsOnlyWhenNewerWithFiveSecondsGrace(t *testing.T) {
	t.Parallel()
	never := time.Time{}
	for _, c := range []struct {
		name      string
		site, app time.Time
		winner    change.Winner
		reason    string
	}{
		{"nobody knows when", never, never, change.Site, change.NoHistory},
		{"only the site's is known", noon, never, change.Site, change.OnlySite},
		{"only the application's is known", never, noon, change.Application, change.OnlyApplication},
		{"at once", noon, noon, change.Site, change.WithinGrace},
		{"the user five seconds later", noon, noon.Add(5 * time.Second), change.Site, change.WithinGrace},
		{"the user a little more than five seconds later", noon, noon.Add(5*time.Second + 1), change.Application, change.AppNewer},
		{"the site five seconds later", noon.Add(5 * time.Second), noon, change.Site, change.WithinGrace},
		{"the site much later", noon.Add(time.Hour), noon, change.Site, change.SiteNewer},
		{"the user much later, in another zone", noon, noon.Add(time.Hour).In(time.FixedZone("", 7200)), change.Application, change.AppNewer},
	} {
		winner, reason := change.Resolve(change.Side{Value: "a", At: c.site}, change.Side{Value: "b", At: c.app})
		if winner != c.winner || reason != c.reason {
			t.Errorf("%s: %q %s, want %q %s", c.name, winner, reason, c.winner, c.reason)
		}
		winner, reason = change.Resolve(change.Side{Value: "", At: c.site}, change.Side{Value: "", At: c.app})
		if winner != change.Neither || reason != change.SameValue {
			t.Errorf("%s, with one value: %q %s", c.name, winner, reason)
		}
	}
}

func TestAVerdictDependsOnTheDifferenceAlone(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		gap := time.Duration(rapid.Int64Range(int64(-time.Minute), int64(time.Minute)).Draw(t, "gap"))
		shift := time.Duration(rapid.Int64Range(0, int64(1000*time.Hour)).Draw(t, "shift"))
		winner, _ := change.Resolve(change.Side{Value: "a", At: noon}, change.Side{Value: "b", At: noon.Add(gap)})
		later, _ := change.Resolve(change.Side{Value: "a", At: noon.Add(shift)}, change.Side{Value: "b", At: noon.Add(shift + gap)})
		if winner != later || (winner == change.Application) != (gap > change.Grace) {
			t.Fatalf("%v: %q, and %q", gap, winner, later)
		}
	})
}
