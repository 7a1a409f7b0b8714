package refreshes_test

import (
	"context"
	"errors"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/refresh"
	"github.com/clubhuis/clubhuis/core/usecase/refreshes"
)

// asked is a service that notes whom it was asked for.
func asked(codes *[]string) *refreshes.Service {
	return &refreshes.Service{
		Synchronization: inmem.Synchronization{Ask: func(_ context.Context, code string) (refresh.Result, error) {
			*codes = append(*codes, code)
			return refresh.Result{Code: code, Action: refresh.Updated, Person: 812}, nil
		}},
	}
}

func TestWhoMayHaveAMemberBroughtUpToDate(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		viewer access.Viewer
		want   error
	}{
		"nobody":    {access.Viewer{}, fault.ErrNotSignedIn},
		"a member":  {access.Viewer{User: 1, Roles: []access.Role{access.Member}}, fault.ErrForbidden},
		"the board": {access.Viewer{User: 1, Roles: []access.Role{access.Board}}, fault.ErrForbidden},
		"another section": {access.Viewer{User: 1, Roles: []access.Role{access.SectionRole(access.Administration)}},
			fault.ErrForbidden},
		"toegangscontrole": {access.Viewer{User: 1, Roles: []access.Role{access.SectionRole(access.AccessControl)}}, nil},
		"an administrator": {access.Viewer{User: 1, Roles: []access.Role{access.Administrator}}, nil},
	} {
		var codes []string
		s := asked(&codes)
		result, err := s.Member(t.Context(), c.viewer, "ABCD12")
		if !errors.Is(err, c.want) || (c.want == nil) != (len(codes) == 1) {
			t.Errorf("%s: %v, asked for %q", name, err, codes)
		}
		if want := (refresh.Result{Code: "ABCD12", Action: refresh.Updated, Person: 812}); c.want == nil && result != want {
			t.Errorf("%s: %+v", name, result)
		}
		if s.Offered(c.viewer) != (c.want == nil) || (&refreshes.Service{}).Offered(c.viewer) {
			t.Errorf("%s: offered %v", name, s.Offered(c.viewer))
		}
		for _, service := range []*refreshes.Service{s, {}} { // who may not learns nothing
			if _, err := service.Member(t.Context(), c.viewer, "x"); c.want != nil && !errors.Is(err, c.want) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

func TestTheServiceIsAskedForMemberCodesAlone(t *testing.T) {
	t.Parallel()
	admin := access.Viewer{User: 1, Roles: []access.Role{access.Administrator}}
	for _, code := range []string{"", "ABC", "ABCDEFGHIJK", "AB/../12", "AB 12"} {
		var codes []string
		_, err := asked(&codes).Member(t.Context(), admin, code)
		if f := fault.As(err); f.Kind != fault.Invalid || f.Params["assoc_id"] == "" || len(codes) > 0 {
			t.Errorf("%q: %v, asked for %q", code, err, codes)
		}
	}
}

func TestAClubWithoutTheServiceSaysSo(t *testing.T) {
	t.Parallel()
	admin := access.Viewer{User: 1, Roles: []access.Role{access.Administrator}}
	_, err := (&refreshes.Service{}).Member(t.Context(), admin, "ABCD12")
	if !errors.Is(err, refresh.ErrNotConfigured) || fault.As(err).Cause == nil {
		t.Errorf("got %v", err)
	}
}

func TestItGoesOnForWhoDoesNotWait(t *testing.T) {
	t.Parallel()
	admin := access.Viewer{User: 1, Roles: []access.Role{access.Administrator}}
	ctx, leave := context.WithCancel(t.Context())
	s := &refreshes.Service{
		Synchronization: inmem.Synchronization{Ask: func(ctx context.Context, code string) (refresh.Result, error) {
			leave()
			return refresh.Result{Code: code, Action: refresh.Created, Person: 9}, ctx.Err()
		}},
	}
	if result, err := s.Member(ctx, admin, "ABCD12"); err != nil || result.Person != 9 {
		t.Errorf("%+v, %v", result, err)
	}
}

func TestWhatTheServiceSaysIsAnswered(t *testing.T) {
	t.Parallel()
	admin := access.Viewer{User: 1, Roles: []access.Role{access.Administrator}}
	s := &refreshes.Service{Synchronization: inmem.Synchronization{Ask: func(context.Context, string) (refresh.Result, error) {
		return refresh.Result{}, refresh.ErrAbsent
	}}}
	if _, err := s.Member(t.Context(), admin, "ABCD12"); !errors.Is(err, refresh.ErrAbsent) {
		t.Errorf("got %v", err)
	}
}

func TestHowFarTheWorkOnAMemberIs(t *testing.T) {
	t.Parallel()
	admin := access.Viewer{User: 1, Roles: []access.Role{access.Administrator}}
	s := &refreshes.Service{Synchronization: inmem.Synchronization{How: func(code string) (refresh.State, error) {
		if code != "ABCD12" {
			return "", refresh.ErrNoWork
		}
		return refresh.Writing, nil
	}}}
	if state, err := s.State(t.Context(), admin, "ABCD12"); err != nil || state != refresh.Writing {
		t.Errorf("%s, %v", state, err)
	}
	for name, c := range map[string]struct {
		viewer access.Viewer
		code   string
		want   error
	}{
		"another member":   {admin, "ZZZZ99", refresh.ErrNoWork},
		"no code":          {admin, "x", fault.Param("assoc_id", "")},
		"nobody":           {access.Viewer{}, "ABCD12", fault.ErrNotSignedIn},
		"somebody who not": {access.Viewer{User: 1, Roles: []access.Role{access.Member}}, "ABCD12", fault.ErrForbidden},
	} {
		if state, err := s.State(t.Context(), c.viewer, c.code); fault.KindOf(err) != fault.KindOf(c.want) || state != "" {
			t.Errorf("%s: %s, %v", name, state, err)
		}
	}
	if _, err := new(refreshes.Service).State(t.Context(), admin, "ABCD12"); !errors.Is(err, refresh.ErrNotConfigured) {
		t.Errorf("without a service: %v", err)
	}
}
