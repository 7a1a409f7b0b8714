package people

import (
	"context"
	"errors"
	"slices"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/relation"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/core/workspace"
	"github.com/clubhuis/clubhuis/ports"
)

// Edit changes a person. It must be pure, for it runs several times, and notes what is wrong with what it was given.
// person.Patch.Apply is one.
type Edit func(p *person.Person, problems *fault.Problems)

// Register makes a person of the edit, created by the viewer, and gives the people that it is related to their sides of it.
func (s *Service) Register(ctx context.Context, viewer access.Viewer, edit Edit) (person.Record, error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return person.Record{}, err
	}
	if err := s.Directory.Room(1); err != nil {
		return person.Record{}, err
	}
	var id person.ID
	var losers []person.ID
	err := s.step(ctx, func(stores ports.Stores) (err error) {
		id, losers, err = s.create(ctx, stores, viewer, edit)
		return err
	})
	if err != nil {
		return person.Record{}, err
	}
	s.tellMoved(ctx, viewer, losers, id)
	return s.Show(ctx, viewer, id)
}

// create is Register within a step. It also returns those who lost their member code to the person.
func (s *Service) create(
	ctx context.Context, stores ports.Stores, viewer access.Viewer, edit Edit,
) (id person.ID, losers []person.ID, err error) {
	view := stores.Directory.View()
	created := person.New(viewer.User, s.Now())
	created.Administered = viewer.AdministersMembers()
	before := created.Clone()
	if err := s.apply(edit, &created, &before, nil, person.All, view, viewer); err != nil {
		return 0, nil, err
	}
	added, err := s.audience(view, viewer, &before, &created)
	if err == nil {
		err = holdWorkspaces(ctx, stores, added, workspacesField)
	}
	if err == nil {
		err = s.knownAuthor(ctx, stores, viewer, &before, &created)
	}
	if err != nil {
		return 0, nil, err
	}
	if losers, err = claim(ctx, stores, viewer, created.NewCode(&before), 0, created.Modified); err != nil {
		return 0, nil, err
	}
	ids, err := stores.People.Create(ctx, created)
	if err != nil {
		return 0, nil, err
	}
	created.ID = ids[0]
	touched := relation.Touched(&before, &created)
	if len(touched) == 0 {
		return ids[0], losers, nil
	}
	err = stores.People.Update(ctx, touched, func(people map[person.ID]*person.Person) error {
		mirror(view, &before, &created, touched, people)
		return nil
	})
	if errors.Is(err, person.ErrAbsent) {
		err = errGone
	}
	return ids[0], losers, err
}

// Change edits a person whom the viewer may change, or of whom the viewer's sections keep some fields (person.ExtentOf). It
// keeps the other sides of its relations in step. An edit that changes nothing leaves Modified as it was. One that was meant for
// another revision is a *record.Outdated.
func (s *Service) Change(
	ctx context.Context, viewer access.Viewer, id person.ID, expected record.Expected, edit Edit,
) (person.Record, error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return person.Record{}, err
	}
	var losers []person.ID
	with := concerned{locked: []person.ID{id}}
	err := s.step(ctx, func(stores ports.Stores) (err error) {
		losers, err = s.change(ctx, stores, viewer, id, expected, edit, &with)
		return err
	})
	if err != nil {
		return person.Record{}, s.named(ctx, err)
	}
	s.tellMoved(ctx, viewer, losers, id)
	return s.Show(ctx, viewer, id)
}

// concerned are the people with whom a step has to do, as far as its tries found out.
type concerned struct {
	locked []person.ID // the person and whose relations follow
	gone   []person.ID // who was removed
	absent bool        // one of the locked was not there any more

	merged *person.Person                  // whom the person becomes one with, nil for nobody
	given  map[person.ID][]person.Relation // the rows that others had to merged: they get them to the person
}

