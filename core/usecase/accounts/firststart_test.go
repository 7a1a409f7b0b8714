package accounts_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/usecase/accounts"
)

// openEmpty is a club without users.
func openEmpty(t *testing.T) *club {
	c := open(t)
	empty := inmem.Open()
	stores := empty.Stores()
	c.store, c.stores = empty, stores
	c.Users, c.Sessions, c.Passwords, c.Attempts, c.Links = stores.Users, stores.Sessions, stores.Passwords, stores.Attempts,
		stores.PasswordLinks
	c.Directory, c.Atomic, c.Audit, c.Outbox = stores.Directory, empty, stores.Audit, stores.Outbox
	return c
}

var founder = accounts.Founder{Username: "piet", Email: "Piet@Club.example ", DisplayName: " Piet  Kok ", Password: password}

func (c *club) begin() string {
	c.t.Helper()
	token, err := c.BeginFirstStart(ctx)
	if err != nil {
		c.t.Fatal(err)
	}
	return token
}

func TestTheFirstAdministratorIsMadeOnce(t *testing.T) {
	c := openEmpty(t)
	token := c.begin()
	if len(token) != 43 || c.begin() != token {
		t.Fatalf("after a restart it is another address than %q", token)
	}
	if err := c.CheckFirstStart(ctx, token, home); err != nil {
		t.Fatal(err)
	}
	signedIn, session, err := c.Found(ctx, token, founder, home)
	if err != nil || !signedIn.User.Administers() || signedIn.User.DisplayName != "Piet Kok" ||
		signedIn.User.Email != "piet@club.example" {
		t.Fatalf("made: %+v, %v", signedIn.User, err)
	}
	if !c.live(session) {
		t.Error("nobody is signed in")
	}
	other := founder
	other.Username, other.Email = "klaas", "klaas@club.example"
	if _, _, err := c.Found(ctx, token, other, home); !errors.Is(err, account.ErrNoFirstStart) {
		t.Errorf("used twice: %v", err)
	}
	if err := c.CheckFirstStart(ctx, token, home); !errors.Is(err, account.ErrNoFirstStart) {
		t.Errorf("looked at after its use: %v", err)
	}
	if again := c.begin(); again != "" {
		t.Errorf("after the first administrator it begins anew: %q", again)
	}
	log, err := c.stores.Audit.Page(ctx, audit.Query{Kind: audit.UserCreated, Limit: 9})
	if err != nil || log.Total != 1 || log.Records[0].Actor.User != signedIn.User.ID {
		t.Errorf("the log tells %+v, %v", log.Records, err)
	}
}

func TestAFirstStartThatIsGuessed(t *testing.T) {
	c := openEmpty(t)
	if err := c.CheckFirstStart(ctx, "", home); !errors.Is(err, account.ErrNoFirstStart) {
		t.Errorf("before it began: %v", err)
	}
	token := c.begin()
	guess := strings.Repeat("g", len(token)-1) // one that shares its start with the token would be right now and then
	wrong := 1
	for ; wrong < 20; wrong++ {
		_, _, err := c.Found(ctx, fmt.Sprint(guess, wrong), founder, home)
		if errors.Is(err, account.ErrTooMany) {
			break
		}
		if !errors.Is(err, account.ErrNoFirstStart) {
			t.Fatalf("guess %d: %v", wrong, err)
		}
	}
	if wrong != account.AttemptsPerAccount {
		t.Errorf("%d guesses", wrong)
	}
	if _, _, err := c.Found(ctx, token, founder, home); !errors.Is(err, account.ErrTooMany) {
		t.Errorf("the right one from there: %v", err)
	}
	elsewhere := accounts.Origin{Address: "198.51.100.7"}
	if err := c.CheckFirstStart(ctx, token, elsewhere); !errors.Is(err, account.ErrTooMany) {
		t.Errorf("at once from elsewhere: %v", err)
	}
	c.at = c.at.Add(account.MostDelay) // others hold nobody up for longer
	if err := c.CheckFirstStart(ctx, token, elsewhere); err != nil {
		t.Errorf("from elsewhere: %v", err)
	}
	if users, _ := c.Users.List(ctx, nil, 0); len(users) > 0 {
		t.Errorf("somebody was made: %+v", users)
	}
}

func TestAFounderWhoMakesMistakesIsNotHeldUp(t *testing.T) {
	c := openEmpty(t)
	token := c.begin()
	for range account.AttemptsPerAccount + 2 {
		for field, wrong := range map[string]accounts.Founder{
			"password":     {Username: "piet", Email: "piet@club.example", DisplayName: "Piet", Password: "kort"},
			"username":     {Username: "", Email: "piet@club.example", DisplayName: "Piet", Password: password},
			"email":        {Username: "piet", Email: "piet", DisplayName: "Piet", Password: password},
			"display_name": {Username: "piet", Email: "piet@club.example", Password: password},
		} {
			_, _, err := c.Found(ctx, token, wrong, home)
			if fault.As(err) == nil || fault.As(err).Params[field] == "" {
				t.Fatalf("%s: %v", field, err)
			}
		}
	}
	if _, _, err := c.Found(ctx, token, founder, home); err != nil {
		t.Error(err)
	}
}

func TestAnAdministratorEndsTheFirstStart(t *testing.T) {
	c := openEmpty(t)
	token := c.begin()
	c.add("anna", access.Member)
	if c.begin() != token {
		t.Error("a member ended it")
	}
	admin := c.add("beheer", access.Administrator)
	if _, _, err := c.Found(ctx, token, founder, home); !errors.Is(err, account.ErrNoFirstStart) {
		t.Errorf("beside an administrator: %v", err)
	}
	if again := c.begin(); again != "" {
		t.Errorf("it began beside an administrator: %q", again)
	}
	if _, err := c.SetRoles(ctx, "beheer", []access.Role{access.Member}, true); err != nil {
		t.Fatal(err)
	}
	if _, _, err := c.Found(ctx, token, founder, home); !errors.Is(err, account.ErrNoFirstStart) {
		t.Errorf("the old address, after the administrator %d went: %v", admin.ID, err)
	}
	if again := c.begin(); again == "" || again == token {
		t.Errorf("the operator gets %q", again)
	}
}

func TestABlockedAdministratorIsOne(t *testing.T) {
	c := openEmpty(t)
	c.add("beheer", access.Administrator)
	if _, _, err := c.Block(ctx, "beheer", true); err != nil {
		t.Fatal(err)
	}
	if token := c.begin(); token != "" {
		t.Errorf("it begins beside a blocked administrator: %q", token)
	}
}

func TestParallelFirstStarts(t *testing.T) {
	c := openEmpty(t)
	token := c.begin()
	var all sync.WaitGroup
	made := make(chan account.UserID, 8)
	for i := range cap(made) {
		all.Go(func() {
			one := founder
			one.Username, one.Email = fmt.Sprint("piet", i), fmt.Sprintf("piet%d@club.example", i)
			signedIn, _, err := c.Found(ctx, token, one, accounts.Origin{Address: fmt.Sprint("192.0.2.", i)})
			if err == nil {
				made <- signedIn.User.ID
			} else if !errors.Is(err, account.ErrNoFirstStart) {
				t.Errorf("the other: %v", err)
			}
		})
	}
	all.Wait()
	if users, _ := c.Users.List(ctx, nil, 0); len(made) != 1 || len(users) != 1 {
		t.Errorf("%d were told that they are, %d are", len(made), len(users))
	}
}
