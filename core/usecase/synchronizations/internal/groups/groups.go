// Package groups owns the teams and committees in the application, and the rows of work history that say who does what in them
// (contract §2.3, §2.4).
//
// Which rows there must be is a rule of core/sync/workrows. What the site told is read elsewhere.
package groups

import (
	"context"
	"slices"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/sync/diff"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/sync/workrows"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/engine"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/texts"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports"
)

// ClubWide is the application's committee for what somebody does for the club as a whole (contract §2.4).
const ClubWide = "Verenigingsbreed"

// Kind is teams or committees.
type Kind struct {
	Application work.Kind   // in the application
	Memory      ledger.Kind // of what is remembered
	Name        string      // in the report
}

// The kinds.
var (
	Teams      = Kind{Application: work.Team, Memory: ledger.Team, Name: texts.Team}
	Committees = Kind{Application: work.Committee, Memory: ledger.Committee, Name: texts.Committee}
)

// Like reports whether a record looks like one of the groups that are remembered.
func (k Kind) Like(entries map[string]*ledger.Entry, record payload.Group) bool {
	if entries[record.SiteID()] != nil {
		return true
	}
	for _, e := range entries {
		if s, err := ledger.State[State](e); err == nil && fold.Same(s.Name, record.Title) {
			return true
		}
	}
	return record.Title == ClubWide
}

// Groups are the teams, or the committees, of a run: as they should be, and what is remembered of them.
type Groups struct {
	*engine.Runner
	App ports.ApplicationGroups
	Kind
	Complete bool // all are wanted that there are: others are removed
	// Kept are groups, by the site's id, that stay although nobody wants them: they may be there still.
	Kept map[string]bool

	order    []string // the site's ids
	payloads map[string]payload.Group
	entries  map[string]*ledger.Entry

	asked      bool
	standing   []payload.Group // the application's groups that are administered, once it was asked
	strangers  []payload.Group // the others
	unreadable []payload.UnreadableRecord
}

// Want says that the site has a group.
func (g *Groups) Want(id string, group payload.Group) {
	if g.payloads == nil {
		g.payloads = map[string]payload.Group{}
	}
	if _, twice := g.payloads[id]; !twice {
		g.order = append(g.order, id)
	}
	g.payloads[id] = group
}

// Recall reads what is remembered of the groups.
func (g *Groups) Recall(ctx context.Context) (err error) {
	g.entries, err = g.Entries(ctx, g.Memory)
	return err
}

// Tracked is how many groups are remembered.
func (g *Groups) Tracked() int { return len(g.entries) }

// Plan is what makes the application's groups like the site's.
func (g *Groups) Plan() diff.Plan {
	var wanted []diff.Wanted
	for _, id := range g.order {
		wanted = append(wanted, diff.Wanted{Key: id, Hash: g.payloads[id].Hash()})
	}
	var tracked []diff.Tracked
	for id, e := range g.entries {
		if _, is := g.payloads[id]; is || !g.Kept[id] {
			tracked = append(tracked, engine.Tracked(e))
		}
	}
	return diff.Compare(wanted, tracked, g.Force, g.Complete)
}

// number is the application's number of a group, 0 for none.
func (g *Groups) number(id string) int64 {
	if e := g.entries[id]; e != nil {
		return e.Number()
	}
	return 0
}

// numberOf returns the number of the group of a row of work. That of the club as a whole is known once the application was asked.
func (g *Groups) numberOf(group workrows.Group) int64 {
	if group != workrows.Whole {
		return g.number(group.Key)
	}
	number := int64(0)
	for _, record := range g.standing {
		if record.Title == ClubWide {
			number = record.ID
		}
	}
	return number
}

// renumbered reports whether the row names another number than its group has now: the group was made anew.
func (g *Groups) renumbered(o workrows.Row) bool {
	now := g.numberOf(o.Group)
	if o.Group == workrows.Whole {
		return now != 0 && now != o.Remote
	}
	_, wanted := g.payloads[o.Group.Key]
	return wanted && now != o.Remote
}

