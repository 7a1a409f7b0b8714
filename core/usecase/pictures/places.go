package pictures

import (
	"context"
	"errors"
	"math"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/feedback"
	"github.com/clubhuis/clubhuis/core/finance"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/identity"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports"
)

// MayPhotograph is nil when the viewer may change somebody's photo, and the person has an expected revision; else
// person.ErrAbsent, person.ErrHidden, or a *record.Outdated.
func (s *Service) MayPhotograph(ctx context.Context, viewer access.Viewer, id person.ID, expected record.Expected) error {
	_, err := s.subject(ctx, viewer, id, expected)
	return err
}

func (s *Service) subject(
	ctx context.Context, viewer access.Viewer, id person.ID, expected record.Expected,
) (person.Record, error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return person.Record{}, err
	}
	view := s.Directory.View()
	found, err := view.Person(id, record.View{})
	if err == nil && !view.Permits(viewer.May(access.Change, access.People, s.today()), id) {
		err = person.ErrHidden
	}
	if err == nil {
		err = expected.Check(found.Edition())
	}
	return found, s.named(ctx, err)
}

// named returns err, which tells whoever comes too late who came before.
func (s *Service) named(ctx context.Context, err error) error {
	return record.Name(err, s.Zone, func(user int64) string {
		editor, _ := s.Users.ByID(ctx, user) // one who is gone has no name
		return editor.DisplayName
	})
}

// Photograph makes a picture somebody's photo. The one that was goes away.
func (s *Service) Photograph(
	ctx context.Context, viewer access.Viewer, id person.ID, expected record.Expected, data []byte,
) (media.Media, error) {
	found, err := s.subject(ctx, viewer, id, expected)
	if err != nil {
		return media.Media{}, err
	}
	hung, err := s.Hang(ctx, viewer, data, found.Name.First+" "+found.Name.Last, id, false,
		func(stores ports.Stores, picture media.ID) (media.ID, error) {
			return s.exchange(ctx, stores, viewer, id, expected, picture)
		})
	return hung, s.named(ctx, err)
}

// TakePhotoAway leaves somebody without a photo. Who has none stays without.
func (s *Service) TakePhotoAway(ctx context.Context, viewer access.Viewer, id person.ID, expected record.Expected) error {
	if err := s.MayPhotograph(ctx, viewer, id, expected); err != nil {
		return err
	}
	err := s.Atomic.Do(ctx, func(stores ports.Stores) error {
		before, err := s.exchange(ctx, stores, viewer, id, expected, 0)
		if err != nil {
			return err
		}
		return s.discard(ctx, stores, before)
	})
	return s.named(ctx, err)
}

// exchange gives a person another photo, and returns the one that was.
func (s *Service) exchange(
	ctx context.Context, stores ports.Stores, viewer access.Viewer, id person.ID, expected record.Expected, photo media.ID,
) (before media.ID, err error) {
	err = stores.People.Update(ctx, []person.ID{id}, func(people map[person.ID]*person.Person) error {
		p := people[id]
		if !stores.Directory.View().Permits(viewer.May(access.Change, access.People, s.today()), id) {
			return person.ErrHidden
		}
		if err := expected.Check(p.Edition()); err != nil {
			return err
		}
		if before = p.Photo; before != photo {
			p.Photo = photo
			p.Touch(viewer.User, s.Now())
		}
		return nil
	})
	return before, err
}

// MayDesign is nil when the viewer may change the logo of a group of the kind, and the group has an expected revision; else
// group.ErrAbsent, group.ErrHidden, or a *record.Outdated.
func (s *Service) MayDesign(
	ctx context.Context, viewer access.Viewer, kind work.Kind, id group.ID, expected record.Expected,
) error {
	if err := viewer.RequireSignedIn(); err != nil {
		return err
	}
	view := s.Directory.View()
	found, err := view.Group(id, record.View{})
	switch {
	case err != nil:
		return err
	case found.Kind != kind:
		return group.ErrAbsent
	case !view.Permits(viewer.May(access.Change, access.Groups, s.today()), id):
		return group.ErrHidden
	}
	return s.named(ctx, expected.Check(found.Edition()))
}

// Design makes a new picture the logo of a group. The one that was stays in the library: others may have it, too.
func (s *Service) Design(
	ctx context.Context, viewer access.Viewer, kind work.Kind, id group.ID, expected record.Expected, data []byte,
) (media.Media, error) {
	if err := s.MayDesign(ctx, viewer, kind, id, expected); err != nil {
		return media.Media{}, err
	}
	// The library is open to everybody who is signed in: it does not say whose logo it is.
	hung, err := s.Hang(ctx, viewer, data, "logo", 0, true, func(stores ports.Stores, picture media.ID) (media.ID, error) {
		return 0, s.setLogo(ctx, stores.Groups, viewer, id, expected, picture)
	})
	return hung, s.named(ctx, err)
}

