package settingsapi_test

import (
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/httpapi"
	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/mail"
)

const club = "/api/club/v1/club/settings"

// ungiven is a server whose operator gave no name.
func ungiven(s *httpapi.Server) { s.Settings.Given.Name = "" }

func TestWhoTheClubIs(t *testing.T) {
	t.Parallel()
	s := apitest.New(t, ungiven)
	admin := s.Admin()
	s.User("anna", access.Board)
	anna := s.Program("anna")
	s.Get(club).Refuses(401, "rest_not_logged_in")
	s.Get(club, anna).Refuses(403, "rest_forbidden")
	s.Post(club, object{"name": "x"}, anna).Refuses(403, "rest_forbidden")
	s.Get("/api/").Is(200).Has("name", "Clubhuis")
	s.Get(club, admin).Is(200).Has("name", "").Has("name_given", false).Has("shown_name", "Clubhuis").Has("logo_url", "")

	s.Post(club, object{"name": "vv De Brug", "colour": "#AA0000", "sender_email": "club@brug.example"}, admin).Is(200).
		Has("shown_name", "vv De Brug").Has("colour", "#aa0000")
	s.Get("/api/").Is(200).Has("name", "vv De Brug")
	if page := s.Get("/").Is(200).Text; !strings.Contains(page, `content="vv De Brug"`) {
		t.Errorf("the page: %s", page)
	}
	if manifest := s.Get("/manifest.webmanifest").Is(200).Text; !strings.Contains(manifest, `"theme_color":"#aa0000"`) ||
		!strings.Contains(manifest, `"name":"vv De Brug"`) {
		t.Errorf("the manifest: %s", manifest)
	}
	for field, wrong := range map[string]string{
		"name": "a\nb", "colour": "url(x)", "sender_email": "x", "sender_name": strings.Repeat("x", 71),
	} {
		s.Post(club, object{field: wrong}, admin).Refuses(400, "rest_invalid_param", field)
	}
	s.Post(club, object{"colour": 7}, admin).Is(400)
	s.Get(club, admin).Has("colour", "#aa0000")

	const logo = "/api/club/v1/club/logo"
	upload := func(as apitest.Call) apitest.Answer {
		body, multi := apitest.Form(t, "file:logo.jpg", "jpeg logo")
		return s.Post(logo, body, multi, as)
	}
	upload(anna).Refuses(403, "rest_forbidden")
	if url := upload(admin).Is(200).At("logo_url").(string); !strings.Contains(url, "/media/") {
		t.Errorf("the logo is at %q", url)
	}
	s.Send("DELETE", logo, nil, anna).Refuses(403, "rest_forbidden")
	s.Send("DELETE", logo, nil, admin).Is(200).Has("logo_id", 0.0)
}

func TestWhatTheOperatorGaveIsReadOnly(t *testing.T) {
	t.Parallel()
	s := apitest.New(t, func(s *httpapi.Server) { s.Settings.Given.Sender = mail.Address{Email: "server@club.example"} })
	admin := s.Admin()
	s.Get(club, admin).Has("name", "vv De Proef").Has("name_given", true).Has("sender_given", true).
		Has("sender_email", "server@club.example")
	s.Post(club, object{"name": "x"}, admin).Refuses(400, "rest_invalid_param", "name")
	s.Post(club, object{"sender_email": "x@club.example"}, admin).Refuses(400, "rest_invalid_param", "sender_email")
	s.Post(club, object{"colour": "#112233"}, admin).Is(200).Has("shown_name", "vv De Proef")
}

// Mails come from whom an administrator says, under the club's name and in its colour.
func TestMailsShowWhoTheClubIs(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.Post(club, object{"colour": "#ffee00", "sender_email": "leden@club.example"}, admin).Is(200)
	s.Post("/api/club/v1/password-reset", object{"login": "beheer"}).Is(200)
	s.Work()
	sent := s.Mail.Sent()
	if len(sent) != 1 || sent[0].From != (mail.Address{Name: "vv De Proef", Email: "leden@club.example"}) {
		t.Fatalf("sent: %+v", sent)
	}
	if !strings.Contains(sent[0].HTML, "background:#ffee00;color:#000000") {
		t.Errorf("the letter: %s", sent[0].HTML)
	}
}
