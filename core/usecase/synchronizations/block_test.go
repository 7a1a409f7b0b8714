package synchronizations_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/activity"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations"
)

// logged is what the timeline of a member says, the newest first.
func (w *world) logged(code string) (says []string) {
	w.t.Helper()
	for _, a := range w.app.Logged(w.person(code).ID) {
		if a.Type != activity.FinancialBlockChange || a.On.IsZero() {
			w.t.Errorf("logged %+v", a)
		}
		says = append(says, a.Content)
	}
	return says
}

func (w *world) saysOfBlocks(code string, want ...string) {
	w.t.Helper()
	if got := w.logged(code); !slices.Equal(got, want) {
		w.t.Errorf("the timeline of %s says %q, want %q", code, got, want)
	}
}

const blockSet, blockLifted = "<p>Financiele blokkade ingesteld</p>", "<p>Financiele blokkade opgeheven</p>"

func (w *world) block(code string, set bool) {
	w.t.Helper()
	w.edit(code, func(m *inmem.SiteMember) { m.Block = set })
	w.good(run.FunctionsFull)
}

// contract: club §2.5
func TestAChangedFinancialBlockIsLoggedOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.edit("AAAA11", func(m *inmem.SiteMember) { m.Block = true })
	w.good(run.People)
	w.good(run.FunctionsFull)
	w.saysOfBlocks("AAAA11", blockSet)
	w.block("DDDD44", true)
	w.saysOfBlocks("DDDD44", blockSet)
	w.all()
	w.run(run.FunctionsFull, synchronizations.Options{Force: true})
	w.saysOfBlocks("AAAA11", blockSet)
	w.block("AAAA11", false)
	w.saysOfBlocks("AAAA11", blockLifted, blockSet)
	w.saysOfBlocks("BBBB22")
}

// What a treasurer changes on the page is the treasurer's, and goes to the site.
func TestABlockThatSomebodySetIsNotLogged(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.all()
	w.byHand(w.person("DDDD44").ID, map[string]any{"financiele-blokkade": true})
	w.all()
	w.all()
	if w.saysOfBlocks("DDDD44"); !w.member("DDDD44").Block {
		t.Error("the site does not have it")
	}
}

func TestALineThatCouldNotBeLoggedComesWithTheNextRun(t *testing.T) {
	t.Parallel()
	for name, lost := range map[string]func(*world, func(string, int64) error){
		"refused":         func(w *world, fail func(string, int64) error) { w.app.Fail = fail },
		"an answer lost":  func(w *world, fail func(string, int64) error) { w.app.After = fail },
		"before a change": func(w *world, _ func(string, int64) error) { w.app.Fail = failing(inmem.CallChange + " person") },
		"after a change":  func(w *world, _ func(string, int64) error) { w.app.After = failing(inmem.CallChange + " person") },
		"before a look":   func(w *world, _ func(string, int64) error) { w.app.Fail = failing(inmem.CallActivities) },
	} {
		for _, back := range []bool{false, true} { // the site lifts the block again meanwhile
			w := newWorld(t)
			w.all()
			w.edit("DDDD44", func(m *inmem.SiteMember) { m.Block = true })
			lost(w, failing(inmem.CallLog))
			w.run(run.FunctionsFull, synchronizations.Options{})
			w.app.Fail, w.app.After = nil, nil
			if back {
				w.edit("DDDD44", func(m *inmem.SiteMember) { m.Block = false })
			}
			w.good(run.FunctionsFull) // reads the site's page anew; people goes by what was read of it
			w.all()
			// Each change has one line: they take turns, and the last one is how it stands.
			stands := w.person("DDDD44").Membership.FinancialBlock
			if !back && !stands {
				t.Error("the block is not there")
			}
			says := w.logged("DDDD44")
			for i, line := range says {
				want := blockSet
				if stands == (i%2 == 1) {
					want = blockLifted
				}
				if line != want {
					t.Errorf("line %d says %s", i, line)
				}
			}
			if stands != (len(says)%2 == 1) {
				t.Errorf("%d lines, and it stands at %v", len(says), stands)
			}
			if w.forget(); !t.Failed() {
				w.all()
				w.quiet()
			}
			if t.Failed() {
				t.Fatalf("%s, back %v", name, back)
			}
		}
	}
}

// failing fails the call.
func failing(call string) func(string, int64) error {
	return func(asked string, _ int64) error {
		if asked == call {
			return fault.New(fault.Unavailable, "down", "").Because(errors.New("test"))
		}
		return nil
	}
}
