package pictures

import (
	"context"
	"errors"
	"math"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports"
)

// MayPhotograph is nil when the viewer may change somebody's photo; else person.ErrAbsent or person.ErrHidden.
func (s *Service) MayPhotograph(_ context.Context, viewer access.Viewer, id person.ID) error {
	_, err := s.subject(viewer, id)
	return err
}

func (s *Service) subject(viewer access.Viewer, id person.ID) (person.Record, error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return person.Record{}, err
	}
	record, err := s.Directory.View().Person(id, record.View{})
	if err == nil && !viewer.May(access.Change, access.People).Permits(record.Subject()) {
		err = person.ErrHidden
	}
	return record, err
}

// Photograph makes a picture somebody's photo. The one that was goes away.
func (s *Service) Photograph(ctx context.Context, viewer access.Viewer, id person.ID, data []byte) (media.Media, error) {
	record, err := s.subject(viewer, id)
	if err != nil {
		return media.Media{}, err
	}
	return s.Hang(ctx, viewer, data, record.Name.First+" "+record.Name.Last, id, false,
		func(stores ports.Stores, picture media.ID) (media.ID, error) {
			return s.exchange(ctx, stores, viewer, id, picture)
		})
}

// TakePhotoAway leaves somebody without a photo. Who has none stays without.
func (s *Service) TakePhotoAway(ctx context.Context, viewer access.Viewer, id person.ID) error {
	if err := s.MayPhotograph(ctx, viewer, id); err != nil {
		return err
	}
	return s.Atomic.Do(ctx, func(stores ports.Stores) error {
		before, err := s.exchange(ctx, stores, viewer, id, 0)
		if err != nil {
			return err
		}
		return s.discard(ctx, stores, before)
	})
}

// exchange gives a person another photo, and answers the one that was.
func (s *Service) exchange(
	ctx context.Context, stores ports.Stores, viewer access.Viewer, id person.ID, photo media.ID,
) (before media.ID, err error) {
	err = stores.People.Update(ctx, []person.ID{id}, func(people map[person.ID]*person.Person) error {
		p := people[id]
		if !viewer.May(access.Change, access.People).Permits(p.Subject()) {
			return person.ErrHidden
		}
		if before = p.Photo; before != photo {
			p.Photo, p.Modified = photo, civil.Instant(s.Now())
		}
		return nil
	})
	return before, err
}

// MayDesign is nil when the viewer may change the logo of a group of the kind; else group.ErrAbsent or group.ErrHidden.
func (s *Service) MayDesign(_ context.Context, viewer access.Viewer, kind work.Kind, id group.ID) error {
	if err := viewer.RequireSignedIn(); err != nil {
		return err
	}
	record, err := s.Directory.View().Group(id, record.View{})
	switch {
	case err != nil:
		return err
	case record.Kind != kind:
		return group.ErrAbsent
	case !viewer.May(access.Change, access.Groups).Permits(record.Subject()):
		return group.ErrHidden
	}
	return nil
}

// Design makes a new picture the logo of a group. The one that was stays in the library: others may have it, too.
func (s *Service) Design(ctx context.Context, viewer access.Viewer, kind work.Kind, id group.ID,
	data []byte) (media.Media, error) {
	if err := s.MayDesign(ctx, viewer, kind, id); err != nil {
		return media.Media{}, err
	}
	// The library is open to everybody who is signed in: it does not say whose logo it is.
	return s.Hang(ctx, viewer, data, "logo", 0, true, func(stores ports.Stores, picture media.ID) (media.ID, error) {
		return 0, s.setLogo(ctx, stores.Groups, id, picture)
	})
}

// ChooseLogo makes a picture of the library the logo of a group, 0 none. A number that no picture of the library has is
// rest_invalid_param about media_id.
func (s *Service) ChooseLogo(ctx context.Context, viewer access.Viewer, kind work.Kind, id group.ID,
	logo media.ID) (media.Media, error) {
	if err := s.MayDesign(ctx, viewer, kind, id); err != nil {
		return media.Media{}, err
	}
	var chosen media.Media
	if logo != 0 {
		m, err := s.Find(ctx, viewer, logo)
		if err != nil && fault.KindOf(err) == fault.Internal {
			return media.Media{}, err
		}
		if err != nil || m.Person != 0 {
			return media.Media{}, fault.Param("media_id", media.ErrAbsent.Message)
		}
		chosen = m
	}
	return chosen, s.setLogo(ctx, s.Groups, id, logo)
}

func (s *Service) setLogo(ctx context.Context, groups ports.Groups, id group.ID, logo media.ID) error {
	return groups.Update(ctx, id, func(g *group.Group) error {
		if g.Logo != logo {
			g.Logo, g.Modified = logo, civil.Instant(s.Now())
		}
		return nil
	})
}

// takeDown leaves no place with a picture that goes away.
func (s *Service) takeDown(ctx context.Context, stores ports.Stores, m media.Media) error {
	if m.Person != 0 {
		return stores.People.Update(ctx, []person.ID{m.Person}, func(people map[person.ID]*person.Person) error {
			if p := people[m.Person]; p.Photo == m.ID {
				p.Photo, p.Modified = 0, civil.Instant(s.Now())
			}
			return nil
		})
	}
	all := record.Query{View: record.View{Reader: access.Everything}, Bare: true, Window: record.Window{Limit: math.MaxInt}}
	for _, g := range stores.Directory.View().Groups(all).Records {
		if g.Logo != m.ID {
			continue
		}
		err := stores.Groups.Update(ctx, g.ID, func(g *group.Group) error {
			if g.Logo == m.ID {
				g.Logo, g.Modified = 0, civil.Instant(s.Now())
			}
			return nil
		})
		if err != nil && !errors.Is(err, group.ErrAbsent) { // removed meanwhile
			return err
		}
	}
	return nil
}