// made reports whether the rows of a group can only be the synchronization's, because it made the group. In the committee of the
// club as a whole they are when it made other groups here of which nothing was remembered.
func (g *Groups) made(group workrows.Group) bool {
	for id, e := range g.entries {
		if s, err := ledger.State[State](e); err == nil && (id == group.Key && s.Made || group == workrows.Whole && s.Found) {
			return true
		}
	}
	return false
}

// Ask asks the application which groups it has, once a run.
func (g *Groups) Ask(ctx context.Context) error {
	if g.asked {
		return nil
	}
	list, err := g.App.List(ctx, g.Application)
	err = payload.Readable(err, func(r payload.UnreadableRecord) {
		g.NoteOnce("%v", r)
		g.unreadable = append(g.unreadable, r)
	})
	if err != nil {
		return err
	}
	for _, record := range list {
		if record.Administered {
			g.standing = append(g.standing, record)
		} else {
			g.strangers = append(g.strangers, record)
		}
	}
	g.asked = true
	return nil
}

// stands reports whether the group of an entry is in the application under its number. It fails when it may be one that can't be
// read.
func (g *Groups) stands(e *ledger.Entry) (bool, error) {
	for _, record := range slices.Concat(g.standing, g.strangers) {
		if record.ID == e.Number() {
			return Is(e, record), nil
		}
	}
	for _, r := range g.unreadable {
		if (r.ID == 0 || r.ID == e.Number()) && !r.Stranger() {
			return false, texts.ErrUnsure.Because(r.Cause)
		}
	}
	return false, nil
}

// Is reports whether a record is the group of an entry. A stranger's is not. Nor is one under the entry's number that lacks the
// id on the site which every group has that the synchronization made: after an older backup of the application came back,
// numbers are given to other groups.
func Is(e *ledger.Entry, record payload.Group) bool {
	id := record.SiteID()
	return record.Administered && record.ID == e.Number() && (id == e.Key || id == "" && !made(e))
}

// made reports whether the synchronization made the group of an entry.
func made(e *ledger.Entry) bool {
	s, err := ledger.State[State](e)
	return err == nil && s.Made
}

// noteStrangers puts those strangers into the report that look like a group of the site, or were taken for one.
func (g *Groups) noteStrangers() {
	for _, record := range g.strangers {
		if g.Application == work.Committee && fold.Same(record.Title, ClubWide) {
			g.NoteOnce(texts.StrangeGroup, g.Name, record.Title, record.ID)
		}
		for _, id := range g.order {
			if record.SiteID() == id || record.ID == g.number(id) || fold.Same(record.Title, g.payloads[id].Title) {
				g.NoteOnce(texts.StrangeGroup, g.Name, record.Title, record.ID)
			}
		}
	}
}

// letGo forgets the numbers of groups that somebody removed from the application, or that are other groups' now, so that they are
// made again. It reports whether there were any. It asks the application only when the run has something to write, and once since
// groups tell whether they are administered. An application that does not answer is taken to have what it had.
func (g *Groups) letGo(ctx context.Context, step *engine.Step, busy bool) (bool, error) {
	checked, err := g.Entry(ctx, ledger.Review, "strangers-"+string(g.Application))
	if err != nil || checked.Remote != "" && len(g.Plan().Actions) == 0 && !busy {
		return false, err
	}
	if err := g.Ask(ctx); err != nil {
		if engine.Stops(ctx, err) {
			return false, err
		}
		step.Fail(ctx, "", run.Application, err)
		return false, nil
	}
	g.noteStrangers()
	var gone []ledger.Entry
	for _, id := range sortedKeys(g.entries) {
		e := g.entries[id]
		if e.Number() == 0 {
			continue
		}
		if there, err := g.stands(e); err == nil && !there {
			e.Remote, e.Synced = "", ""
			gone = append(gone, *e)
		}
	}
	anew := len(gone) > 0
	if checked.Remote == "" && len(g.unreadable) == 0 {
		checked.Remote = civil.On(g.Now(), g.Zone).String()
		gone = append(gone, checked)
	}
	if len(gone) == 0 || g.DryRun {
		return anew, nil
	}
	return anew, g.Remember(ctx, gone...)
}
