package accounts_test

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/usecase/accounts"
	"github.com/clubhuis/clubhuis/core/work"
)

const easyToGuess = "Dit wachtwoord is te makkelijk te raden. Kies bijvoorbeeld vier willekeurige woorden."

const renewed = "een nieuw wachtwoord"

func TestANewPasswordEndsAllSessions(t *testing.T) {
	c := open(t)
	first, second, others := c.session("anna"), c.session("anna"), c.session("beheer")
	if err := c.change(c.anna, password, renewed); err != nil {
		t.Fatal(err)
	}
	if c.live(first) || c.live(second) || !c.live(others) {
		t.Error("the wrong sessions ended")
	}
	wants(t, "the old password", c.signIn("anna", password), account.ErrSignIn)
	wants(t, "the new one", c.signIn("anna", renewed), nil)
}

func TestARefusedPasswordChangesNothing(t *testing.T) {
	c := open(t)
	demo := newUser("demo", access.Member)
	demo.Demo = true
	demo, err := c.Add(ctx, demo, password)
	if err != nil {
		t.Fatal(err)
	}
	token := c.session("anna")
	wants(t, "a wrong current one", c.change(c.anna, "fout", renewed), account.ErrWrongPassword)
	for typed, want := range map[string]string{
		"elf tekens!":             "Het wachtwoord moet ten minste 12 tekens lang zijn.",
		strings.Repeat("x", 1001): "Het wachtwoord mag hooguit 1.000 tekens lang zijn.",
		"aaaaaaaaaaaa":            easyToGuess,
		"            ":            easyToGuess,
		"anna kok anna":           easyToGuess,
		"anna@club.example":       easyToGuess,
		"VV De Proef 1234":        easyToGuess,
	} {
		if err := c.change(c.anna, password, typed); params(err)["new_password"] != want {
			t.Errorf("%.20q: got %v", typed, err)
		}
	}
	_, err = c.ChangePassword(ctx, c.anna.Viewer(nil), accounts.PasswordChange{Current: password, New: renewed}, home)
	wants(t, "a program", err, account.ErrBrowserOnly)
	wants(t, "the demo user", c.change(demo, password, renewed), account.ErrDemoUser)
	wants(t, "the demo user with a wrong one", c.change(demo, "fout", "x"), account.ErrDemoUser)
	_, _, err = c.create(demo, "test")
	wants(t, "the demo user's application password", err, account.ErrDemoAccess)
	_, _, err = c.BeginFactor(ctx, demo.Viewer(nil))
	wants(t, "the demo user's app", err, account.ErrDemoAccess)
	if !c.live(token) {
		t.Error("a refused change ended the session")
	}
	wants(t, "the password is still the old one", c.signIn("anna", password), nil)
	wants(t, "the demo user's too", c.signIn("demo", password), nil)
}

func TestAWrongCurrentPasswordCountsAsAWrongSignIn(t *testing.T) {
	c := open(t)
	for range account.AttemptsPerAccount {
		wants(t, "a wrong one", c.change(c.anna, "fout", renewed), account.ErrWrongPassword)
	}
	refused(t, "the right one", c.change(c.anna, password, renewed), account.AttemptWindow)
	refused(t, "signing in", c.signIn("anna", password), account.AttemptWindow)
}

func TestOwnSessions(t *testing.T) {
	c := open(t)
	old := c.session("anna")
	c.pass(account.SessionIdle - time.Hour)
	first := c.session("anna")
	c.pass(2 * time.Hour)
	second := c.session("anna")
	others := c.session("beheer")
	v := c.anna.Viewer(nil)
	list, err := c.OwnSessions(ctx, v)
	if err != nil || len(list) != 2 || list[0].Digest != account.DigestOf(second) || list[1].Digest != account.DigestOf(first) {
		t.Fatalf("got %+v, %v", list, err)
	}
	if c.live(old) {
		t.Error("an idle session lives")
	}
	wants(t, "another's session", c.EndSession(ctx, c.admin.Viewer(nil), list[0].ID), fault.ErrNotFound)
	wants(t, "an unknown one", c.EndSession(ctx, v, "x"), fault.ErrNotFound)
	wants(t, "one's own", c.EndSession(ctx, v, list[1].ID), nil)
	if c.live(first) || !c.live(second) {
		t.Error("the wrong session ended")
	}
	third := c.session("anna")
	if ended, err := c.EndOtherSessions(ctx, v, account.DigestOf(second)); err != nil || ended != 2 { // the idle one too
		t.Errorf("ended %d, %v", ended, err)
	}
	if c.live(third) || !c.live(second) || !c.live(others) {
		t.Error("the wrong sessions ended")
	}
}

