package audits_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/usecase/audits"
	"github.com/clubhuis/clubhuis/ports"
)

// failing looks can't be kept until they are mended.
type failing struct {
	ports.Looks
	broken chan struct{} // closed when mended
}

func (f failing) Keep(ctx context.Context, looks ...person.Look) error {
	select {
	case <-f.broken:
		return f.Looks.Keep(ctx, looks...)
	default:
		return errors.New("no database")
	}
}

func TestLooksThatCouldNotBeStoredAreStoredAtTheEnd(t *testing.T) {
	t.Parallel()
	stores := inmem.Open().Stores()
	ids, err := stores.People.Create(t.Context(), make([]person.Person, 2500)...)
	if err != nil {
		t.Fatal(err)
	}
	looks := failing{stores.Looks, make(chan struct{})}
	at := time.Date(2026, 6, 15, 12, 0, 0, 0, time.UTC)
	s := &audits.Service{Looks: looks, Now: func() time.Time { return at }, Zone: time.UTC}
	anna := access.Viewer{User: 7, Name: "Anna", Roles: []access.Role{access.Member}}
	s.Looked(anna, false, ids...)
	if err := s.Settle(t.Context()); err == nil {
		t.Fatal("nothing failed")
	}
	s.Looked(access.Viewer{}, false, ids...)
	s.Looked(access.Viewer{User: 8, Roles: []access.Role{access.Synchronizer}}, false, ids...)
	close(looks.broken)
	if err := s.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.Looked(access.Viewer{User: 9}, false, ids...) // too late
	for _, id := range []person.ID{ids[0], ids[1000], ids[2499]} {
		page, err := stores.Looks.Page(t.Context(), person.LooksQuery{Person: id, Limit: 9})
		if err != nil || page.Total != 1 || page.Records[0].ByName != "Anna" || !page.Records[0].Opened.Equal(at) {
			t.Errorf("of %d: %+v, %v", id, page, err)
		}
	}
}

// Of somebody who was opened and then taken along in a file with others, these were not opened by it.
func TestALookAtOnePersonTellsNothingOfTheNext(t *testing.T) {
	t.Parallel()
	stores := inmem.Open().Stores()
	ids, err := stores.People.Create(t.Context(), make([]person.Person, 2)...)
	if err != nil {
		t.Fatal(err)
	}
	at := time.Date(2026, 6, 15, 12, 0, 0, 0, time.UTC)
	s := &audits.Service{Looks: stores.Looks, Now: func() time.Time { return at }, Zone: time.UTC}
	anna := access.Viewer{User: 7, Name: "Anna", Roles: []access.Role{access.Member}}
	s.Looked(anna, false, ids[0])
	s.Looked(anna, true, ids...)
	if err := s.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	for n, opened := range []bool{true, false} {
		page, err := stores.Looks.Page(t.Context(), person.LooksQuery{Person: ids[n], Limit: 9})
		if err != nil || page.Total != 1 || page.Records[0].Opened.IsZero() == opened || page.Records[0].Exported.IsZero() {
			t.Errorf("of the person at %d: %+v, %v", n, page, err)
		}
	}
}
