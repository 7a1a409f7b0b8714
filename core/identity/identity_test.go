package identity_test

import (
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/identity"
	"github.com/clubhuis/clubhuis/core/mail"
)

func TestWhatTheOperatorGaveWins(t *testing.T) {
	t.Parallel()
	set := identity.Settings{Name: "vv De Proef", Colour: "#112233", Logo: 4, SenderEmail: "club@proef.example"}
	operator := mail.Address{Email: "server@proef.example"}
	for name, c := range map[string]struct {
		set   identity.Settings
		given identity.Given
		want  identity.Club
	}{
		"nothing": {want: identity.Club{Name: identity.DefaultName}},
		"the page": {set: set, want: identity.Club{
			Name: "vv De Proef", Colour: "#112233", Logo: 4, Sender: mail.Address{Name: "vv De Proef", Email: "club@proef.example"},
		}},
		"the operator": {set: set, given: identity.Given{Name: "vv Server", Sender: operator}, want: identity.Club{
			Name: "vv Server", Colour: "#112233", Logo: 4, Sender: mail.Address{Name: "vv Server", Email: operator.Email},
		}},
		"names of the sender": {
			set: identity.Settings{SenderName: "Ledenadministratie", SenderEmail: "leden@proef.example"},
			want: identity.Club{Name: identity.DefaultName, Sender: mail.Address{Name: "Ledenadministratie",
				Email: "leden@proef.example"}},
		},
		"a name without an address": {
			set: identity.Settings{SenderName: "Ledenadministratie"}, want: identity.Club{Name: identity.DefaultName},
		},
	} {
		if got := c.set.With(c.given); got != c.want {
			t.Errorf("%s: %+v, not %+v", name, got, c.want)
		}
	}
}

func TestSettingsThatCannotBeUsed(t *testing.T) {
	t.Parallel()
	tidy := identity.Settings{Name: " vv Proef ", Colour: " #AABBCC", SenderEmail: " club@proef.example"}
	if err := tidy.Validate(); err != nil || tidy.Name != "vv Proef" || tidy.Colour != "#aabbcc" || tidy.SenderEmail[0] != 'c' {
		t.Errorf("tidied: %+v, %v", tidy, err)
	}
	for field, s := range map[string]identity.Settings{
		"name":         {Name: "vv Proef\nBcc: iemand@elders.example"},
		"sender_name":  {SenderName: strings.Repeat("é", 71)},
		"colour":       {Colour: "red;background:url(//elders.example)"},
		"sender_email": {SenderEmail: "club@proef.example, iemand@elders.example"},
	} {
		if err := s.Validate(); fault.As(err) == nil || fault.As(err).Params[field] == "" {
			t.Errorf("%s: %v", field, err)
		}
	}
}

func TestNobodyChangesWhatIsGiven(t *testing.T) {
	t.Parallel()
	before, given := identity.Settings{}, identity.Given{Name: "x", Sender: mail.Address{Email: "a@b.example"}}
	after := identity.Settings{Name: "y", SenderName: "y", SenderEmail: "y@b.example", Colour: "#112233"}
	err := fault.As(after.Refuse(&before, given))
	if err == nil || len(err.Params) != 3 || err.Params["colour"] != "" {
		t.Errorf("refused: %v", err)
	}
	if err := after.Refuse(&before, identity.Given{}); err != nil {
		t.Errorf("not given: %v", err)
	}
	if err := (&identity.Settings{Colour: "#112233"}).Refuse(&before, given); err != nil {
		t.Errorf("another one: %v", err)
	}
}
