package account_test

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/fault"
)

// Sentences that a person at the page reads.
const (
	notAUsername = "Een gebruikersnaam bestaat uit letters, cijfers, punt, streepje en @ (hooguit 60 tekens)."
	notAnEmail   = "Dit is geen geldig e-mailadres."
	unknownRole  = "Deze rol bestaat niet."
	tooShort     = "Het wachtwoord moet ten minste 12 tekens lang zijn."
	tooWeak      = "Dit wachtwoord is te makkelijk te raden. Kies bijvoorbeeld vier willekeurige woorden."
	tooLong      = "Het wachtwoord mag hooguit 1.000 tekens lang zijn."
)

func valid() account.User {
	return account.User{ID: 7, Username: "jan.kok", Email: "jan@club.example", DisplayName: "Jan Kók",
		Roles: []access.Role{access.Member}}
}

func TestWhatNobodyIsGiven(t *testing.T) {
	t.Parallel()
	isTeam := func(id int64) bool { return id == 5 }
	for _, c := range []struct {
		name  string
		given access.Given
		field string
	}{
		{"a team and an age group", access.Given{Teams: []int64{5}, AgeGroups: []string{"Onder 9"}}, ""},
		{"no team", access.Given{Teams: []int64{6}}, "teams"},
		{"an age group without a name", access.Given{AgeGroups: []string{""}}, "age_groups"},
		{"blanks", access.Given{AgeGroups: []string{"Onder 9", " "}}, "age_groups"},
		{"an accent alone, which folds to nothing", access.Given{AgeGroups: []string{"\u0301"}}, "age_groups"},
	} {
		err := account.CheckGiven(c.given, isTeam)
		if params := fault.As(err).Params; (err == nil) != (c.field == "") || err != nil && params[c.field] == "" {
			t.Errorf("%s: %v", c.name, err)
		}
	}
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
		{"a name of 61 letters", func(u *account.User) { u.Username = strings.Repeat("é", 61) }, "username", notAUsername},
		{"no name", func(u *account.User) { u.Username = "" }, "username", notAUsername},
		{"a name with a blank", func(u *account.User) { u.Username = "jan kok" }, "username", notAUsername},
		{"a name with a blank behind it", func(u *account.User) { u.Username = "jan\n" }, "username", notAUsername},
		{"a name with a colon, which HTTP Basic can't send", func(u *account.User) { u.Username = "jan:kok" }, "username",
			notAUsername},
		{"a name that begins with a sign", func(u *account.User) { u.Username = "-jan" }, "username", notAUsername},
		{"no address", func(u *account.User) { u.Email = "" }, "email", notAnEmail},
		{"half an address", func(u *account.User) { u.Email = "jan@" }, "email", notAnEmail},
		{"an address with a name", func(u *account.User) { u.Email = "Jan <jan@club.example>" }, "email", notAnEmail},
		{"two addresses", func(u *account.User) { u.Email = "a@b.nl, c@d.nl" }, "email", notAnEmail},
		{"blanks around an address", func(u *account.User) { u.Email = " jan@club.example" }, "email", notAnEmail},
		{"a long address", func(u *account.User) { u.Email = strings.Repeat("a", 250) + "@b.nl" }, "email", notAnEmail},
		{"no display name", func(u *account.User) { u.DisplayName = " " }, "display_name", fault.Required},
		{"a display name with a NUL", func(u *account.User) { u.DisplayName = "Jan\x00" }, "display_name", fault.BadCharacter},
		{"a long display name", func(u *account.User) { u.DisplayName = strings.Repeat("x", 10_001) }, "display_name", fault.TooLong},
		{"no roles", func(u *account.User) { u.Roles = nil }, "role", fault.Required},
		{"an unknown role", func(u *account.User) { u.Roles = append(u.Roles, "editor") }, "role", unknownRole},
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
	for _, c := range []struct {
		name, password string
		strength       int // below 0: is not asked
		want           string
	}{
		{"twelve characters", strings.Repeat("ë", 12), 3, ""},
		{"eleven characters, more bytes", strings.Repeat("ë", 11), -1, tooShort},
		{"a thousand", strings.Repeat("x", 1000), 4, ""},
		{"a thousand and one", strings.Repeat("x", 1001), -1, tooLong},
		{"none", "", -1, tooShort},
		{"an easy one", "password1234", 2, tooWeak},
		{"the easiest one", "password1234", 0, tooWeak},
	} {
		err := account.CheckPassword(c.password, "new_password", func() int {
			if c.strength < 0 {
				t.Errorf("%s: was weighed", c.name)
			}
			return c.strength
		})
		if got := fault.As(err).Params["new_password"]; (err == nil) != (c.want == "") || got != c.want {
			t.Errorf("%s: got %v", c.name, err)
		}
	}
}

