package account_test

import (
	"net/url"
	"testing"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
)

func TestTheAddressForAnAppNamesTheClub(t *testing.T) {
	t.Parallel()
	for _, club := range []string{"vv Café", "Sport & Spel", "a=b+c", "100% Zaal"} {
		user := account.User{Username: "anna"}
		address, err := url.Parse(user.FactorURL(club, "ABC"))
		if err != nil {
			t.Fatal(err)
		}
		if got := address.Query(); got.Get("issuer") != club || got.Get("secret") != "ABC" || address.Path != "/"+club+":anna" {
			t.Errorf("%s: %s", club, address)
		}
	}
	// Some apps take a plus sign for itself.
	want := "otpauth://totp/Sport%20en%20Spel:?secret=ABC&issuer=Sport%20en%20Spel"
	if address := (&account.User{}).FactorURL("Sport en Spel", "ABC"); address != want {
		t.Errorf("%s", address)
	}
}

// Users of a demo can set up none: the rule would lock everybody out of it.
func TestAFactorIsAskedOfWhoCanSetOneUp(t *testing.T) {
	t.Parallel()
	rule := account.FactorRule{Roles: []access.Role{access.Administrator}}
	user := account.User{Roles: []access.Role{access.Administrator}}
	if !rule.Lacking(&user) {
		t.Error("nothing is asked of an administrator")
	}
	if user.Demo = true; rule.Lacking(&user) {
		t.Error("it is asked of somebody who can't")
	}
}
