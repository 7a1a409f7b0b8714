package remindersapi_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/httpapi/internal/apitest"
	"github.com/clubhuis/clubhuis/core/access"
)

type object = apitest.Object

const reminders = "/api/club/v1/reminders/"

// contract: club §4.9, reminder administration: times are the club's.
func TestTheAdministrationOfDigests(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s.User("beheer", access.Administrator)
	s.User("lid", access.Member)
	s.Now = time.Date(2026, 6, 15, 6, 0, 0, 0, time.UTC)
	admin, member := s.SignIn("beheer"), s.SignIn("lid")
	s.Post("/api/club/v1/todos", object{"content": "Bellen", "due_date": "2026-06-15"}, admin.Writes).Is(200)
	s.Post(reminders+"reschedule-cron", nil, admin.Writes).Is(200).Has("success", true).Has("users_scheduled", 2).
		Has("message", "De dagoverzichten van 2 gebruikers zijn opnieuw gepland.")
	status := s.Get(reminders+"cron-status", admin.Reads).Is(200)
	status.Has("total_users", 2).Has("scheduled_users", 2).Has("current_time", "2026-06-15 08:00:00").
		Has("current_timestamp", float64(s.Now.Unix())).Has("legacy_cron_scheduled", false).Has("legacy_next_run", nil).
		Has("users.0.display_name", "Heet beheer").Has("users.0.next_run", "2026-06-15 09:00:00").
		Has("users.0.next_run_timestamp", float64(time.Date(2026, 6, 15, 7, 0, 0, 0, time.UTC).Unix()))
	s.Post(reminders+"trigger", nil, admin.Writes).Is(200).Has("", object{
		"success": true, "message": "Eén dagoverzicht is verstuurd.", "users_processed": 2.0, "notifications_sent": 1.0,
	})
	s.Post(reminders+"trigger", nil, admin.Writes).Is(200).Has("notifications_sent", 0)
	s.Get(reminders+"cron-status", admin.Reads).Is(200).
		Has("users.0.next_run", "2026-06-16 09:00:00").Has("users.0.sent_today", true)
	for _, path := range []string{"trigger", "reschedule-cron"} {
		s.Post(reminders+path, nil, member.Writes).Refuses(403, "rest_forbidden")
		s.Post(reminders+path, nil).Refuses(401, "rest_not_logged_in")
	}
	s.Get(reminders+"cron-status", member.Reads).Refuses(403, "rest_forbidden")
	s.Get(reminders+"cron-status").Refuses(401, "rest_not_logged_in")
}

// contract: club §6-1: a mail by a program of the receiver ends with one click (RFC 8058): without cookie and nonce.
func TestAMailEndsWithOneClick(t *testing.T) {
	t.Parallel()
	s := apitest.New(t)
	s.User("beheer", access.Administrator)
	admin := s.SignIn("beheer")
	s.Post("/api/club/v1/todos", object{"content": "Bellen", "due_date": "2026-01-01"}, admin.Writes).Is(200)
	s.Post(reminders+"trigger", nil, admin.Writes).Is(200).Has("notifications_sent", 1)
	s.Work()
	sent := s.Mail.Sent()
	address := sent[len(sent)-1].Unsubscribe
	path, ours := strings.CutPrefix(address, "http://club.example")
	if !ours || !strings.HasPrefix(path, "/afmelden/") || !strings.Contains(sent[len(sent)-1].Text, address) {
		t.Fatalf("%q", address)
	}
	do := func(method, path, body string) *httptest.ResponseRecorder {
		r := httptest.NewRequestWithContext(t.Context(), method, path, strings.NewReader(body))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Origin", "https://mail.example")
		r.Header.Set("Sec-Fetch-Site", "cross-site")
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		return w
	}
	channels := func(want ...any) {
		t.Helper()
		s.Get("/api/club/v1/user/notification-channels", admin.Reads).Is(200).Has("channels", append([]any{}, want...))
	}
	for _, method := range []string{http.MethodGet, http.MethodHead} { // a program that follows links ends nothing
		w := do(method, path, "")
		if w.Code != 200 || method == http.MethodGet && !strings.Contains(w.Body.String(), `<form method="post"`) ||
			w.Header().Get("Cache-Control") != "no-store" || w.Header().Get("Referrer-Policy") != "no-referrer" {
			t.Errorf("%s: %d %v", method, w.Code, w.Header())
		}
	}
	channels("email")
	for _, forged := range []string{"/afmelden/", "/afmelden/1-x", path + "A", "/afmelden/x/y"} {
		for _, method := range []string{http.MethodGet, http.MethodPost} {
			if w := do(method, forged, ""); w.Code != 404 || !strings.Contains(w.Body.String(), "<h1>") {
				t.Errorf("%s %s: %d", method, forged, w.Code)
			}
		}
	}
	channels("email")
	for _, body := range []string{"List-Unsubscribe=One-Click", "", strings.Repeat("x", 1<<20)} {
		if w := do(http.MethodPost, path, body); w.Code != 200 {
			t.Errorf("%d %s", w.Code, w.Body)
		}
	}
	channels()
	if w := do(http.MethodPut, path, ""); w.Code != 405 || w.Header().Get("Allow") == "" {
		t.Errorf("%d", w.Code)
	}
}