// ChooseLogo makes a picture of the library the logo of a group, 0 none. A number that no picture of the library has is
// rest_invalid_param about media_id.
func (s *Service) ChooseLogo(
	ctx context.Context, viewer access.Viewer, kind work.Kind, id group.ID, expected record.Expected, logo media.ID,
) (media.Media, error) {
	if err := s.MayDesign(ctx, viewer, kind, id, expected); err != nil {
		return media.Media{}, err
	}
	var chosen media.Media
	if logo != 0 {
		m, err := s.Find(ctx, viewer, logo)
		if err != nil && fault.KindOf(err) == fault.Internal {
			return media.Media{}, err
		}
		if err != nil || !m.InLibrary() {
			return media.Media{}, fault.Param("media_id", media.ErrAbsent.Message)
		}
		chosen = m
	}
	return chosen, s.named(ctx, s.setLogo(ctx, s.Groups, viewer, id, expected, logo))
}

func (s *Service) setLogo(
	ctx context.Context, groups ports.Groups, viewer access.Viewer, id group.ID, expected record.Expected, logo media.ID,
) error {
	return groups.Update(ctx, id, func(g *group.Group) error {
		if err := expected.Check(g.Edition()); err != nil {
			return err
		}
		if g.Logo != logo {
			g.Logo = logo
			g.Touch(viewer.User, s.Now())
		}
		return nil
	})
}

// takeDown leaves no place with a picture that goes away.
func (s *Service) takeDown(ctx context.Context, stores ports.Stores, viewer access.Viewer, m media.Media) error {
	if m.Item != 0 {
		return stores.Feedback.Update(ctx, m.Item, func(i *feedback.Item) error {
			if !i.EditableBy(viewer) {
				return media.ErrHidden
			}
			if i.Detach(m.ID) {
				i.Touch(viewer.User, s.Now())
			}
			return nil
		})
	}
	if m.Person != 0 {
		return stores.People.Update(ctx, []person.ID{m.Person}, func(people map[person.ID]*person.Person) error {
			if !stores.Directory.View().Permits(viewer.May(access.Change, access.People, s.today()), m.Person) {
				return media.ErrHidden
			}
			if p := people[m.Person]; p.Photo == m.ID {
				p.Photo = 0
				p.Touch(viewer.User, s.Now())
			}
			return nil
		})
	}
	if err := s.takeOffSettings(ctx, stores, viewer, m.ID); err != nil {
		return err
	}
	all := record.Query{View: record.View{Reader: access.Everything}, Bare: true, Window: record.Window{Limit: math.MaxInt}}
	for _, g := range stores.Directory.View().Groups(all).Records {
		if g.Logo != m.ID {
			continue
		}
		err := stores.Groups.Update(ctx, g.ID, func(g *group.Group) error {
			if g.Logo == m.ID {
				g.Logo = 0
				g.Touch(viewer.User, s.Now())
			}
			return nil
		})
		if err != nil && !errors.Is(err, group.ErrAbsent) { // removed meanwhile
			return err
		}
	}
	return nil
}

// takeOffSettings leaves neither the club nor its invoices with a logo that goes away, and tells the log.
func (s *Service) takeOffSettings(ctx context.Context, stores ports.Stores, viewer access.Viewer, logo media.ID) error {
	view := stores.Directory.View()
	for _, place := range []struct {
		name    string // in the log
		has     media.ID
		takeOff func() (was bool, err error)
	}{
		{audit.ClubSettings, view.Identity().Logo, func() (bool, error) {
			return takeOff(ctx, stores.Identity, logo, func(set *identity.Settings) *media.ID { return &set.Logo })
		}},
		{audit.FinanceSettings, view.Finance().Logo, func() (bool, error) {
			return takeOff(ctx, stores.Finance, logo, func(set *finance.Settings) *media.ID { return &set.Logo })
		}},
	} {
		if place.has != logo {
			continue
		}
		was, err := place.takeOff()
		if err != nil {
			return err
		}
		if !was { // somebody chose another one meanwhile
			continue
		}
		entry := audit.New(audit.SettingsChanged, audit.By(viewer), s.Now(), audit.Object{Noun: audit.Settings, Name: place.name}).
			Changed(audit.Values{"logo_id": logo}, audit.Values{"logo_id": media.ID(0)})
		if err := stores.Audit.Append(ctx, entry); err != nil {
			return err
		}
	}
	return nil
}

// takeOff takes a picture off settings, and reports whether it was there.
func takeOff[T any](
	ctx context.Context, setting ports.Setting[T], picture media.ID, place func(*T) *media.ID,
) (was bool, err error) {
	_, err = setting.Change(ctx, func(set *T) error {
		at := place(set)
		if was = *at == picture; was {
			*at = 0
		}
		return nil
	})
	return was, err
}
