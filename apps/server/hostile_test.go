package main_test

import (
	"database/sql"
	"fmt"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib"
	_ "modernc.org/sqlite"

	"github.com/clubhuis/clubhuis/fixtures/postgres"
)

// place is a migrated club and how to reach its database past the program.
type place struct {
	*club
	driver, location string
}

// onBoth runs a test on a club in either kind of database.
func onBoth(t *testing.T, test func(t *testing.T, p place)) {
	for name, on := range map[string]func(*testing.T) place{
		"SQLite": func(t *testing.T) place {
			c := newClub(t)
			return place{c, "sqlite", filepath.Join(c.folder, "club.db")}
		},
		"PostgreSQL": func(t *testing.T) place {
			dsn := postgres.NewDatabase(t)
			return place{newClub(t).on(dsn), "pgx", dsn}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := on(t)
			p.run("", "migrate").prints("")
			test(t, p)
		})
	}
}

// sql runs statements past the program.
func (p place) sql(statements ...string) {
	p.t.Helper()
	pool, err := sql.Open(p.driver, p.location)
	ok(p.t, err)
	defer func() { ok(p.t, pool.Close()) }()
	if p.driver == "sqlite" { // the server may be writing
		statements = append([]string{"PRAGMA busy_timeout = 30000"}, statements...)
		pool.SetMaxOpenConns(1)
	}
	for _, statement := range statements {
		if _, err := pool.ExecContext(p.t.Context(), statement); err != nil {
			p.t.Fatalf("%s: %v", statement, err)
		}
	}
}

