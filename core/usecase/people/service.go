// Package people owns what a user or a program can do with people, and asks every permission question about it.
//
// It does not own the rules of a person (core/person) and does not keep anything itself (ports.People).
package people

import (
	"context"
	"math"
	"sync/atomic"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/ports"
)

// Service is the people of one club. All its fields are needed but CodeMoved, Unreached, Restored and Looked.
type Service struct {
	Directory ports.Directory
	People    ports.People
	Users     ports.Users
	Atomic    ports.Atomic // of the same stores
	Now       func() time.Time
	Zone      *time.Location // the club's: it decides which day it is

	Spreadsheets ports.Spreadsheets        // for Workbook
	Random       func([]byte) (int, error) // fills with unpredictable bytes: crypto/rand.Read

	// CodeMoved is told when people of whom nobody vouched lost their member code to another person, by what the viewer did.
	CodeMoved func(ctx context.Context, viewer access.Viewer, losers []person.ID, to person.ID)

	// Unreached is told, in the step that changes somebody, which e-mail addresses that person has no more. It may be nil.
	Unreached func(ctx context.Context, stores ports.Stores, editor account.UserID, id person.ID, addresses []string) error

	// Removing is told, in the step that takes somebody out of every list and before that, who it is. It may be nil.
	Removing func(ctx context.Context, stores ports.Stores, id person.ID) error
	// Restored is told, in the step that brings somebody back from the trash, who it was. It may be nil.
	Restored func(ctx context.Context, stores ports.Stores, viewer access.Viewer, id person.ID) error

	// Looked is told whose record a viewer opened, or took along in a file. It may be nil.
	Looked func(viewer access.Viewer, exported bool, people ...person.ID)

	// Crew returns who comes to a shift, to who plans it.
	Crew func(ctx context.Context, viewer access.Viewer, shift int64) ([]person.ID, error)

	lastOptions atomic.Pointer[keptOptions]
}

// Today is the day at the club.
func (s *Service) Today() civil.Date { return civil.On(s.Now(), s.Zone) }

func (s *Service) reader(viewer access.Viewer) access.Reader { return viewer.Reader(s.Today()) }

// may reports whether the viewer may do that with somebody.
func (s *Service) may(view *directory.View, viewer access.Viewer, deed access.Verb, id person.ID) bool {
	return view.Permits(viewer.May(deed, access.People, s.Today()), id)
}

// permit is person.ErrHidden unless the viewer may do that with somebody.
func (s *Service) permit(view *directory.View, viewer access.Viewer, deed access.Verb, id person.ID) error {
	if !s.may(view, viewer, deed, id) {
		return person.ErrHidden
	}
	return nil
}

// extent is how much of somebody's record the viewer may change: person.ErrOwn or person.ErrHidden for nothing.
func (s *Service) extent(view *directory.View, viewer access.Viewer, id person.ID) (person.Extent, error) {
	reads, own := s.may(view, viewer, access.Read, id), view.PersonOf(viewer.User) == id
	extent := person.ExtentOf(viewer, s.may(view, viewer, access.Change, id), reads, own)
	switch {
	case extent != person.Nothing:
		return extent, nil
	case own && reads:
		return extent, person.ErrOwn
	}
	return extent, person.ErrHidden
}

func (s *Service) seenBy(viewer access.Viewer) record.View {
	return record.View{Day: s.Today(), Reader: s.reader(viewer)}
}

// Show returns one person, former member or not (contract §2.9 rule 3). Somebody that the viewer may not see is
// person.ErrHidden, nobody is person.ErrAbsent.
func (s *Service) Show(_ context.Context, viewer access.Viewer, id person.ID) (person.Record, error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return person.Record{}, err
	}
	view := s.Directory.View()
	record, err := view.Person(id, s.seenBy(viewer))
	if err != nil {
		return person.Record{}, err
	}
	if err := s.permit(view, viewer, access.Read, id); err != nil {
		return person.Record{}, err
	}
	extent, _ := s.extent(view, viewer, id)
	record.Allowed = &access.Allowed{
		Change: extent == person.All, Sections: extent != person.Nothing,
		Share: s.may(view, viewer, access.Share, id), Delete: s.may(view, viewer, access.Delete, id),
	}
	record.Suppressed = view.SuppressedOf(&record)
	return record, nil
}

// Open is Show for who looks at the record: it is told.
func (s *Service) Open(ctx context.Context, viewer access.Viewer, id person.ID) (person.Record, error) {
	found, err := s.Show(ctx, viewer, id)
	if err == nil {
		s.looked(viewer, false, id)
	}
	return found, err
}

func (s *Service) looked(viewer access.Viewer, exported bool, people ...person.ID) {
	if s.Looked != nil {
		s.Looked(viewer, exported, people...)
	}
}

// Collection returns a page of all people that the viewer may see, former members included. By person.KeyGroups it sorts by the
// first group that somebody is in today, in the order of groupsSeen.
func (s *Service) Collection(
	_ context.Context, viewer access.Viewer, filter record.Filter, window record.Window,
) (page record.Page[person.Record], err error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return page, err
	}
	view := s.Directory.View()
	window.Order = s.ordered(view, viewer, window.Order)
	return view.People(record.Query{View: s.seenBy(viewer), Filter: filter, Window: window}), nil
}

// OpenSome is Collection for who looks at whole records of those whom the filter names by number or slug: it is told, as of Open.
func (s *Service) OpenSome(
	ctx context.Context, viewer access.Viewer, filter record.Filter, window record.Window,
) (record.Page[person.Record], error) {
	page, err := s.Collection(ctx, viewer, filter, window)
	if err != nil || filter.Include == nil && filter.Slugs == nil {
		return page, err
	}
	shown := make([]person.ID, len(page.Records))
	for i := range page.Records {
		shown[i] = page.Records[i].ID
	}
	s.looked(viewer, false, shown...)
	return page, nil
}

// Browse is Collection as people look at it: without former members, unless they are asked for (contract §2.9 rule 1).
func (s *Service) Browse(
	ctx context.Context, viewer access.Viewer, filter record.Filter, former bool, window record.Window,
) (record.Page[person.Record], error) {
	return s.Collection(ctx, viewer, browsed(filter, former), window)
}

func browsed(filter record.Filter, former bool) record.Filter {
	if !former {
		return filter.With(person.WithoutFormer())
	}
	return filter
}

// FindByEmail returns who of the people that the viewer may see has the e-mail address, whatever its case: of those who are
// administered the one with the smallest number, else of the others; 0 for nobody.
func (s *Service) FindByEmail(ctx context.Context, viewer access.Viewer, address string) (person.ID, error) {
	page, err := s.Collection(ctx, viewer, record.Filter{}.With(person.Line(address)), record.Window{Limit: math.MaxInt})
	if err != nil {
		return 0, err
	}
	other := person.ID(0)
	for i := range page.Records {
		p, err := page.Records[i].Person()
		switch {
		case err != nil:
			return 0, err
		case !p.Reached(address):
		case p.Administered:
			return p.ID, nil
		case other == 0:
			other = p.ID
		}
	}
	return other, nil
}

// Expect returns what a deed that was meant for some revisions is refused with before anything else of it is looked at.
func (s *Service) Expect(
	ctx context.Context, viewer access.Viewer, deed access.Verb, id person.ID, expected record.Expected,
) error {
	found, err := s.Show(ctx, viewer, id)
	switch view := s.Directory.View(); {
	case err != nil:
	case deed == access.Change:
		_, err = s.extent(view, viewer, id)
	default:
		err = s.permit(view, viewer, deed, id)
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
