package mailsapi_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/httpapi"
	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/mail"
)

const (
	mails = "/api/club/v1/mails"
	reset = "/api/club/v1/password-reset"
)

// ask lets a user be mailed a link.
func ask(s *apitest.Site, login string) {
	s.T.Helper()
	s.Post(reset, apitest.Object{"login": login}).Is(200)
	s.Work()
}

func TestAnAdministratorSeesWhatBecameOfMails(t *testing.T) {
	t.Parallel()
	const token = "een sleutel van tweeendertig tekens of meer"
	s := apitest.New(t, func(s *httpapi.Server) { s.MetricsToken = token })
	admin := s.Admin()
	s.User("jan")
	s.Get(mails, admin).Is(200).Has("", []any{})
	ask(s, "jan")
	s.Later(time.Minute)
	s.Mail.Fail = func(mail.Message) error { return mail.Refuse(fault.New(fault.Unavailable, "mail_busy", "Later.")) }
	ask(s, "beheer")
	a := s.Get(mails, admin).Is(200)
	if a.Header.Get("X-WP-Total") != "2" || a.Header.Get("X-WP-TotalPages") != "1" {
		t.Errorf("headers %v", a.Header)
	}
	a.Has("0", apitest.Object{
		"id":          2.0,
		"kind":        "password-reset",
		"state":       "retrying",
		"to":          []any{apitest.Object{"name": "Heet beheer", "email": "beheer@club.example"}},
		"subject":     "Nieuw wachtwoord voor vv De Proef",
		"person_id":   nil,
		"author_name": "",
		"created":     "2026-06-15 12:31:45",
		"modified":    "2026-06-15 12:31:45",
		"sent":        nil,
		"tries":       1.0,
		"cause":       "mail_busy",
	})
	a.Has("1.state", "sent").Has("1.sent", "2026-06-15 12:30:45").Has("1.cause", nil)
	if strings.Contains(a.Text, "wachtwoord/") {
		t.Errorf("it tells what the mails say: %s", a.Text)
	}
	for query, want := range map[string]string{"?state=sent": "1", "?per_page=1": "2", "?per_page=1&page=2": "1", "?page=3": "",
		"?state=failed": ""} {
		var ids []string
		for _, one := range s.Get(mails+query, admin).Is(200).List("") {
			ids = append(ids, fmt.Sprint(one.(apitest.Object)["id"]))
		}
		if got := strings.Join(ids, " "); got != want {
			t.Errorf("%s: got %s, want %s", query, got, want)
		}
	}
	for query, field := range map[string]string{
		"?state=x": "state", "?per_page=0": "per_page", "?page=-1": "page", "?per_page=101": "per_page",
	} {
		s.Get(mails+query, admin).Refuses(400, "rest_invalid_param", field)
	}
	metrics := s.Get("/metrics", apitest.With("Authorization", "Bearer "+token)).Is(200).Text
	for _, want := range []string{
		`clubhuis_mails{state="sent"} 1`, `clubhuis_mails{state="retrying"} 1`, `clubhuis_mails{state="failed"} 0`,
	} {
		if !strings.Contains(metrics, want) {
			t.Errorf("%s is not in the metrics", want)
		}
	}
}

func TestAMailIsSentAnewByAnAdministrator(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	admin := s.Admin()
	s.User("jan", access.Board)
	s.Mail.Forgetful = true
	s.Mail.After = func(mail.Message) error { return fault.New(fault.Unavailable, "mail_lost", "Stil.") }
	ask(s, "jan")
	s.Get(mails, admin).Is(200).Has("0.state", "uncertain").Has("0.cause", "mail_lost")
	s.Later(time.Hour)
	s.Work()
	if len(s.Mail.Sent()) != 1 {
		t.Errorf("%d were sent without anybody wanting it", len(s.Mail.Sent()))
	}
	s.Mail.After = nil
	for _, who := range []apitest.Call{s.Program("jan"), apitest.Basic("x", "y")} {
		if a := s.Post(mails+"/1/send", nil, who); a.StatusCode != 403 && a.StatusCode != 401 {
			t.Errorf("%d: %s", a.StatusCode, a.Text)
		}
		if a := s.Get(mails+"?state=x", who); a.StatusCode != 403 && a.StatusCode != 401 {
			t.Errorf("%d: %s", a.StatusCode, a.Text)
		}
	}
	s.Post(mails+"/1/send", nil, admin).Is(200).Has("state", "waiting")
	s.Work()
	s.Get(mails, admin).Is(200).Has("0.state", "sent")
	s.Post(mails+"/1/send", nil, admin).Refuses(409, "mail_sent")
	s.Post(mails+"/7/send", nil, admin).Refuses(404, "mail_not_found")
	if len(s.Mail.Sent()) != 2 {
		t.Errorf("%d were sent", len(s.Mail.Sent()))
	}
	if log := s.Log.String(); strings.Contains(log, "@") || strings.Contains(log, "Nieuw wachtwoord") {
		t.Errorf("an address or a text is in the log: %s", log)
	}
}
