package workspacesapi_test

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/workspace"
)

const (
	invites = "/api/club/v1/invites/"
	good    = "een heel ander wachtwoord"
)

var inMail = regexp.MustCompile(`http://club\.example/workspace-invite/([A-Za-z0-9_-]+)`)

// invite invites an address and returns the token that was mailed there.
func invite(s *apitest.Site, to int64, email string, as apitest.Call) (token string, id int64) {
	s.T.Helper()
	before := len(s.Mail.Sent())
	a := s.Post(at(to, "/invites"), object{"email": email, "role": "admin"}, as).Is(200).Has("email_sent", true)
	s.Work()
	sent := s.Mail.Sent()[before:]
	if len(sent) != 1 || sent[0].To[0].Email != strings.ToLower(email) {
		s.T.Fatalf("sent %+v", sent)
	}
	found := inMail.FindStringSubmatch(sent[0].Text)
	if found == nil || !strings.Contains(sent[0].HTML, found[0]) || strings.Contains(a.Text, found[1]) || len(found[1]) != 43 {
		s.T.Fatalf("sent %+v", sent)
	}
	return found[1], a.ID()
}

// contract: club §2.6, §4.6; club §6-4: invitations are sent by mail
func TestAnInviteLetsItsAddressJoinOnce(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("anna")
	s.User("eva")
	s.User("piet")
	asAnna, asEva, asPiet := s.Program("anna"), s.Program("eva"), s.Program("piet")
	id := s.Workspaces(asAnna, "Jeugd")
	token, number := invite(s, id, "Eva@club.example", asAnna)
	s.Get(invites+token).Is(200).Has("valid", true).Has("workspace_name", "Jeugd").Has("invited_by", "Heet anna").
		Has("role", "admin").Has("email", "eva@club.example").Has("has_account", true)
	s.Get(at(id, "/invites"), asAnna).Has("0.id", float64(number)).Has("0.status", "pending").Has("0.invited_by", "Heet anna").
		Has("0.expires_at", "2026-06-22 14:30:45")
	s.Post(at(id, "/invites"), object{"email": "eva@CLUB.example"}, asAnna).Refuses(400, "invite_exists")
	s.Post(at(id, "/invites"), object{"email": "anna@club.example"}, asAnna).Refuses(400, "already_member")
	for _, wrong := range []string{"", "eva", "Eva <eva@club.example>", "a@b.example, c@d.example", "a@b.example\r\nBcc: c@d.example"} {
		s.Post(at(id, "/invites"), object{"email": wrong}, asAnna).Refuses(400, "rest_invalid_param", "email")
	}

	// Guesses, and who it is not for.
	s.Get(invites+strings.Repeat("x", 43)).Refuses(404, "invalid_token")
	s.Post(invites+strings.Repeat("x", 43)+"/accept", nil, asEva).Refuses(404, "invalid_token")
	s.Post(invites+token+"/accept", nil).Refuses(401, "rest_not_logged_in")
	s.Post(invites+token+"/accept", nil, asPiet).Refuses(403, "email_mismatch")
	s.Post(invites+token+"/register", object{"display_name": "Eva", "password": good}).Refuses(409, "email_taken")

	// Of many at once one joins.
	var joined, used atomic.Int32
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			switch a := s.Post(invites+token+"/accept", nil, asEva); a.StatusCode {
			case 200:
				joined.Add(1)
			case 400:
				used.Add(1)
			}
		})
	}
	all.Wait()
	if joined.Load() != 1 || used.Load() != 3 {
		t.Errorf("%d joined, %d were too late", joined.Load(), used.Load())
	}
	s.Get(at(id), asEva).Is(200).Has("role", "admin").Has("member_count", 2)
	s.Get(invites+token).Is(200).Has("valid", false).Has("code", "invalid_status").Has("email", "")
	s.Get(at(id, "/invites"), asAnna).Has("", []any{})
	s.Send("DELETE", at(id, "/invites/", number), nil, asAnna).Refuses(400, "invalid_status")

	// Revoked, expired, of another workspace, of one that is gone, for an administrator with another address.
	token, number = invite(s, id, "piet@club.example", asEva)
	other := s.Workspaces(asPiet, "Bar")
	s.Send("DELETE", at(other, "/invites/", number), nil, asPiet).Refuses(404, "invite_not_found")
	s.Send("DELETE", at(id, "/invites/", number), nil, asAnna).Is(200).Has("success", true)
	s.Post(invites+token+"/accept", nil, asPiet).Refuses(400, "invalid_status")
	s.Get(invites+token).Is(200).Has("valid", false).Has("code", "invalid_status")
	token, _ = invite(s, id, "piet@club.example", asEva)
	s.Later(workspace.InviteLife)
	s.Get(invites+token).Is(200).Has("valid", false).Has("code", "expired").Has("workspace_name", "Jeugd")
	s.Post(invites+token+"/accept", nil, asPiet).Refuses(400, "expired")
	token, _ = invite(s, id, "piet@club.example", asEva)
	s.Post(invites+token+"/accept", nil, admin).Refuses(403, "email_mismatch")
	s.Get(invites+token).Has("valid", true)
	s.Send("DELETE", at(id), nil, asAnna).Is(200)
	s.Get(invites+token).Refuses(404, "invalid_token")
	s.Post(invites+token+"/accept", nil, asPiet).Refuses(404, "invalid_token")
	if strings.Contains(s.Log.String(), token) {
		t.Error("a token is in the log")
	}
}

