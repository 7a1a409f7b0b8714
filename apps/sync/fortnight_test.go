package main_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/contributions"
	"github.com/clubhuis/clubhuis/adapters/freescout"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations"
	"github.com/clubhuis/clubhuis/fixtures/club"
	fakecontributions "github.com/clubhuis/clubhuis/fixtures/contributions"
	"github.com/clubhuis/clubhuis/fixtures/control"
	"github.com/clubhuis/clubhuis/fixtures/helpdesk"
)

// lived is a club that lives on while its pipelines run as they are scheduled, in a browser, and everything fails by chance.
type lived struct {
	*catalogue
	dice      *rand.Rand
	desk      *helpdesk.Provider
	collector *fakecontributions.Provider
	ran       map[run.Pipeline]int
}

func newLived(t *testing.T, start time.Time, seed uint64) *lived {
	l := &lived{
		catalogue: newCatalogueAt(t, start), dice: rand.New(rand.NewPCG(seed, 16)), //nolint:gosec // a test that can be repeated
		ran: map[run.Pipeline]int{},
	}
	made := club.Generate(24, 5, civil.On(start, start.Location()))
	var desk, collector string
	l.desk, desk = helpdesk.ForTest(t, helpdesk.Options{People: made.People, Now: l.now})
	l.collector, collector = fakecontributions.ForTest(t, fakecontributions.Options{Club: made, Seed: 5, Now: l.now})
	l.Helpdesk = freescout.New(freescout.Options{URL: desk, Key: l.desk.Key, FirstWait: time.Millisecond})
	l.Contributions = contributions.New(contributions.Options{URL: collector, Key: l.collector.Key, FirstWait: time.Millisecond})
	return l
}

// until lets the clock show a moment, when that is still to come.
func (l *lived) until(moment time.Time) {
	l.mu.Lock()
	l.later += max(0, moment.Sub(time.Now().Add(l.later)))
	l.mu.Unlock()
	l.app.SetNow(l.now())
}

// live runs the schedule until a moment. Before each run of a wild time a volunteer and somebody on the site edit a number, and
// one thing may fail during the run.
func (l *lived) live(end time.Time, wild bool) {
	l.t.Helper()
	at := l.now()
	for {
		next, slots := run.Next(at, l.Zone, run.Schedule)
		if next.After(end) {
			return
		}
		at = next
		l.until(at)
		for _, slot := range slots {
			mend := func() {}
			if wild {
				l.edit()
				mend = l.breakDown()
			}
			r, err := l.Run(l.t.Context(), slot.Pipeline, synchronizations.Options{
				Scheduled: true, WithInvoice: slot.Pipeline == run.FunctionsFull,
			})
			mend()
			ok(l.t, err)
			l.ran[slot.Pipeline]++
			l.understood(r)
			switch {
			case r.Outcome != run.Success && len(r.Problems) == 0:
				l.t.Errorf("%s ends as %s and says nothing", r.Name(), r.Outcome)
			case !wild && r.Outcome != run.Success:
				l.t.Errorf("without a fault %s ends as %s: %+v", r.Name(), r.Outcome, r.Problems)
			}
		}
	}
}

// breakDown turns a switch on in two of three runs, of the site or of a provider, and returns what turns it off.
func (l *lived) breakDown() (mend func()) {
	panels := []*control.Panel{nil, l.site.Control, l.site.Control, l.site.Control, l.desk.Control, l.collector.Control}
	panel := panels[l.dice.IntN(len(panels))]
	if panel == nil {
		return func() {}
	}
	names := panel.Names()
	name := names[l.dice.IntN(len(names))]
	// A site that tells other values or lets nobody edit is obeyed; what the other test of the catalogue holds.
	if panel == l.site.Control && (others[name] || held[name]) || name == "deleted-customer" {
		return func() {}
	}
	setting, none := control.Setting{On: true}, 0.0
	if length, given := seconds[name]; given {
		setting.Seconds = &length
	} else if panel != l.site.Control {
		setting.Seconds = &none
	}
	_, err := panel.Set(name, setting)
	ok(l.t, err)
	return func() { panel.Turn(name, false) }
}

// A Sunday on which the clock is put forward; with CLUBHUIS_FORTNIGHTS, as every night, two weeks around each change of the
// clock. In the end everything stands as its owner says.
//
// contract: sync §1, §8
func TestDaysOfFaultsInABrowserLoseNothing(t *testing.T) {
	t.Parallel()
	zone := amsterdam(t)
	type span struct{ from, to time.Time }
	spans := []span{{time.Date(2026, time.March, 29, 0, 30, 0, 0, zone), time.Date(2026, time.March, 29, 9, 0, 0, 0, zone)}}
	if os.Getenv("CLUBHUIS_FORTNIGHTS") != "" {
		spans = []span{
			{time.Date(2026, time.March, 20, 0, 0, 0, 0, zone), time.Date(2026, time.April, 3, 0, 0, 0, 0, zone)},
			{time.Date(2026, time.October, 16, 0, 0, 0, 0, zone), time.Date(2026, time.October, 30, 0, 0, 0, 0, zone)},
		}
	}
	for n, s := range spans {
		t.Run(fmt.Sprint(civil.On(s.from, zone)), func(t *testing.T) {
			l := newLived(t, s.from, uint64(n)) //nolint:gosec // a handful
			l.good(run.People)
			l.live(s.to, true)
			calm := []run.Pipeline{
				run.People, run.FunctionsFull, run.Teams, run.Contributions, run.Discipline, run.Helpdesk, run.FunctionsFull, run.People,
			}
			for _, pipeline := range calm {
				l.good(pipeline)
			}
			found, err := l.Verify(t.Context())
			if ok(t, err); len(found) > 0 {
				t.Errorf("it differs: %+v", found)
			}
			for _, slot := range run.Schedule {
				if len(spans) > 1 && l.ran[slot.Pipeline] == 0 {
					t.Errorf("%s never ran", slot.Pipeline)
				}
			}
		})
	}
}