// change is Change within a step. It returns those who lost their member code to the person.
func (s *Service) change(
	ctx context.Context, stores ports.Stores, viewer access.Viewer, id person.ID, expected record.Expected, edit Edit,
	with *concerned,
) (losers []person.ID, err error) {
	now, view := civil.Instant(s.Now()), stores.Directory.View()
	if with.absent { // the view knows by now who that was
		with.gone = append(with.gone, missing(view, with.locked)...)
		with.locked, with.absent = []person.ID{id}, false
	}
	for of := range with.given {
		if !slices.Contains(with.locked, of) {
			with.locked = append(with.locked, of)
		}
	}
	var code string
	var edited [2]person.Person // without and with the edit
	var added []workspace.ID
	err = stores.People.Update(ctx, with.locked, func(people map[person.ID]*person.Person) error {
		p := people[id]
		extent, err := s.extent(view, viewer, id)
		if err != nil {
			return err
		}
		if err := expected.Check(p.Edition()); err != nil {
			return err
		}
		before := p.Clone()
		if err := s.apply(edit, p, &before, with.merged, extent, view, viewer); err != nil {
			return err
		}
		if added, err = s.audience(view, viewer, &before, p); err != nil {
			return err
		}
		with.give(relation.Types(view.RelationTypes()), people, id, viewer.User, now)
		if code = p.NewCode(&before); p.Same(&before) {
			return nil
		}
		edited = [2]person.Person{before, *p}
		p.Touch(viewer.User, now)
		touched := slices.DeleteFunc(relation.Touched(&before, p), func(id person.ID) bool { return slices.Contains(with.gone, id) })
		if more := slices.DeleteFunc(slices.Clone(touched), func(id person.ID) bool { return people[id] != nil }); len(more) > 0 {
			with.locked = append(with.locked, more...)
			return errMore
		}
		mirror(view, &before, p, touched, people)
		return nil
	})
	if errors.Is(err, person.ErrAbsent) && len(with.locked) > 1 {
		with.absent = true
		return nil, errGone
	}
	if err == nil {
		err = s.knownAuthor(ctx, stores, viewer, &edited[0], &edited[1])
	}
	was, is := &edited[0], &edited[1]
	if err == nil && !person.SameAudience(is.Visibility, is.Workspaces, was.Visibility, was.Workspaces) {
		err = stores.Audit.Append(ctx, s.entry(audit.VisibilityChanged, viewer, id).Naming("_visibility", "_assigned_workspaces").
			With(audit.Values{"workspaces": is.Workspaces}))
	}
	if err != nil {
		return nil, err
	}
	if err := holdWorkspaces(ctx, stores, added, workspacesField); err != nil {
		return nil, err
	}
	if gone := dropped(was.Mailed(), is.Mailed()); len(gone) > 0 && s.Unreached != nil {
		if err := s.Unreached(ctx, stores, viewer.User, id, gone); err != nil {
			return nil, err
		}
	}
	return claim(ctx, stores, viewer, code, id, now)
}

// dropped returns what stood there before and does not after.
func dropped(before, after []string) []string {
	return slices.DeleteFunc(before, func(one string) bool { return slices.Contains(after, one) })
}

// knownAuthor refuses that somebody is given to a user who is not there. What was shared with that user before is so no more: it
// would count again once somebody else is the author. The log tells of it, but for a person who is new.
func (s *Service) knownAuthor(
	ctx context.Context, stores ports.Stores, viewer access.Viewer, before, after *person.Person,
) error {
	if after.Author == before.Author {
		return nil
	}
	_, err := stores.Users.ByID(ctx, after.Author)
	if errors.Is(err, account.ErrAbsent) {
		return fault.Param("author", person.NoSuchUser)
	}
	if err != nil || after.ID == 0 {
		return err
	}
	if err := stores.Shares.Set(ctx, access.People, after.ID, after.Author, ""); err != nil {
		return err
	}
	return stores.Audit.Append(ctx, s.entry(audit.AuthorChanged, viewer, after.ID).
		Changed(audit.Values{"author": before.Author}, audit.Values{"author": after.Author}))
}

