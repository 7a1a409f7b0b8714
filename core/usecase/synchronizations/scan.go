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
	strangers, others map[string]int64 // members whose number turned out to be a stranger's, or another person's
	parents           map[string]int64 // likewise parents whose number is a stranger's
	removals          []engine.Removals
	unreadable        []payload.UnreadableRecord
	stopped           error // why the run must stop
}

// startEditScan finds what volunteers edited in the application since the last scan, while the site is read. Every run scans
// before it writes, because a write changes the time of the record. So a step that has read the site calls waitForEdits before it
// plans. An application that does not answer is a problem of the run, and the next run asks again.
//
// The scan also detaches those who were taken for a member or a parent and are somebody else. When that must stop the run,
// waitForEdits returns the error. It brings what was read meanwhile up to date.
func (p *pipeline) startEditScan(ctx context.Context) {
	var err error
	var found editScan
	done := make(chan struct{})
	go func() {
		defer close(done)
		err = p.members.Scan(ctx, func(mistaken members.Mistaken) error {
			return p.detach(ctx, mistaken, &found)
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

// detach forgets the numbers of members and parents that belong to somebody else: to strangers who were taken for one before
// records told it, or to who got a number that was another's. The members and parents are made anew, with photo and
// work. When there are too many it forgets none and stops the run: more likely the account that made them administers members no
// more.
func (p *pipeline) detach(ctx context.Context, mistaken members.Mistaken, found *editScan) error {
	if len(mistaken.Strangers)+len(mistaken.Members) == 0 {
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
	found.others = mistaken.Members
	found.strangers, found.parents = numbersOf(known, mistaken.Strangers), numbersOf(parents, mistaken.Strangers)
	found.removals = []engine.Removals{
		{What: texts.StrangeMembers, Removed: len(found.strangers), Tracked: len(known)},
		{What: texts.OtherMembers, Removed: len(found.others), Tracked: len(known)},
		{What: texts.StrangeParents, Removed: len(found.parents), Tracked: len(parents)},
	}
	if p.DryRun {
		return nil
	}
	if found.stopped = p.Check(found.removals...); found.stopped != nil {
		return found.stopped
	}
	for _, code := range found.members() {
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

// members are the codes of those whose number was forgotten. None is in both: a number is a stranger's or not.
func (found *editScan) members() []string {
	codes := slices.AppendSeq(slices.Collect(maps.Keys(found.strangers)), maps.Keys(found.others))
	slices.Sort(codes)
	return codes
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
	for _, code := range found.members() {
		if id, stranger := found.strangers[code]; stranger {
			p.NoteOnce(texts.StrangeMember, code, id)
		} else {
			p.NoteOnce(texts.AnotherMember, code, found.others[code])
		}
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
