// Package groups owns what a user or a program can do with teams and committees, and asks every permission question about it.
//
// It does not own their rules (core/group), and does not change who is in them: that is the work of people.
package groups

import (
	"cmp"
	"context"
	"errors"
	"math"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/richtext"
	"github.com/clubhuis/clubhuis/core/roster"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/core/workspace"
	"github.com/clubhuis/clubhuis/ports"
)

// Service is the teams and committees of one club. All its fields are needed.
type Service struct {
	Directory ports.Directory
	Groups    ports.Groups
	Users     ports.Users
	Atomic    ports.Atomic // of the same stores
	Now       func() time.Time
	Zone      *time.Location            // the club's: it decides which day it is
	Random    func([]byte) (int, error) // fills with unpredictable bytes: crypto/rand.Read
	Markup    ports.Markup
}

func (s *Service) today() civil.Date { return civil.On(s.Now(), s.Zone) }

func (s *Service) seenBy(viewer access.Viewer) record.View {
	return record.View{Day: s.today(), Reader: viewer.Reader(s.today())}
}

// Show returns one group of the kind. One that the viewer may not see is group.ErrHidden, none, or one of the other kind, is
// group.ErrAbsent.
func (s *Service) Show(_ context.Context, viewer access.Viewer, kind work.Kind, id group.ID) (group.Record, error) {
	return s.show(s.Directory.View(), viewer, kind, id)
}

func (s *Service) show(view *directory.View, viewer access.Viewer, kind work.Kind, id group.ID) (group.Record, error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return group.Record{}, err
	}
	record, err := view.Group(id, s.seenBy(viewer))
	if err != nil {
		return group.Record{}, err
	}
	if err := s.permit(view, viewer, access.Read, kind, &record); err != nil {
		return group.Record{}, err
	}
	may := func(deed access.Verb) bool { return view.Permits(viewer.May(deed, access.Groups, s.today()), id) }
	record.Allowed = &access.Allowed{Change: may(access.Change), Share: may(access.Share), Delete: may(access.Delete)}
	return record, nil
}

// permit refuses a group of another kind, and one with which the viewer may not do that.
func (s *Service) permit(
	view *directory.View, viewer access.Viewer, deed access.Verb, kind work.Kind, g *group.Record,
) error {
	switch {
	case g.Kind != kind:
		return group.ErrAbsent
	case !view.Permits(viewer.May(deed, access.Groups, s.today()), g.ID):
		return group.ErrHidden
	}
	return nil
}

// permitEdit is permit for a change of a group that is locked.
func (s *Service) permitEdit(view *directory.View, viewer access.Viewer, kind work.Kind, g *group.Group) error {
	return s.permit(view, viewer, access.Change, kind, &group.Record{ID: g.ID, Kind: g.Kind})
}

// Collection returns a page of the groups that the viewer may see.
func (s *Service) Collection(
	_ context.Context, viewer access.Viewer, filter record.Filter, window record.Window,
) (page record.Page[group.Record], err error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return page, err
	}
	return s.Directory.View().Groups(record.Query{View: s.seenBy(viewer), Filter: filter, Window: window}), nil
}

// Names returns all teams and committees that the viewer may see, by title, without their People.
func (s *Service) Names(_ context.Context, viewer access.Viewer) ([]group.Record, error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return nil, err
	}
	return s.Directory.View().Groups(record.Query{
		View: s.seenBy(viewer), Bare: true,
		Window: record.Window{Order: listing.Order{By: []listing.Sort{{By: group.KeySort}}}, Limit: math.MaxInt},
	}).Records, nil
}

// Edit changes a group. It must be pure, for it may run several times, and notes what is wrong with what it was given.
type Edit func(g *group.Group, problems *fault.Problems)