// contract: club §2.6
func TestWhoIsUnknownMakesAnAccountByAnInvite(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s.User("anna")
	asAnna := s.Program("anna")
	id := s.Workspaces(asAnna, "Jeugd")
	token, _ := invite(s, id, "nieuw@club.example", asAnna)
	s.Get(invites+token).Is(200).Has("has_account", false)
	register := invites + token + "/register"
	s.Post(register, object{"display_name": " ", "password": good}).Refuses(400, "rest_invalid_param", "display_name")
	s.Post(register, object{"display_name": "Nieuw", "password": "kort"}).Refuses(400, "rest_invalid_param", "password")
	s.Post(register, object{"display_name": "Nieuw", "password": good, "role": "administrator", "roles": []string{"administrator"},
		"email": "baas@club.example"}).Is(200).Has("workspace_name", "Jeugd").Has("role", "admin")
	s.Post(register, object{"display_name": "Nog een", "password": good}).Refuses(400, "invalid_status")
	signedIn := s.Post(apitest.Session, object{"username": "nieuw@club.example", "password": good}).Is(200)
	signedIn.Has("user.roles", []any{"club_user"}).Has("user.name", "Nieuw").Has("user.is_admin", false)
	s.Get(at(id), asAnna).Has("member_count", 2)

	old, _ := invite(s, id, "laat@club.example", asAnna)
	s.Later(workspace.InviteLife)
	s.Post(invites+old+"/register", object{"display_name": "Laat", "password": good}).Refuses(400, "expired")
	s.Later(time.Hour)
	for i := range 60 { // whoever guesses has to wait
		a := s.Post(fmt.Sprint(invites, "x", i, "/register"), object{"display_name": "X", "password": good})
		if a.StatusCode == 429 {
			a.Refuses(429, "too_many_attempts")
			return
		}
		a.Refuses(404, "invalid_token")
	}
	t.Error("guesses have no end")
}

// Who is taken out of a workspace must not come back in by an invite that went to another address.
//
// contract: club §2.6
func TestAnInviteEndsWithTheRightToInvite(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("anna")
	piet := s.User("piet")
	asAnna, asPiet := s.Program("anna"), s.Program("piet")
	id := s.Workspaces(asAnna, "Jeugd")
	member := func(role string) {
		s.Post(at(id, "/members"), object{"user_id": piet.ID, "role": role}, asAnna).Is(200)
	}
	member("admin")
	token, _ := invite(s, id, "achterdeur@club.example", asPiet)
	ended := func() {
		t.Helper()
		s.Get(invites+token).Is(200).Has("valid", false).Has("code", "invalid_status").Has("email", "")
		s.Get(at(id, "/invites"), asAnna).Has("", []any{})
		s.Post(invites+token+"/register", object{"display_name": "Deur", "password": good}).Refuses(400, "invalid_status")
	}
	for _, undone := range []struct{ out, back func() }{
		{func() { s.Send("PUT", at(id, "/members/", piet.ID), object{"role": "member"}, asAnna).Is(200) }, func() { member("admin") }},
		{func() { s.Send("DELETE", at(id, "/members/", piet.ID), nil, asAnna).Is(200) }, func() { member("admin") }},
		{func() { s.Post(fmt.Sprint("/api/club/v1/users/", piet.ID, "/block"), nil, admin).Is(200) }, nil},
	} {
		s.Get(invites+token).Has("valid", true)
		undone.out()
		ended()
		if undone.back != nil {
			undone.back()
		}
	}
	invite(s, id, "achterdeur@club.example", asAnna) // the one that ended is in nobody's way
}

// An old mail makes no account for whom an administrator deleted.
func TestAnInviteEndsWithTheAccountOfItsAddress(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("anna")
	jan := s.User("jan")
	asAnna := s.Program("anna")
	id := s.Workspaces(asAnna, "Jeugd")
	token, _ := invite(s, id, jan.Email, asAnna)
	s.Send("DELETE", fmt.Sprintf("/api/club/v1/users/%d", jan.ID), nil, admin).Is(200)
	s.Get(invites+token).Is(200).Has("valid", false)
	s.Post(invites+token+"/register", object{"display_name": "Jan", "password": good}).
		Refuses(400, "invalid_status")
	token, _ = invite(s, id, jan.Email, asAnna) // one that is sent afterwards is meant
	s.Get(invites+token).Is(200).Has("valid", true)
}
