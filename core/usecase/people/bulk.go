package people

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/sorting"
	"github.com/clubhuis/clubhuis/core/term"
	"github.com/clubhuis/clubhuis/core/undo"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/core/workspace"
	"github.com/clubhuis/clubhuis/ports"
)

// Bulk is what is done to many people at once; nil leaves things as they are.
type Bulk struct {
	Visibility *person.Visibility
	Workspaces *[]int64
	Labels     *[]term.ID
	LabelMode  LabelMode
	// Group gives everybody a current entry in this group, where there is none yet, and ends all other current entries; 0 ends
	// all of them.
	Group *group.ID
	// KeepGroups lets the other entries be.
	KeepGroups bool
}

// LabelMode is what becomes of the labels that people have.
type LabelMode string

// The modes.
const (
	ReplaceLabels LabelMode = "" // by those of the change
	AddLabels     LabelMode = "add"
	RemoveLabels  LabelMode = "remove"
)

// Selection is who a deed of many people is about.
type Selection = person.Selection

// MostFiltered is how many people a change may be about that finds them by a filter.
const MostFiltered = 10_000

// Outcome is what became of a bulk change, person by person.
type Outcome struct {
	Updated []person.ID
	Failed  map[person.ID]error
	Undo    string // the token of its undo, "" when nobody was changed
}

// ChangeMany changes many people. When one of them does not exist or is hidden from the viewer, nobody is changed. Nobody is
// either when the filter finds another number than expected: that is ErrOtherCount.
func (s *Service) ChangeMany(ctx context.Context, viewer access.Viewer, who Selection, bulk Bulk) (Outcome, error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return Outcome{}, err
	}
	view := s.Directory.View()
	ids, refs, err := s.prepare(view, viewer, who, bulk)
	if err != nil {
		return Outcome{}, err
	}
	return s.changeAll(ctx, viewer, ids, bulk, refs)
}

// prepare finds out who a bulk change is about, and refuses one that may not be.
func (s *Service) prepare(
	view *directory.View, viewer access.Viewer, who Selection, bulk Bulk,
) (ids []person.ID, refs person.References, err error) {
	if ids, err = s.selected(view, viewer, who); err != nil {
		return nil, refs, err
	}
	if err := s.permitAll(view, viewer, access.Change, ids); err != nil {
		return nil, refs, err
	}
	var groups []group.ID
	if bulk.Group != nil && *bulk.Group != 0 {
		groups = append(groups, *bulk.Group)
	}
	refs = s.references(view, viewer, nil, groups)
	if err := bulk.check(&refs); err != nil {
		return ids, refs, err
	}
	return ids, refs, bulk.checkWorkspaces(view, viewer, ids)
}

// checkWorkspaces refuses workspaces of which the viewer is no member, unless everybody is in them already.
func (b Bulk) checkWorkspaces(view *directory.View, viewer access.Viewer, ids []person.ID) error {
	if b.Workspaces == nil {
		return nil
	}
	const field = "updates.assigned_workspaces"
	mine := view.Memberships(viewer.User)
	if workspace.CheckAdded(*b.Workspaces, mine, field) == nil {
		return nil
	}
	for _, id := range ids {
		stored, _ := view.Stored(id)
		has := append(person.AssignedWorkspaces(stored.Document), mine...)
		if err := workspace.CheckAdded(*b.Workspaces, has, field); err != nil {
			return err
		}
	}
	return nil
}

// selected returns who is selected, by number.
func (s *Service) selected(view *directory.View, viewer access.Viewer, who Selection) (ids []person.ID, err error) {
	if who.Filter == nil {
		return slices.Compact(slices.Sorted(slices.Values(who.IDs))), nil
	}
	found := view.People(record.Query{
		View: s.seenBy(viewer), Filter: browsed(*who.Filter, who.Former), Window: record.Window{Limit: MostFiltered},
	})
	switch {
	case found.Total != who.Expected:
		return nil, ErrOtherCount(found.Total)
	case found.Total > MostFiltered:
		return nil, fault.Param("filter", TooManyFound)
	}
	for i := range found.Records {
		ids = append(ids, found.Records[i].ID)
	}
	slices.Sort(ids)
	return ids, nil
}

// Ending is what a change of many people would end.
type Ending struct {
	Total  int // people whom the change is about
	People int // those of them for whom something ends
	Groups []Ended
}

// Ended is a group in which people would stop.
type Ended struct {
	Group  group.ID // 0 for those that the viewer may not see, and for no group
	Title  string
	People int
}

// Endings tells what a bulk change would end, and changes nothing: the groups in which most people stop come first.
func (s *Service) Endings(ctx context.Context, viewer access.Viewer, who Selection, bulk Bulk) (Ending, error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return Ending{}, err
	}
	view := s.Directory.View()
	ids, _, err := s.prepare(view, viewer, who, bulk)
	if err != nil {
		return Ending{}, err
	}
	titles, today := s.titles(view, viewer), s.Today()
	ending, counts := Ending{Total: len(ids)}, map[group.ID]int{}
	for _, id := range ids {
		if err := ctx.Err(); err != nil {
			return Ending{}, err
		}
		stored, _ := view.Stored(id)
		p, err := stored.Person()
		if err != nil {
			return Ending{}, err
		}
		ended := bulk.ends(&p, titles, today)
		if len(ended) > 0 {
			ending.People++
		}
		for of := range ended {
			counts[of]++
		}
	}
	for of, count := range counts {
		ending.Groups = append(ending.Groups, Ended{of, titles[of], count})
	}
	sorting.By(ending.Groups, func(a, b Ended) int {
		return cmp.Or(b.People-a.People, strings.Compare(a.Title, b.Title), cmp.Compare(a.Group, b.Group))
	})
	return ending, nil
}

