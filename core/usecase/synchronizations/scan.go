package synchronizations

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/engine"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/members"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/parents"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/texts"
)

// editScan is what a scan of the application for edits found.
type editScan struct {
	members, parents map[string]int64 // whose number turned out to be a stranger's
	removals         []engine.Removals
	unreadable       []payload.UnreadableRecord
	stopped          error // why the run must stop
}

// startEditScan finds what volunteers edited in the application since the last scan, while the site is read. Every run scans
// before it writes, because a write changes the time of the record. So a step that has read the site calls waitForEdits before it
// plans. An application that does not answer is a problem of the run, and the next run asks again.
//
// The scan also detaches strangers who were taken for a member or a parent. When that must stop the run, waitForEdits returns the
// error. It brings what was read meanwhile up to date.
func (p *pipeline) startEditScan(ctx context.Context) {
	var err error
	var found editScan
	done := make(chan struct{})
	go func() {
		defer close(done)
		err = p.members.Scan(ctx, func(strangers map[int64]bool) error {
			return p.detachStrangers(ctx, strangers, &found)
		}, func(r payload.UnreadableRecord) { found.unreadable = append(found.unreadable, r) })
	}()
	once := sync.OnceFunc(func() {
		<-done
		for _, r := range found.unreadable {
			p.NoteOnce("%v", r)
		}
		if err != nil && found.stopped == nil {
			p.Problem(ctx, "", "", run.Application, fmt.Errorf("see what was edited: %w", err))
		}
		if p.DryRun { // says what would stop the run; nothing was detached
			_ = p.Check(found.removals...)
		}
	})
	p.waitForEdits = func(s *members.Snapshot, known *parents.Parents) error {
		once()
		if found.stopped == nil {
			found.applyTo(p, s, known)
		}
		return found.stopped
	}
}

// detachStrangers forgets the numbers of members and parents that belong to strangers: people who were taken for one before
// records told it, or who stand under a number that was somebody else's. The members and parents are made anew, with photo and
// work. When there are too many it forgets none and stops the run: more likely the account that made them administers members no
// more.
func (p *pipeline) detachStrangers(ctx context.Context, strangers map[int64]bool, found *editScan) error {
	if len(strangers) == 0 {
		return nil
	}
	known, err := p.Entries(ctx, ledger.Member)
	if err != nil {
		return err
	}
	parents, err := p.Entries(ctx, ledger.Parent)
	if err != nil {
		return err
	}
	found.members, found.parents = numbersOf(known, strangers), numbersOf(parents, strangers)
	found.removals = []engine.Removals{
		{What: texts.StrangeMembers, Removed: len(found.members), Tracked: len(known)},
		{What: texts.StrangeParents, Removed: len(found.parents), Tracked: len(parents)},
	}
	if p.DryRun {
		return nil
	}
	if found.stopped = p.Check(found.removals...); found.stopped != nil {
		return found.stopped
	}
	for _, code := range slices.Sorted(maps.Keys(found.members)) {
		if err := p.members.Detach(ctx, known[code]); err != nil {
			return err
		}
	}
	for _, key := range slices.Sorted(maps.Keys(found.parents)) {
		if err := p.Forget(ctx, "a parent", ledger.Parent, key); err != nil {
			return err
		}
	}
	return nil
}

// numbersOf are the keys of the entries whose number is one of the given.
func numbersOf(entries map[string]*ledger.Entry, numbers map[int64]bool) map[string]int64 {
	found := map[string]int64{}
	for key, e := range entries {
		if numbers[e.Number()] {
			found[key] = e.Number()
		}
	}
	return found
}

// applyTo puts those whose numbers were forgotten into the report, and removes them from the club as it was read meanwhile. Both
// may be nil.
func (found *editScan) applyTo(p *pipeline, s *members.Snapshot, known *parents.Parents) {
	for _, code := range slices.Sorted(maps.Keys(found.members)) {
		p.NoteOnce(texts.StrangeMember, code, found.members[code])
		if s != nil {
			s.Detached(code)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(found.parents)) {
		p.NoteOnce(texts.StrangeParent, found.parents[key])
		if known != nil {
			delete(known.Entries, key)
		}
	}
}