var (
	errMore    = errors.New("the step concerns people who are not locked yet")
	errChanged = errors.New("somebody changed the person since")
	errGone    = errors.New("the step concerns somebody who was removed, of which the view does not know yet")
)

// step runs an edit as one step. It begins again when it found that it concerns people who were not locked: all are locked at
// once, so that of two edits of related people nobody waits for the other one. And it begins again with a newer view, when the
// view still held people who are gone.
func (s *Service) step(ctx context.Context, edit func(ports.Stores) error) error {
	for {
		err := s.Atomic.Do(ctx, edit)
		switch {
		case errors.Is(err, errGone):
			err = s.Directory.Refresh(ctx)
		case errors.Is(err, errMore):
			err = nil
		default:
			return err
		}
		if err != nil {
			return err
		}
	}
}

// missing returns those of the people who are not in the view.
func missing(view *directory.View, ids []person.ID) []person.ID {
	return slices.DeleteFunc(slices.Clone(ids), func(id person.ID) bool {
		_, err := view.Person(id, record.View{})
		return !errors.Is(err, person.ErrAbsent)
	})
}

// apply edits a person by every rule. The extent is how much the viewer may change, merged is whom p becomes one with, nil for
// nobody.
func (s *Service) apply(
	edit Edit,
	p, before, merged *person.Person,
	extent person.Extent,
	view *directory.View,
	viewer access.Viewer,
) error {
	var problems fault.Problems
	edit(p, &problems)
	p.Keep(before)
	if !view.Whole(s.reader(viewer), before.ID) {
		p.KeepEntrusted(before)
	}
	if err := p.Within(extent, before, viewer); err != nil {
		return err
	}
	if p.Author != before.Author && !viewer.Can(access.Manage) {
		return person.ErrOthersAuthor
	}
	p.Restrict(before, viewer, &problems)
	people, groups := p.NewReferences(before.With(merged))
	refs := s.references(view, viewer, people, groups)
	refs.Merged = merged
	p.Validate(before, refs, &problems)
	return problems.Fault()
}

// mirror gives the people whom a change of a person's relations touches their sides of it. Who has none is not changed.
func mirror(view *directory.View, before, after *person.Person, touched []person.ID, people map[person.ID]*person.Person) {
	types := relation.Types(view.RelationTypes())
	for _, id := range touched {
		other := people[id]
		was := slices.Clone(other.Relations)
		types.Mirror(before, after, other)
		if !slices.EqualFunc(was, other.Relations, func(a, b person.Relation) bool {
			return a.To == b.To && a.Type == b.Type && a.Label == b.Label
		}) {
			other.Touch(after.Editor, after.Modified)
		}
	}
}

// references are what a person may refer to, of these people and groups.
func (s *Service) references(
	view *directory.View,
	viewer access.Viewer,
	people []person.ID,
	groups []group.ID,
) person.References {
	reader := s.reader(viewer)
	types := relation.Types(view.RelationTypes())
	refs := person.References{Types: types.IDs(), ToChildren: types.ToChildren(), Groups: map[group.ID]work.Kind{},
		AnyPeriod: viewer.Synchronizes()}
	for _, id := range people {
		if _, there := view.Stored(id); !there || !view.Permits(reader.People, id) {
			refs.Hidden = append(refs.Hidden, id)
		} else if !s.may(view, viewer, access.Change, id) {
			refs.Unchanged = append(refs.Unchanged, id)
		}
	}
	for _, id := range groups {
		if g, err := view.Group(id, record.View{}); err == nil && view.Permits(reader.Groups, id) {
			refs.Groups[id] = g.Kind
		}
	}
	for _, label := range view.Labels() {
		refs.Labels = append(refs.Labels, label.ID)
	}
	return refs
}
