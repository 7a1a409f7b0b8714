package account_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/fault"
)

func valid() account.User {
	return account.User{ID: 7, Username: "jan.kok", Email: "jan@club.example", DisplayName: "Jan Kók", Roles: []access.Role{access.Member}}
}

func TestValidate(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name        string
		edit        func(*account.User)
		field, want string
	}{
		{"a good user", func(*account.User) {}, "", ""},
		{"a name like an address", func(u *account.User) { u.Username = "jan@club.example" }, "", ""},
		{"a name with accents", func(u *account.User) { u.Username = "Joël-2" }, "", ""},
		{"a name of 60 letters", func(u *account.User) { u.Username = strings.Repeat("é", 60) }, "", ""},
		{"a name of 61 letters", func(u *account.User) { u.Username = strings.Repeat("é", 61) }, "username", fault.NotAUsername},
		{"no name", func(u *account.User) { u.Username = "" }, "username", fault.NotAUsername},
		{"a name with a blank", func(u *account.User) { u.Username = "jan kok" }, "username", fault.NotAUsername},
		{"a name with a blank behind it", func(u *account.User) { u.Username = "jan\n" }, "username", fault.NotAUsername},
		{"a name with a colon, which HTTP Basic can't send", func(u *account.User) { u.Username = "jan:kok" }, "username", fault.NotAUsername},
		{"a name that begins with a sign", func(u *account.User) { u.Username = "-jan" }, "username", fault.NotAUsername},
		{"no address", func(u *account.User) { u.Email = "" }, "email", fault.NotAnEmail},
		{"half an address", func(u *account.User) { u.Email = "jan@" }, "email", fault.NotAnEmail},
		{"an address with a name", func(u *account.User) { u.Email = "Jan <jan@club.example>" }, "email", fault.NotAnEmail},
		{"two addresses", func(u *account.User) { u.Email = "a@b.nl, c@d.nl" }, "email", fault.NotAnEmail},
		{"blanks around an address", func(u *account.User) { u.Email = " jan@club.example" }, "email", fault.NotAnEmail},
		{"a long address", func(u *account.User) { u.Email = strings.Repeat("a", 250) + "@b.nl" }, "email", fault.NotAnEmail},
		{"no display name", func(u *account.User) { u.DisplayName = " " }, "display_name", fault.Required},
		{"no roles", func(u *account.User) { u.Roles = nil }, "role", fault.Required},
		{"an unknown role", func(u *account.User) { u.Roles = append(u.Roles, "editor") }, "role", fault.UnknownRole},
	} {
		u := valid()
		c.edit(&u)
		err := u.Validate()
		switch {
		case c.field == "" && err != nil:
			t.Errorf("%s: %v", c.name, err)
		case c.field != "" && (err == nil || len(fault.As(err).Params) != 1 || fault.As(err).Params[c.field] != c.want):
			t.Errorf("%s: got %v", c.name, err)
		}
	}
	if params := fault.As((&account.User{}).Validate()).Params; len(params) != 4 {
		t.Errorf("not everything at once: %v", params)
	}
}

func TestLoginAndSearchKeys(t *testing.T) {
	t.Parallel()
	if got := account.LoginKey(" Jan@Club.EXAMPLE\n"); got != "jan@club.example" {
		t.Errorf("got %q", got)
	}
	u := valid()
	if got := u.SearchKey(); got != "jan kok jan.kok jan@club.example" {
		t.Errorf("got %q", got)
	}
}

func TestCheckPassword(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, password, want string }{
		{"twelve characters", strings.Repeat("ë", 12), ""},
		{"eleven characters, more bytes", strings.Repeat("ë", 11), fault.PasswordTooShort},
		{"a thousand", strings.Repeat("x", 1000), ""},
		{"a thousand and one", strings.Repeat("x", 1001), fault.PasswordTooLong},
		{"none", "", fault.PasswordTooShort},
	} {
		err := account.CheckPassword(c.password, "new_password")
		if got := fault.As(err).Params["new_password"]; (err == nil) != (c.want == "") || got != c.want {
			t.Errorf("%s: got %v", c.name, err)
		}
	}
}

func TestAViewerIsACopyOfTheUser(t *testing.T) {
	t.Parallel()
	u := valid()
	v := u.Viewer()
	v.Roles[0] = access.Administrator
	if v.User != 7 || !slices.Equal(u.Roles, []access.Role{access.Member}) {
		t.Errorf("got %+v, and the user has %v", v, u.Roles)
	}
}

func TestResponsibilities(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name      string
		roles     []access.Role
		want      account.Responsibilities
		dashboard bool // the club's
	}{
		{"nobody's", nil, account.Responsibilities{}, false},
		{"a plain user", []access.Role{access.Member}, account.Responsibilities{}, false},
		{"an administrator has the matches and is no board", []access.Role{access.Administrator}, account.Responsibilities{MatchSecretary: true}, true},
		{"the board", []access.Role{access.Board}, account.Responsibilities{Board: true}, true},
		{"the match secretary", []access.Role{"club_wedstrijdzaken"}, account.Responsibilities{MatchSecretary: true}, false},
		{"both", []access.Role{"club_wedstrijdzaken", access.Board}, account.Responsibilities{Board: true, MatchSecretary: true}, true},
		{"the members' administration", []access.Role{"club_ledenadministratie"}, account.Responsibilities{}, true},
		{"teams alone", []access.Role{"club_teams"}, account.Responsibilities{}, false},
	} {
		v := access.Viewer{User: 7, Roles: c.roles}
		got := account.ResponsibilitiesOf(v)
		if got != c.want || got.Any() != (c.want != account.Responsibilities{}) || account.ClubDashboard(v) != c.dashboard {
			t.Errorf("%s: got %+v, club's dashboard %v", c.name, got, account.ClubDashboard(v))
		}
	}
	if !(account.Responsibilities{Coordinator: true}).Any() {
		t.Error("a coordinator has no dashboard")
	}
}