func TestNothingThatAClientSendsIsAnErrorOfTheServer(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, p place) {
		p.addUser("beheer", "--role", "administrator")
		s := p.start()
		admin := s.as("beheer", p.program("beheer"))
		team := admin.send("POST", "/api/cms/v2/teams", object{"title": "JO9-1"}).is(201).object()["id"]
		admin.send("POST", collection, object{"acf": object{"first_name": "Jan", "work_history": []object{
			{"team": team, "job_title": "Trainer", "is_current": true},
		}}}).is(201)
		for _, wrong := range []string{"%00", "a%00", "%ff", "a%C3%28", "%ED%A0%80"} {
			for _, query := range []string{
				collection + "?search=", collection + "?slug=", collection + "?slug=jan-1,", collection + "?modified_after=",
				collection + "?_fields=",
				"/api/club/v1/people/filtered?search=", "/api/club/v1/users/search?q=aa",
			} {
				admin.get(query + wrong).is(400)
			}
			admin.get(collection + "/" + wrong).is(404)
			admin.send("DELETE", "/api/club/v1/user/sessions/"+wrong, nil).is(404)
			admin.send("DELETE", "/api/cms/v2/users/1/application-passwords/"+wrong, nil).is(404)
		}
		for _, text := range []string{"\x00", "jan\x00", "\\u0000", "\xff", "%00", "'", `\`, "%", "_", "\u2028", "\U0010ffff",
			strings.Repeat("é", 200)} {
			for _, query := range []string{collection + "?search=", collection + "?slug=", "/api/club/v1/people/filtered?search=",
				"/api/club/v1/users/search?q="} {
				if a := admin.get(query + url.QueryEscape(text)); a.status >= 500 {
					t.Errorf("%s: %q: status %d", query, text, a.status)
				}
			}
			if a := s.signIn(text, password); a.status != 400 && a.status != 401 {
				t.Errorf("sign-in as %q: status %d", text, a.status)
			}
			for path, body := range map[string]object{
				collection + "/1":                       {"acf": object{"nickname": text, "free": text, text: 1}, "meta": object{text: text}},
				"/api/club/v1/volunteer-roles/settings": {"player_roles": []string{text}, "excluded_roles": []string{text}},
			} {
				if a := admin.send("POST", path, body); a.status >= 500 || strings.ContainsRune(text, 0) && a.status != 400 {
					t.Errorf("%s: %q: status %d: %s", path, text, a.status, a.text)
				}
			}
			for _, path := range []string{collection, collection + "/1", "/api/club/v1/people/filtered?huidig_vrijwilliger=1"} {
				admin.get(path).is(200) // people stay readable
			}
		}
		admin.send("POST", "/api/club/v1/volunteer-roles/settings", object{"player_roles": []string{"x\x00"}}).is(400)
		if got := admin.get("/api/club/v1/volunteer-roles/settings").is(200); strings.Contains(got.text, `\u0000`) {
			t.Errorf("kept %s", got.text)
		}

		request, err := http.NewRequestWithContext(t.Context(), "POST", s.url+"/api/club/v1/session",
			strings.NewReader(`{"username":"beheer","password":"`+password+`"}`))
		ok(t, err)
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("User-Agent", "Fire\xfffox")
		response, err := http.DefaultClient.Do(request)
		ok(t, err)
		if ok(t, response.Body.Close()); response.StatusCode != 200 {
			t.Errorf("a browser with a strange name: status %d", response.StatusCode)
		}
		if sessions := admin.get("/api/club/v1/user/sessions").is(200); !strings.Contains(sessions.text, "Fire?fox") {
			t.Errorf("got %s", sessions.text)
		}
		if strings.Contains(s.log.String(), "level=ERROR") {
			t.Errorf("errors: %s", s.log)
		}
	})
}

func TestAThousandIdsAndSlugsWork(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, p place) {
		p.addUser("beheer", "--role", "administrator")
		admin := p.start().as("beheer", p.program("beheer"))
		admin.send("POST", collection, object{"acf": object{"first_name": "Jan"}}).is(201)
		admin.send("POST", collection, object{"acf": object{"first_name": "Piet"}}).is(201)
		ids, slugs := "include=", "slug="
		for i := range 999 {
			ids += fmt.Sprintf("%d,", i+1000)
			slugs += fmt.Sprintf("jan-%d,", i+1000)
		}
		for query, total := range map[string]string{
			ids + "1": "1", slugs + "jan-1": "1", strings.Replace(ids, "include", "exclude", 1) + "1": "1",
			ids + "2&" + slugs + "jan-1": "0",
		} {
			if got := admin.get(collection + "?" + query).is(200).header.Get("X-WP-Total"); got != total {
				t.Errorf("%.30s: total %s, want %s", query, got, total)
			}
		}
	})
}

func TestADamagedDocumentIsA500InTheLog(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, p place) {
		p.addUser("beheer", "--role", "administrator")
		s := p.start()
		pass := p.program("beheer")
		admin := s.as("beheer", pass)
		for _, name := range []string{"Jan", "Piet", "Kees"} {
			admin.send("POST", collection, object{"acf": object{"first_name": name}}).is(201)
		}
		p.sql(`UPDATE people SET document = '{"birthdate":"gisteren"}' WHERE id = 1`,
			`UPDATE people SET document = '{"birthdate":' WHERE id = 2`)
		edit := object{"acf": object{"nickname": "J"}}
		refused := func(a answer) {
			t.Helper()
			if a.is(500).object()["code"] != "internal_error" {
				t.Errorf("got %s", a.text)
			}
		}
		refused(admin.send("PUT", collection+"/1", edit))
		s.stop()
		s = p.start()
		eventually(t, "who they are is in the log", func() bool {
			return strings.Contains(s.log.String(), "level=ERROR") && strings.Contains(s.log.String(), `people="[1 2]"`)
		})
		admin = s.as("beheer", pass)
		for _, path := range []string{"/1", "/2"} { // half a document is no answer
			refused(admin.get(collection + path))
			refused(admin.send("PUT", collection+path, edit))
		}
		for _, path := range []string{collection, "/api/club/v1/people/filtered"} {
			if a := admin.get(path).is(200); !strings.Contains(a.text, "Kees") || strings.Contains(a.text, "gisteren") {
				t.Errorf("got %s", a.text)
			}
		}
		eventually(t, "the cause is in the log", func() bool { return strings.Contains(s.log.String(), "person 1 is damaged") })
	})
}

func TestPeopleOfAnOlderFormAreFoundAfterMigrating(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, p place) {
		p.addUser("beheer", "--role", "administrator")
		pass := p.program("beheer")
		words := []string{"serve", "--base-url", "http://club.example"}
		s := p.start(words...)
		admin := s.as("beheer", pass)
		before := admin.send("POST", collection, object{"acf": object{"first_name": "Joël", "nickname": "J"}}).is(201)
		s.stop()
		p.sql(`UPDATE people SET document = '{"first_name":"Joël","nickname":"J","_visibility":"private"}'`,
			`UPDATE forms SET form = 1 WHERE noun = 'person'`)
		if p.driver == "pgx" {
			p.run("", "serve").fails("clubhuis migrate")
		}
		p.run("", "migrate").prints("")
		admin = p.start(words...).as("beheer", pass)
		if after := admin.get(collection + "/1").is(200); after.text != before.text {
			t.Errorf("got  %s\nwant %s", after.text, before.text)
		}
		for _, query := range []string{"search=joel", "modified_after=2020-01-01"} {
			if total := admin.get(collection + "?" + query).is(200).header.Get("X-WP-Total"); total != "1" {
				t.Errorf("%s: total %s", query, total)
			}
		}
	})
}
