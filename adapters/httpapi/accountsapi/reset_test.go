package accountsapi_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
)

const reset = "/api/club/v1/password-reset"

// fresh is a password that nobody has yet.
const fresh = "een heel ander wachtwoord"

var inMail = regexp.MustCompile(`http://club\.example/wachtwoord/([A-Za-z0-9_-]+)`)

// forgotten asks for a link for a login and returns the token that was mailed, "" for none.
func forgotten(s *apitest.Site, login string) (token string) {
	s.T.Helper()
	s.Work() // other mails
	before := len(s.Mail.Sent())
	s.Post(reset, object{"login": login}).Is(200)
	s.Work()
	sent := s.Mail.Sent()[before:]
	if len(sent) == 0 {
		return ""
	}
	found := inMail.FindStringSubmatch(sent[0].Text)
	if len(sent) != 1 || found == nil || !strings.Contains(sent[0].HTML, found[0]) {
		s.T.Fatalf("sent %+v", sent)
	}
	return found[1]
}

func TestAForgottenPasswordIsSetAnewOnce(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s.User("jan")
	b := s.SignIn("jan")
	token := forgotten(s, " JAN@club.example ")
	if sent := s.Mail.Sent()[0]; sent.To[0].Email != "jan@club.example" || sent.Subject != "Nieuw wachtwoord voor vv De Proef" ||
		len(token) != 43 {
		t.Errorf("sent %+v", sent)
	}
	s.Get(reset+"/"+token).Is(200).Has("", object{"valid": true})
	s.Get(apitest.People, b.Reads).Is(200)
	for _, weak := range []string{"", "kort", "aaaaaaaaaaaaaaaa"} {
		s.Post(reset+"/"+token, object{"new_password": weak}).Refuses(400, "rest_invalid_param", "new_password")
	}
	s.Post(reset+"/"+token, object{"new_password": fresh}).Is(200).Has("success", true)
	s.Get(apitest.People, b.Reads).Refuses(401, "rest_not_logged_in")
	s.Post(apitest.Session, object{"username": "jan", "password": apitest.Password}).Refuses(401, "invalid_credentials")
	s.Post(apitest.Session, object{"username": "jan", "password": fresh}).Is(200)
	s.Post(reset+"/"+token, object{"new_password": apitest.Password}).Refuses(400, "invalid_status")
	s.Get(reset+"/"+token).Is(200).Has("valid", false).Has("code", "invalid_status")
	s.Post(apitest.Session, object{"username": "jan", "password": fresh}).Is(200)
}

// Whoever got in may have made application passwords, which a new password leaves unless it is asked to take them.
func TestAPasswordByALinkTakesTheOthersAlongWhenAsked(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s.User("jan")
	program := s.Program("jan")
	s.Post(reset+"/"+forgotten(s, "jan"), object{"new_password": fresh}).Is(200)
	s.Get(apitest.People, program).Is(200)
	s.Post(reset+"/"+forgotten(s, "jan"), object{"new_password": fresh, "revoke_application_passwords": false}).Is(200)
	s.Get(apitest.People, program).Is(200)
	s.Post(reset+"/"+forgotten(s, "jan"), object{"new_password": fresh, "revoke_application_passwords": true}).Is(200)
	s.Get(apitest.People, program).Refuses(401, "rest_not_logged_in")
}

// The browser in which a password is set stays known, by another cookie; a strange one becomes known by signing in alone.
func TestABrowserStaysKnownInWhichAPasswordIsSet(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s.User("jan")
	signedIn := s.Post(apitest.Session, object{"username": "jan", "password": apitest.Password}).Is(200)
	cookie := signedIn.Cookie("browser")
	knows := func(r *http.Request) { r.AddCookie(cookie) }
	if got := s.Post(reset+"/"+forgotten(s, "jan"), object{"new_password": fresh}, knows).Is(200).Cookie("browser"); got.Value ==
		cookie.Value || got.MaxAge != cookie.MaxAge || !got.HttpOnly {
		t.Errorf("got %v", got)
	} else {
		cookie = got
	}
	if got := s.Post(reset+"/"+forgotten(s, "jan"), object{"new_password": apitest.Password}).Is(200).Cookies(); len(got) != 0 {
		t.Errorf("a stranger gets %v", got)
	}
	signedIn = s.Post(apitest.Session, object{"username": "jan", "password": apitest.Password}, knows).Is(200)
	cookie = signedIn.Cookie("browser")
	b := apitest.Browser{Cookie: signedIn.Cookie("session"), Nonce: signedIn.At("nonce").(string)}
	changed := s.Post("/api/club/v1/user/password", object{"current_password": apitest.Password, "new_password": fresh}, b.Writes,
		knows).Is(200)
	if got := changed.Cookie("browser"); got.Value == cookie.Value || got.MaxAge != cookie.MaxAge {
		t.Errorf("got %v", got)
	}
}

