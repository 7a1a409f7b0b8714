package settings_test

import (
	"context"
	"errors"
	"reflect"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/usecase/settings"
	"github.com/clubhuis/clubhuis/core/work"
)

func TestVolunteerRules(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	store := inmem.Open()
	stores := store.Stores()
	s := settings.Service{Directory: stores.Directory, Atomic: store, Now: time.Now}
	admin := access.Viewer{User: 1, Roles: []access.Role{access.Administrator}}
	board := access.Viewer{User: 2, Roles: []access.Role{access.Board}}
	change := func(rules *work.Rules) {
		rules.ExcludedRoles, rules.ExemptCommittees = []string{" Erelid", "erelid", ""}, []int64{4, 4, 2}
	}

	if _, err := s.VolunteerRules(ctx, access.Viewer{}); !errors.Is(err, fault.ErrNotSignedIn) {
		t.Errorf("read by nobody: %v", err)
	}
	if got, err := s.VolunteerRules(ctx, board); err != nil || !reflect.DeepEqual(got, work.DefaultRules()) {
		t.Errorf("at first: %+v, %v", got, err)
	}
	for viewer, want := range map[*access.Viewer]error{{}: fault.ErrNotSignedIn, &board: fault.ErrForbidden} {
		if _, err := s.ChangeVolunteerRules(ctx, *viewer, change); !errors.Is(err, want) {
			t.Errorf("changed by %+v: %v", viewer, err)
		}
	}
	if got, _ := s.VolunteerRules(ctx, board); !reflect.DeepEqual(got, work.DefaultRules()) {
		t.Errorf("a refused change left %+v", got)
	}
	want := work.DefaultRules() // the players stay: the change does not name them
	want.ExcludedRoles, want.ExemptCommittees = []string{"Erelid"}, []int64{2, 4}
	if got, err := s.ChangeVolunteerRules(ctx, admin, change); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("changed: %+v, %v", got, err)
	}
	if got, err := s.VolunteerRules(ctx, board); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("read again: %+v, %v", got, err)
	}

	_, err := s.ChangeVolunteerRules(ctx, admin, func(rules *work.Rules) { rules.PlayerRoles = []string{"Speler", "a\x00"} })
	if fault.KindOf(err) != fault.Invalid || fault.As(err).Params["player_roles[1]"] != fault.BadCharacter {
		t.Errorf("a title that can't be kept: %v", err)
	}
	if got, _ := s.VolunteerRules(ctx, board); !reflect.DeepEqual(got, want) {
		t.Errorf("a refused title left %+v", got)
	}
	log, err := stores.Audit.Page(ctx, audit.Query{Kind: audit.SettingsChanged, Actor: 1, Limit: 9})
	if err != nil || log.Total != 1 || log.Records[0].After.Encode() != `{"excluded_roles":["Erelid"],"exempt_commissies":[2,4]}` {
		t.Errorf("the log tells %+v, %v", log, err)
	}
}