// Whatever prints a user by mistake (a log, an error, an answer) shows no hash.
func TestAHashHidesItself(t *testing.T) {
	t.Parallel()
	const secret = "argon2id-secret"
	u := valid()
	u.PasswordHash = secret
	var logged strings.Builder
	for _, handler := range []slog.Handler{slog.NewTextHandler(&logged, nil), slog.NewJSONHandler(&logged, nil)} {
		slog.New(handler).Info("user", "user", u, "hash", u.PasswordHash)
	}
	encoded, err := json.Marshal(account.Listed{User: u})
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"a log": logged.String(), "JSON": string(encoded), "%v": fmt.Sprint(u, &u, account.Listed{User: u}),
		"%+v": fmt.Sprintf("%+v", u),
		"%#v": fmt.Sprintf("%#v", u), "%s": fmt.Sprintf("%s %q", u.PasswordHash, u.PasswordHash),
		"%x": fmt.Sprintf("%x", u.PasswordHash),
	} {
		if strings.Contains(text, secret) || strings.Contains(text, fmt.Sprintf("%x", secret)) {
			t.Errorf("%s shows the hash: %s", name, text)
		}
	}
	if string(u.PasswordHash) != secret {
		t.Error("the store can't keep the hash")
	}
}

// The codes that clients of the predecessor know (contract §7), and the contract's own sentences.
func TestTheCodesOfTheContract(t *testing.T) {
	t.Parallel()
	for want, f := range map[string]*fault.Fault{
		"wrong_password": account.ErrWrongPassword, "demo_user": account.ErrDemoUser, "rest_cookie_invalid_nonce": account.ErrBadNonce,
	} {
		if f.Code != want {
			t.Errorf("got %q, want %q", f.Code, want)
		}
	}
	if account.ErrWrongPassword.Message != "Huidig wachtwoord is onjuist." ||
		account.ErrDemoUser.Message != "Wachtwoord wijzigen is niet beschikbaar in de demo." {
		t.Error("the contract's own sentences")
	}
}

func TestAViewerIsACopyOfTheUser(t *testing.T) {
	t.Parallel()
	u := valid()
	v := u.Viewer(nil)
	v.Roles[0] = access.Administrator
	if v.User != 7 || !slices.Equal(u.Roles, []access.Role{access.Member}) {
		t.Errorf("got %+v, and the user has %v", v, u.Roles)
	}
}

// contract: club §2.11-1, §2.11-2
func TestResponsibilities(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		roles []access.Role
		want  account.Responsibilities
		given access.Given
	}{
		{"nobody's", nil, account.Responsibilities{}, access.Given{}},
		{"a plain user", []access.Role{access.Member}, account.Responsibilities{}, access.Given{}},
		{"an administrator has the matches and is no board", []access.Role{access.Administrator},
			account.Responsibilities{MatchSecretary: true}, access.Given{}},
		{"the board", []access.Role{access.Board}, account.Responsibilities{Board: true}, access.Given{}},
		{"the match secretary", []access.Role{"club_wedstrijdzaken"}, account.Responsibilities{MatchSecretary: true}, access.Given{}},
		{"both", []access.Role{"club_wedstrijdzaken", access.Board}, account.Responsibilities{Board: true, MatchSecretary: true}, access.Given{}},
		{"the members' administration", []access.Role{"club_ledenadministratie"}, account.Responsibilities{}, access.Given{}},
		{"teams alone", []access.Role{"club_teams"}, account.Responsibilities{}, access.Given{}},
		{"who was given a team", nil, account.Responsibilities{Coordinator: true}, access.Given{Teams: []int64{5}}},
		{"who was given an age group alone", nil, account.Responsibilities{}, access.Given{AgeGroups: []string{"Onder 9"}}},
	} {
		v := access.Viewer{User: 7, Roles: c.roles}
		got := account.ResponsibilitiesOf(v, c.given)
		if got != c.want || got.Any() != (c.want != account.Responsibilities{}) || !account.ClubDashboard(v) {
			t.Errorf("%s: got %+v, club's dashboard %v", c.name, got, account.ClubDashboard(v))
		}
	}
	if account.ClubDashboard(access.Viewer{}) {
		t.Error("nobody has the club's dashboard")
	}
	if !(account.Responsibilities{Coordinator: true}).Any() {
		t.Error("a coordinator has no dashboard")
	}
}