func TestAProgramSignsInWithAnApplicationPassword(t *testing.T) {
	c := open(t)
	created, spelled, err := c.create(c.anna, " Koppeling ")
	if err != nil || created.Name != "Koppeling" || created.User != c.anna.ID || !created.Created.Equal(c.at) ||
		!created.LastUsed.IsZero() {
		t.Fatalf("got %+v, %v", created, err)
	}
	if !regexp.MustCompile(`^([A-Za-z0-9]{4} ){5}[A-Za-z0-9]{4}$`).MatchString(spelled) {
		t.Errorf("spelled %q", spelled)
	}
	if !regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`).MatchString(created.UUID) {
		t.Errorf("the UUID is %q", created.UUID)
	}
	for _, typed := range []string{spelled, strings.ReplaceAll(spelled, " ", ""), " " + spelled + " "} {
		for _, login := range []string{"anna", "ANNA", "anna@club.example"} {
			if user, err := c.Program(ctx, login, typed, home); err != nil || user.ID != c.anna.ID {
				t.Errorf("%q %q: got %+v, %v", login, typed, user, err)
			}
		}
	}
	for _, try := range [][2]string{{"beheer", spelled}, {"", spelled}, {"anna", password}, {"anna", ""},
		{"anna", strings.ToLower(spelled) + "x"}} {
		_, err := c.Program(ctx, try[0], try[1], home)
		wants(t, try[0]+" "+try[1], err, fault.ErrNotSignedIn)
	}
	wants(t, "it is no password for the page", c.signIn("anna", spelled), account.ErrSignIn)
}

func TestTheLastUseOfAnApplicationPassword(t *testing.T) {
	c := open(t)
	spelled := c.program(c.anna)
	started := c.at
	for _, step := range []struct {
		after, used time.Duration
		from, kept  string
	}{{0, 0, "a", "a"}, {59 * time.Second, 0, "b", "a"}, {time.Minute, time.Minute, "c", "c"}} {
		c.at = started.Add(step.after)
		if _, err := c.Program(ctx, "anna", spelled, accounts.Origin{Address: step.from}); err != nil {
			t.Fatal(err)
		}
		list, err := c.ApplicationPasswords(ctx, c.anna.Viewer(nil), c.anna.ID)
		if err != nil || len(list) != 1 || list[0].LastUsed.Sub(started) != step.used || list[0].LastIP != step.kept {
			t.Errorf("after %v: got %+v, %v", step.after, list, err)
		}
	}
}

func TestWhoManagesApplicationPasswords(t *testing.T) {
	c := open(t)
	bert := c.add("bert", access.Board)
	annas, spelled, err := c.create(c.anna, "x")
	if err != nil {
		t.Fatal(err)
	}
	calls := map[string]func(access.Viewer, account.UserID) error{
		"list": func(v access.Viewer, of account.UserID) error {
			_, err := c.ApplicationPasswords(ctx, v, of)
			return err
		},
		"revoke an unknown one": func(v access.Viewer, of account.UserID) error {
			if _, err := c.RevokeApplicationPassword(ctx, v, of, "unknown"); err == nil || fault.KindOf(err) != fault.NotFound ||
				of == 99 {
				return err
			}
			return nil
		},
	}
	for name, call := range calls {
		wants(t, name+" one's own", call(c.anna.Viewer(nil), c.anna.ID), nil)
		wants(t, name+" by an administrator", call(c.admin.Viewer(nil), c.anna.ID), nil)
		wants(t, name+" another's", call(bert.Viewer(nil), c.anna.ID), fault.ErrForbidden)
		wants(t, name+" of nobody", call(bert.Viewer(nil), 99), fault.ErrForbidden)
		wants(t, name+" of nobody by an administrator", call(c.admin.Viewer(nil), 99), account.ErrAbsent)
	}
	_, err = c.RevokeApplicationPassword(ctx, bert.Viewer(nil), bert.ID, annas.UUID)
	wants(t, "revoke another's as one's own", err, fault.ErrNotFound)
	if revoked, err := c.RevokeApplicationPassword(
		ctx,
		c.admin.Viewer(nil),
		c.anna.ID,
		annas.UUID,
	); err != nil ||
		revoked.Name != "x" {
		t.Errorf("got %+v, %v", revoked, err)
	}
	_, err = c.Program(ctx, "anna", spelled, home)
	wants(t, "a revoked one", err, fault.ErrNotSignedIn)
	for name, want := range map[string]string{" ": fault.Required, strings.Repeat("é", 201): account.NameTooLong,
		"a\x00": fault.BadCharacter, "\xff": fault.BadCharacter} {
		_, _, err := c.create(c.anna, name)
		if params(err)["name"] != want {
			t.Errorf("a name of %d bytes: got %v", len(name), err)
		}
	}
}

func TestTheOperatorAddsAnApplicationPassword(t *testing.T) {
	c := open(t)
	spelled, err := c.AddApplicationPassword(ctx, "anna@club.example", accounts.PasswordWish{Name: "Koppeling"})
	if err != nil {
		t.Fatal(err)
	}
	if user, err := c.Program(ctx, "anna", spelled, home); err != nil || user.ID != c.anna.ID {
		t.Errorf("got %+v, %v", user, err)
	}
	_, err = c.AddApplicationPassword(ctx, "nobody", accounts.PasswordWish{Name: "x"})
	wants(t, "for nobody", err, account.ErrAbsent)
}

func TestTheOperatorChangesAnEmailAddress(t *testing.T) {
	c := open(t)
	waiting := account.DigestOf(c.link("een"))
	c.posted = nil
	if _, err := c.SetEmail(ctx, "anna", " Anne@Club.example "); err != nil {
		t.Fatal(err)
	}
	wants(t, "a link that was sent before", c.stores.PasswordLinks.Use(ctx, waiting, c.at), account.ErrLinkUsed)
	if len(c.posted) != 1 || strings.Contains(c.posted[0].Text+c.posted[0].HTML, "anne@club.example") {
		t.Errorf("the mail tells a stranger the new address: %+v", c.posted)
	}
	if kinds := c.kinds(); kinds != account.MailCredential+" to anna@club.example" {
		t.Errorf("the address before is told by %q", kinds)
	}
	changed, err := c.SetEmail(ctx, "anne@club.example", "anne@club.example")
	if err != nil || changed.ID != c.anna.ID || c.kinds() != "" {
		t.Errorf("the same address once more: got %v, %v", changed, err)
	}
	_, err = c.SetEmail(ctx, "anna", c.admin.Email)
	wants(t, "somebody else's", err, account.ErrEmailTaken)
	_, err = c.SetEmail(ctx, "anna", "no address")
	if params(err)["email"] == "" {
		t.Errorf("no address: got %v", err)
	}
	_, err = c.SetEmail(ctx, "nobody", "a@club.example")
	wants(t, "of nobody", err, account.ErrAbsent)
	if user, err := c.stores.Users.ByLogin(ctx, "anna"); err != nil || user.Email != "anne@club.example" {
		t.Errorf("after refusals: got %q, %v", user.Email, err)
	}
}

// The page does what the command does, for administrators, and the log tells who did.
func TestAnAdministratorChangesAnEmailAddress(t *testing.T) {
	c := open(t)
	waiting, token := account.DigestOf(c.link("een")), c.session("anna")
	c.posted = nil
	_, err := c.ChangeEmail(ctx, c.anna.Viewer(nil), c.anna.ID, "anne@club.example")
	wants(t, "by the user", err, fault.ErrForbidden)
	changed, err := c.ChangeEmail(ctx, c.admin.Viewer(nil), c.anna.ID, " Anne@Club.example ")
	if err != nil || changed.Email != "anne@club.example" || changed.ID != c.anna.ID {
		t.Fatalf("got %+v, %v", changed, err)
	}
	wants(t, "a link that was sent before", c.stores.PasswordLinks.Use(ctx, waiting, c.at), account.ErrLinkUsed)
	if kinds := c.kinds(); kinds != account.MailCredential+" to anna@club.example" {
		t.Errorf("the address before is told by %q", kinds)
	}
	if !c.live(token) {
		t.Error("the session ended")
	}
	if told := c.logged(audit.EmailChanged); len(told) != 1 {
		t.Errorf("the log tells %q", told)
	}
	_, err = c.ChangeEmail(ctx, c.admin.Viewer(nil), c.anna.ID, c.admin.Email)
	wants(t, "somebody else's", err, account.ErrEmailTaken)
	_, err = c.ChangeEmail(ctx, c.admin.Viewer(nil), 99, "a@club.example")
	wants(t, "of nobody", err, account.ErrAbsent)
}

// somebody keeps a person with some work.
func (c *club) somebody(first string, entries ...work.Entry) person.ID {
	c.t.Helper()
	p := person.New(c.admin.ID, c.at)
	p.Name, p.Work = person.Name{First: first, Infix: "de", Last: "Wit"}, entries
	p.Extra = map[string]json.RawMessage{"x": json.RawMessage(`1`)}
	ids, err := c.stores.People.Create(ctx, p)
	if err != nil {
		c.t.Fatal(err)
	}
	return ids[0]
}

func (c *club) remove(id person.ID) {
	c.t.Helper()
	if err := c.stores.People.Remove(ctx, id, 1, c.at, func(access.Subject, record.Edition) error { return nil }); err != nil {
		c.t.Fatal(err)
	}
}

func TestLink(t *testing.T) {
	c := open(t)
	id := c.somebody("Anna")
	wants(t, "nobody", c.Link(ctx, "nobody", id), account.ErrAbsent)
	wants(t, "to nobody", c.Link(ctx, "anna", 99), person.ErrAbsent)
	wants(t, "by name", c.Link(ctx, " ANNA ", id), nil)
	wants(t, "once more", c.Link(ctx, "anna@club.example", id), nil)
	wants(t, "a person of another", c.Link(ctx, "beheer", id), account.ErrPersonTaken)
	users, err := c.AllUsers(ctx, c.admin.Viewer(nil))
	if err != nil || users[0].PersonName != "Anna de Wit" || users[0].Person != id || users[1].Person != 0 {
		t.Errorf("got %+v, %v", users, err)
	}
	c.remove(id)
	wants(t, "to somebody removed", c.Link(ctx, "beheer", id), person.ErrAbsent)
}

func TestMe(t *testing.T) {
	c := open(t)
	for _, want := range []struct {
		user         account.User
		capabilities int
		dashboard    bool // a role-based one
		whole        account.Responsibilities
		club         bool
	}{
		{c.admin, 11, true, account.Responsibilities{MatchSecretary: true}, true},
		{c.add("bestuur", access.Board), 1, true, account.Responsibilities{Board: true}, true},
		{c.add("wedstrijd", "club_wedstrijdzaken"), 1, true, account.Responsibilities{MatchSecretary: true}, true},
		{c.anna, 0, false, account.Responsibilities{}, true},
	} {
		got, err := c.Me(ctx, want.user.Viewer(nil))
		if err != nil {
			t.Fatal(err)
		}
		if got.ID != want.user.ID || len(got.Viewer.Capabilities()) != want.capabilities || got.Responsibilities != want.whole ||
			got.Responsibilities.Any() != want.dashboard || got.ClubDashboard != want.club {
			t.Errorf("%s: got %+v", want.user.Username, got)
		}
		if got.Person != 0 || got.PersonName != "" || got.Functions == nil || len(got.Functions) != 0 {
			t.Errorf("%s: without a person: %+v", want.user.Username, got)
		}
	}
	_, err := c.Me(ctx, access.Viewer{User: 99})
	wants(t, "a user who is gone", err, account.ErrAbsent)
}

func TestMeKnowsTheLinkedPerson(t *testing.T) {
	c := open(t)
	today := civil.On(c.at, c.Zone)
	committee := func(title string, end civil.Date) work.Entry {
		return work.Entry{Group: group.ClubWide, Kind: work.Committee, Title: title, Current: true, End: end}
	}
	id := c.somebody("Anna",
		committee("Secretaris", civil.Date{}), committee("Penningmeester", today), committee("Secretaris", civil.Date{}),
		committee("Voorzitter", today.AddDays(-1)), committee("", civil.Date{}), work.Entry{Group: 3, Title: "Trainer", Current: true},
		work.Entry{Group: 9, Kind: work.Committee, Title: "Barhoofd", Current: true}, // of a committee that is not the whole club
	)
	if err := c.Link(ctx, "anna", id); err != nil {
		t.Fatal(err)
	}
	got, err := c.Me(ctx, c.anna.Viewer(nil))
	if err != nil || got.Person != id || got.PersonName != "Anna de Wit" {
		t.Errorf("a person that the user may not open: got %+v, %v", got, err)
	}
	if want := []string{"Secretaris", "Penningmeester"}; !slices.Equal(got.Functions, want) {
		t.Errorf("got the functions %q, want %q", got.Functions, want)
	}
	c.remove(id)
	if got, err := c.Me(ctx, c.anna.Viewer(nil)); err != nil || got.Person != 0 || got.PersonName != "" || len(got.Functions) != 0 {
		t.Errorf("a removed person: got %+v, %v", got, err)
	}
}