func TestALinkEndsWithAnotherOneOrWithTime(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s.User("jan")
	first, second := forgotten(s, "jan"), forgotten(s, "jan")
	s.Post(reset+"/"+second, object{"new_password": fresh}).Is(200)
	s.Post(reset+"/"+first, object{"new_password": fresh}).Refuses(400, "invalid_status")
	s.Later(time.Hour)
	third := forgotten(s, "jan")
	s.Later(account.LinkLife - time.Second)
	s.Get(reset+"/"+third).Is(200).Has("valid", true)
	s.Later(time.Second)
	s.Get(reset+"/"+third).Is(200).Has("valid", false).Has("code", "expired")
	s.Post(reset+"/"+third, object{"new_password": apitest.Password}).Refuses(400, "expired")
	s.Later(account.LinkKept)
	if _, err := s.Server.Accounts.Purge(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.Get(reset+"/"+third).Refuses(404, "invalid_token")
}

func TestATokenIsNotGuessed(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s.User("jan")
	token := forgotten(s, "jan")
	digest := string(account.DigestOf(token))
	for _, guess := range []string{"x", token[1:], token + "A", strings.ToUpper(token), digest,
		strings.Repeat("a", 43), token[:42] + "%C3%AB"} {
		s.Get(reset+"/"+guess).Refuses(404, "invalid_token")
		s.Post(reset+"/"+guess, object{"new_password": fresh}).Refuses(404, "invalid_token")
	}
	for _, guess := range []string{"%00", "%ff", "..%2f" + token} { // no path of the API
		s.Get(reset + "/" + guess).Is(404)
	}
	s.Post(reset+"/"+token, object{"new_password": fresh}).Is(200)
}

// Who asks learns nothing: not whether there is such a user, whether it is blocked or the demo's, nor how many mails it
// was sent.
func TestEverybodyWhoAsksIsToldTheSame(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s.User("jan")
	s.User("blok")
	s.Add(
		account.User{
			Username:    "demo",
			Email:       "demo@club.example",
			DisplayName: "Demo",
			Roles:       []access.Role{access.Member},
			Demo:        true,
		},
	)
	if _, _, err := s.Operator().Block(t.Context(), "blok", false); err != nil {
		t.Fatal(err)
	}
	answers := map[string]bool{}
	for login, mailed := range map[string]bool{"jan": true, "jan@club.example": true, "niemand": false, "": false, "blok": false,
		"demo": false, "jan\x00": false, "' OR 1=1 --": false, strings.Repeat("x", 300): false} {
		before := len(s.Mail.Sent())
		a := s.Post(reset, object{"login": login}).Is(200)
		if jobs := s.RunJobs(); jobs != 1 {
			t.Errorf("%q: %d jobs were kept, and so the work is another one", login, jobs)
		}
		s.Work()
		if got := len(s.Mail.Sent()) > before; got != mailed {
			t.Errorf("%q: mailed %v", login, got)
		}
		answers[fmt.Sprint(a.Text, a.Header["Set-Cookie"])] = true
	}
	if len(answers) != 1 {
		t.Errorf("got the answers %v", answers)
	}
	s.Post(reset, object{"login": strings.Repeat("x", 301)}).Refuses(400, "rest_invalid_param", "login")
	s.Post(reset, object{}).Refuses(400, "rest_invalid_param", "login")
}

func TestRequestsAreThrottledAsSignInsAre(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s.User("jan")
	for _, login := range []string{"jan", "niemand"} {
		for range account.AttemptsPerAccount {
			s.Post(reset, object{"login": login}).Is(200)
		}
		if a := s.Post(reset, object{"login": login}).Refuses(429, "too_many_attempts"); a.Header.Get("Retry-After") != "900" {
			t.Errorf("%s: wait %s", login, a.Header.Get("Retry-After"))
		}
	}
	s.Work()
	if sent := len(s.Mail.Sent()); sent != account.MostLinks {
		t.Errorf("%d mails in a quarter of an hour", sent)
	}
	s.SignIn("jan") // whom they keep from nothing
}

// The address in a mail is the club's, whatever a request says of the host.
func TestALinkLeadsToTheClubAlone(t *testing.T) {
	t.Parallel()
	s := apitest.New(t, apitest.BehindProxy)
	s.User("jan")
	s.Post(reset, object{"login": "jan"}, func(r *http.Request) {
		r.Host = "evil.example"
		r.RemoteAddr = "10.1.2.3:4"
		for _, name := range []string{"X-Forwarded-Host", "X-Original-Host", "X-Host", "Forwarded"} {
			r.Header.Set(name, "evil.example")
		}
	}).Is(200)
	s.Work()
	sent := s.Mail.Sent()
	if len(sent) != 1 || strings.Contains(sent[0].Text+sent[0].HTML, "evil") || inMail.FindString(sent[0].Text) == "" {
		t.Errorf("sent %+v", sent)
	}
}

func TestNamesAreTextInAMail(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s.Add(account.User{Username: "jan", Email: "jan@club.example", DisplayName: `Jan <script>alert(1)</script> "de" Kok`,
		Roles: []access.Role{access.Member}})
	forgotten(s, "jan")
	sent := s.Mail.Sent()[0]
	if strings.Contains(sent.HTML, "<script") || !strings.Contains(sent.HTML, "&lt;script&gt;") {
		t.Errorf("the name is markup: %s", sent.HTML)
	}
}

func TestTheSecurityLogKnowsOfResets(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s.User("jan")
	token := forgotten(s, "jan")
	s.Post(reset, object{"login": "niemand"}).Is(200)
	s.Post(reset+"/"+token, object{"new_password": fresh}).Is(200)
	log := s.Log.String()
	for _, want := range []string{"security.what=password-reset.request security.user=1", "security.what=password-reset.request security.user=0",
		"security.what=password-reset.set security.user=1"} {
		if !strings.Contains(log, want) {
			t.Errorf("%s is not in %s", want, log)
		}
	}
	for _, secret := range []string{token, "club.example", fresh, "niemand"} {
		if strings.Contains(log, secret) {
			t.Errorf("%s is in the log", secret)
		}
	}
}