// ends returns the groups in which somebody would stop, 0 for all without a title.
func (b Bulk) ends(p *person.Person, titles map[group.ID]string, today civil.Date) map[group.ID]bool {
	ended := map[group.ID]bool{}
	after := p.Clone()
	b.apply(&after, today)
	for i := range p.Work {
		if !p.Work[i].CurrentOn(today) || after.Work[i].Current {
			continue
		}
		of := p.Work[i].Group
		if _, visible := titles[of]; !visible {
			of = 0
		}
		ended[of] = true
	}
	return ended
}

// check refuses labels that do not exist and a group that the viewer may not see.
func (b Bulk) check(refs *person.References) error {
	if b.Labels != nil {
		for _, label := range *b.Labels {
			if !slices.Contains(refs.Labels, label) {
				return fault.Param("updates.person_label", term.ErrAbsent.Message)
			}
		}
	}
	if b.Group != nil && *b.Group != 0 {
		if _, visible := refs.Groups[*b.Group]; !visible {
			return fault.Param("updates.organization_id", group.ErrAbsent.Message)
		}
	}
	return nil
}

// changeAll changes people as one step, which can be taken back. Whoever can't be changed stays as they were.
func (s *Service) changeAll(
	ctx context.Context, viewer access.Viewer, ids []person.ID, bulk Bulk, refs person.References,
) (outcome Outcome, err error) {
	now, today := civil.Instant(s.Now()), s.Today()
	err = s.Atomic.Do(ctx, func(stores ports.Stores) error {
		var act undo.Act
		var added []workspace.ID
		view := stores.Directory.View()
		err := stores.People.Update(ctx, ids, func(people map[person.ID]*person.Person) error {
			outcome, act, added = Outcome{Updated: []person.ID{}, Failed: map[person.ID]error{}}, undo.Act{}, nil
			for _, id := range ids {
				p := people[id]
				before := p.Clone()
				var problems fault.Problems
				bulk.apply(p, today)
				p.Validate(&before, refs, &problems)
				wrong := problems.Fault()
				if wrong == nil {
					wrong = s.permit(view, viewer, access.Change, id)
				}
				var inAddition []workspace.ID
				if wrong == nil {
					inAddition, wrong = s.audience(view, viewer, &before, p)
				}
				if wrong != nil {
					outcome.Failed[id], *p = wrong, before
					continue
				}
				added = append(added, inAddition...)
				outcome.Updated = append(outcome.Updated, id)
				if !p.Same(&before) {
					p.Touch(viewer.User, now)
					act.People = append(act.People, undo.Of(&before))
				}
			}
			return nil
		})
		if err == nil {
			err = holdWorkspaces(ctx, stores, added, "updates.assigned_workspaces")
		}
		if err != nil || len(act.People) == 0 {
			return err
		}
		kept, token, err := undo.New(s.Random, viewer.User, now, act)
		if err != nil {
			return err
		}
		outcome.Undo = token
		if err := stores.Undos.Keep(ctx, kept); err != nil {
			return err
		}
		return stores.Audit.Append(ctx, s.entry(audit.PeopleChanged, viewer, 0).Naming(bulk.told()...).
			With(audit.Values{"people": outcome.Updated}))
	})
	return outcome, err
}

// permitAll asks about everybody before anything is done.
func (s *Service) permitAll(view *directory.View, viewer access.Viewer, deed access.Verb, ids []person.ID) error {
	hidden, scope := false, viewer.May(deed, access.People, s.Today())
	for _, id := range ids {
		_, err := view.Person(id, record.View{})
		switch {
		case errors.Is(err, person.ErrAbsent):
			return ErrNoneKnown
		case err != nil:
			return err
		}
		hidden = hidden || !view.Permits(scope, id)
	}
	if hidden {
		return person.ErrHidden
	}
	return nil
}

func (b Bulk) apply(p *person.Person, today civil.Date) {
	if b.Visibility != nil {
		p.Visibility = *b.Visibility
	}
	if b.Workspaces != nil {
		p.Workspaces = slices.Clone(*b.Workspaces)
	}
	if b.Labels != nil {
		p.Labels = b.labelled(p.Labels)
	}
	if b.Group == nil {
		return
	}
	there := *b.Group == 0 // nothing to begin
	for i := range p.Work {
		e := &p.Work[i]
		if !e.CurrentOn(today) {
			continue
		}
		if e.Group == *b.Group && *b.Group != 0 {
			there = true
			continue
		}
		if b.KeepGroups {
			continue
		}
		e.Stop(today)
	}
	if !there { // what ended once stays as it was: this is another time
		p.Work = append(p.Work, work.Entry{Group: *b.Group, Start: today, Current: true})
	}
}

// labelled returns the labels of somebody who has these.
func (b Bulk) labelled(has []term.ID) []term.ID {
	switch b.LabelMode {
	case AddLabels:
		return slices.Concat(has, without(*b.Labels, has))
	case RemoveLabels:
		return without(has, *b.Labels)
	}
	return slices.Clone(*b.Labels)
}

func without(labels, others []term.ID) []term.ID {
	return slices.DeleteFunc(slices.Clone(labels), func(label term.ID) bool { return slices.Contains(others, label) })
}
