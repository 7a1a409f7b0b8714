package accounts_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/fault"
)

func TestPrefer(t *testing.T) {
	c := open(t)
	columns := func(v access.Viewer, names ...string) ([]string, error) {
		preferences, err := c.Prefer(ctx, v, func(p *account.Preferences) { p.PeopleColumns = names })
		return preferences.PeopleColumns, err
	}
	_, err := columns(access.Viewer{}, "x")
	wants(t, "nobody", err, fault.ErrNotSignedIn)
	_, err = columns(access.Viewer{User: 99}, "x")
	wants(t, "a user who is gone", err, account.ErrAbsent)
	got, err := columns(c.anna.Viewer(nil), "team", "", "modified", "team")
	if want := []string{"team", "modified"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q, %v", got, err)
	}
	me, err := c.Me(ctx, c.anna.Viewer(nil))
	if err != nil || strings.Join(me.Preferences.PeopleColumns, " ") != "team modified" {
		t.Errorf("kept %q, %v", me.Preferences.PeopleColumns, err)
	}
	if me, err := c.Me(ctx, c.admin.Viewer(nil)); err != nil || len(me.Preferences.PeopleColumns) != 0 {
		t.Errorf("another's are %q, %v", me.Preferences.PeopleColumns, err)
	}
	many := []string{}
	for i := range 51 {
		many = append(many, fmt.Sprint("c", i))
	}
	for name, wrong := range map[string][]string{"too many": many, "a character": {"a\x00"},
		"too long": {strings.Repeat("x", 10_001)}} {
		if _, err := columns(c.anna.Viewer(nil), wrong...); fault.As(err).Params["people.columns"] == "" {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if me, err := c.Me(ctx, c.anna.Viewer(nil)); err != nil || len(me.Preferences.PeopleColumns) != 2 {
		t.Errorf("a refused change left %q, %v", me.Preferences.PeopleColumns, err)
	}
	if got, err := columns(c.anna.Viewer(nil)); err != nil || got != nil {
		t.Errorf("the usual ones: %q, %v", got, err)
	}
}