// Register makes a group of the edit, created by the viewer.
func (s *Service) Register(ctx context.Context, viewer access.Viewer, kind work.Kind, edit Edit) (group.Record, error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return group.Record{}, err
	}
	created := group.New(kind, viewer.User, s.Now())
	created.Administered = viewer.AdministersGroups()
	before := created.Clone()
	parents, err := s.parents(ctx, s.Groups, viewer, kind, 0)
	if err != nil {
		return group.Record{}, err
	}
	if err := s.apply(edit, &created, &before, parents, viewer); err != nil {
		return group.Record{}, err
	}
	added, err := s.audience(s.Directory.View(), viewer, &before, &created)
	if err != nil {
		return group.Record{}, err
	}
	var id group.ID
	err = s.Atomic.Do(ctx, func(stores ports.Stores) (err error) {
		if err := holdWorkspaces(ctx, stores, added); err != nil {
			return err
		}
		if err := s.knownAuthor(ctx, stores, viewer, &before, &created); err != nil {
			return err
		}
		id, err = stores.Groups.Create(ctx, created)
		return err
	})
	if err != nil {
		return group.Record{}, err
	}
	return s.Show(ctx, viewer, kind, id)
}

// apply edits a group by every rule.
func (s *Service) apply(edit Edit, g, before *group.Group, parents []group.ID, viewer access.Viewer) error {
	var problems fault.Problems
	edit(g, &problems)
	g.Keep(before)
	if g.Author != before.Author && !viewer.Can(access.Manage) {
		return person.ErrOthersAuthor
	}
	g.Restrict(before, viewer, &problems)
	g.Validate(before, parents, &problems)
	if err := problems.Fault(); err != nil {
		return err
	}
	if g.Content != before.Content {
		g.Content = richtext.Render(s.Markup.Sanitize, g.Content)
	}
	return nil
}

// knownAuthor refuses that a group is given to a user who is not there. What was shared with that user before is so no more. The
// log tells of it, but for a group that is new.
func (s *Service) knownAuthor(
	ctx context.Context, stores ports.Stores, viewer access.Viewer, before, after *group.Group,
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
	if err := stores.Shares.Set(ctx, access.Groups, after.ID, after.Author, ""); err != nil {
		return err
	}
	return stores.Audit.Append(ctx, s.entry(audit.AuthorChanged, viewer, after.ID, after.Title).
		Changed(audit.Values{"author": before.Author}, audit.Values{"author": after.Author}))
}

// parents are the groups that may stand above one, 0 for a new one: of those that the viewer may see.
func (s *Service) parents(
	ctx context.Context, groups ports.Groups, viewer access.Viewer, kind work.Kind, id group.ID,
) ([]group.ID, error) {
	places, err := groups.Places(ctx, kind)
	if err != nil {
		return nil, err
	}
	parents := group.Parents(id, places)
	if s.seenBy(viewer).Reader.Groups.All || len(parents) == 0 {
		return parents, nil
	}
	visible := s.Directory.View().Groups(record.Query{
		View: s.seenBy(viewer), Filter: record.Filter{Include: parents}.With(group.OfKind(kind)), Bare: true,
		Window: record.Window{Limit: len(parents)},
	})
	seen := []group.ID{}
	for _, record := range visible.Records {
		seen = append(seen, record.ID)
	}
	return seen, nil
}

// Expect returns what a deed that was meant for some revisions is refused with before anything else of it is looked at.
func (s *Service) Expect(
	ctx context.Context, viewer access.Viewer, deed access.Verb, kind work.Kind, id group.ID, expected record.Expected,
) error {
	found, err := s.Show(ctx, viewer, kind, id)
	if err == nil {
		err = s.permit(s.Directory.View(), viewer, deed, kind, &found)
	}
	if err == nil {
		err = expected.Check(found.Edition())
	}
	return s.named(ctx, err)
}

// named returns err, which tells whoever comes too late who came before.
func (s *Service) named(ctx context.Context, err error) error {
	return record.Name(err, s.Zone, func(user int64) string {
		editor, _ := s.Users.ByID(ctx, user) // one who is gone has no name
		return editor.DisplayName
	})
}

