package settings_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/identity"
	"github.com/clubhuis/clubhuis/core/usecase/settings"
	"github.com/clubhuis/clubhuis/ports"
)

func TestWhoTheClubIs(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	store := inmem.Open()
	stores := store.Stores()
	s := settings.Service{Directory: stores.Directory, Atomic: store, Now: time.Now, Hang: func(
		ctx context.Context, _ access.Viewer, _ []byte, _ string, place func(ports.Stores, int64) (int64, error),
	) error {
		return store.Do(ctx, func(stores ports.Stores) error { _, err := place(stores, 5); return err })
	}}
	admin := access.Viewer{User: 1, Roles: []access.Role{access.Administrator}}
	board := access.Viewer{User: 2, Roles: []access.Role{access.Board}}
	named := func(set *identity.Settings) { set.Name, set.Colour = " vv De Proef ", "#AA0000" }

	if got := s.LatestClub(ctx); got.Name != identity.DefaultName {
		t.Errorf("at first: %+v", got)
	}
	for viewer, want := range map[*access.Viewer]error{{}: fault.ErrNotSignedIn, &board: fault.ErrForbidden} {
		_, read := s.Identity(ctx, *viewer)
		_, changed := s.ChangeIdentity(ctx, *viewer, named)
		_, hung := s.SetLogo(ctx, *viewer, []byte("logo"))
		if !errors.Is(read, want) || !errors.Is(changed, want) || !errors.Is(hung, want) {
			t.Errorf("%+v: %v, %v, %v", viewer, read, changed, hung)
		}
	}
	if got, err := s.ChangeIdentity(ctx, admin, named); err != nil || got.Club.Name != "vv De Proef" || got.Colour != "#aa0000" {
		t.Errorf("changed: %+v, %v", got, err)
	}
	if got, err := s.SetLogo(ctx, admin, []byte("logo")); err != nil || got.Club.Logo != 5 || got.Name != "vv De Proef" {
		t.Errorf("with a logo: %+v, %v", got, err)
	}
	if _, err := s.ChangeIdentity(ctx, admin,
		func(set *identity.Settings) { set.Colour = "rood" }); fault.KindOf(err) != fault.Invalid {
		t.Errorf("a colour that is none: %v", err)
	}
	s.Given.Name = "vv Server"
	if _, err := s.ChangeIdentity(ctx, admin, func(set *identity.Settings) { set.Name = "x" }); fault.As(err).Params["name"] == "" {
		t.Errorf("what the operator gave: %v", err)
	}
	if got := s.Club(); got != (identity.Club{Name: "vv Server", Colour: "#aa0000", Logo: 5}) {
		t.Errorf("in the end: %+v", got)
	}
	log, err := stores.Audit.Page(ctx, audit.Query{Kind: audit.SettingsChanged, Actor: 1, Limit: 9})
	if err != nil || log.Total != 2 || log.Records[1].After.Encode() != `{"colour":"#aa0000","name":"vv De Proef"}` {
		t.Errorf("the log tells %+v, %v", log, err)
	}
}