// Change edits a group that the viewer may see. An edit that changes nothing leaves Modified as it was. One that was meant for
// another revision is a *record.Outdated.
func (s *Service) Change(
	ctx context.Context, viewer access.Viewer, kind work.Kind, id group.ID, expected record.Expected, edit Edit,
) (group.Record, error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return group.Record{}, err
	}
	now, view := civil.Instant(s.Now()), s.Directory.View()
	err := s.Atomic.Do(ctx, func(stores ports.Stores) error { // nobody moves a group while another one is being moved
		parents, err := s.parents(ctx, stores.Groups, viewer, kind, id)
		if err != nil {
			return err
		}
		var added []workspace.ID
		var edited [2]group.Group // without and with the edit
		err = stores.Groups.Update(ctx, id, func(g *group.Group) error {
			if err := cmp.Or(s.permitEdit(view, viewer, kind, g), expected.Check(g.Edition())); err != nil {
				return err
			}
			before := g.Clone()
			if err := s.apply(edit, g, &before, parents, viewer); err != nil {
				return err
			}
			if added, err = s.audience(view, viewer, &before, g); err != nil {
				return err
			}
			if !g.Same(&before) {
				g.Touch(viewer.User, now)
			}
			edited = [2]group.Group{before, *g}
			return nil
		})
		if err != nil {
			return err
		}
		was, is := &edited[0], &edited[1]
		if err := s.knownAuthor(ctx, stores, viewer, was, is); err != nil {
			return err
		}
		if !person.SameAudience(is.Visibility, is.Workspaces, was.Visibility, was.Workspaces) {
			if err := stores.Audit.Append(ctx, s.entry(audit.VisibilityChanged, viewer, id, is.Title).
				Naming("_visibility", "_assigned_workspaces").With(audit.Values{"workspaces": is.Workspaces})); err != nil {
				return err
			}
		}
		return holdWorkspaces(ctx, stores, added)
	})
	if err != nil {
		return group.Record{}, s.named(ctx, err)
	}
	return s.Show(ctx, viewer, kind, id)
}

// Adopt vouches for a group that somebody else made: from then on the synchronization takes it for the club's. Its author goes on
// to see it. Who does not administer groups gets fault.ErrForbidden.
func (s *Service) Adopt(
	ctx context.Context, viewer access.Viewer, kind work.Kind, id group.ID, expected record.Expected,
) (group.Record, error) {
	if err := viewer.RequireGroupAdministration(); err != nil {
		return group.Record{}, err
	}
	now, view := civil.Instant(s.Now()), s.Directory.View()
	err := s.Atomic.Do(ctx, func(stores ports.Stores) error {
		vouched, title := false, ""
		err := stores.Groups.Update(ctx, id, func(g *group.Group) error {
			if err := cmp.Or(s.permitEdit(view, viewer, kind, g), expected.Check(g.Edition())); err != nil {
				return err
			}
			if title = g.Title; !g.Administered {
				g.Administered, vouched = true, true
				g.Touch(viewer.User, now)
			}
			return nil
		})
		if err != nil || !vouched {
			return err
		}
		return stores.Audit.Append(ctx, s.entry(audit.RecordVouched, viewer, id, title))
	})
	if err != nil {
		return group.Record{}, s.named(ctx, err)
	}
	return s.Show(ctx, viewer, kind, id)
}

// Roster returns who is and was in a group that the viewer may see: of the people that the viewer may see, former members
// not. Of those who are in it, it tells how they are reached.
func (s *Service) Roster(_ context.Context, viewer access.Viewer, kind work.Kind, id group.ID) (roster.Roster, error) {
	view := s.Directory.View()
	if _, err := s.show(view, viewer, kind, id); err != nil {
		return roster.Roster{}, err
	}
	as := s.seenBy(viewer)
	entries, err := view.Roster(id, as.Reader)
	list := roster.Of(entries, as.Day)
	for i := range list.Current {
		entry := &list.Current[i]
		entry.About = view.About(entry.Person.ID, as)
	}
	return list, err
}
