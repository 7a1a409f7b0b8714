package main_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const (
	syncIndividual = "/api/club/v1/clubsystem/sync-individual"
	syncKey        = "c2xldXRlbC12YW4tdHdlZS1wcm9ncmFtbWEncw=="
)

// syncService answers in the contract's words, and with the key that it was sent, which must go no further.
func syncService(t *testing.T) *httptest.Server {
	t.Helper()
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key := r.Header.Get("X-Sync-API-Key")
		question, _ := io.ReadAll(r.Body)
		status, body := 200, `{"ok":true,"assoc_id":"ABCD12","action":"updated","club_record_id":1,"key":"`+key+`"}`
		switch {
		case r.Method+" "+r.URL.Path == "GET /api/sync/failing" && key == syncKey:
			body = `{"ok":true,"failing":["people","teams"]}`
		case r.Method+" "+r.URL.Path != "POST /api/sync/individual":
			status, body = 404, `{"message":"Route not found"}`
		case key != syncKey:
			status, body = 403, `{"ok":false,"error":"Invalid API key","key":"`+key+`"}`
		case strings.Contains(string(question), "GONE1"):
			status, body = 422, `{"ok":false,"error":"Member not found","key":"`+key+`"}`
		case !strings.Contains(string(question), "ABCD12"):
			status, body = 500, `{"ok":false,"error":"Internal sync error","key":"`+key+`"}`
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}))
	t.Cleanup(service.Close)
	return service
}

func TestTheServerHasAMemberBroughtUpToDate(t *testing.T) {
	t.Parallel()
	service := syncService(t)
	file := filepath.Join(t.TempDir(), "key")
	ok(t, os.WriteFile(file, []byte(syncKey+"\n"), 0o600))
	for name, configured := range map[string]struct{ env, flags []string }{
		"by flags":          {[]string{"SYNC_API_KEY=another"}, []string{"--sync-url", service.URL, "--sync-key-file", file}},
		"by environment":    {[]string{"SYNC_API_KEY=" + syncKey, "CLUBHUIS_SYNC_URL=" + service.URL + "/"}, nil},
		"by a file's place": {[]string{"CLUBHUIS_SYNC_KEY_FILE=" + file, "CLUBHUIS_SYNC_URL=" + service.URL}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newClub(t)
			c.addUser("beheer", "--role", "administrator")
			c.addUser("lid", "--role", "club_user")
			admin, member := c.program("beheer"), c.program("lid")
			c.env = configured.env
			s := c.start(append([]string{"serve"}, configured.flags...)...)
			ask := func(code string) answer {
				return s.as("beheer", admin).send("POST", syncIndividual, object{"assoc_id": code})
			}
			eventually(t, "administrators hear that the synchronization failed", func() bool {
				text := s.as("beheer", admin).get("/api/club/v1/dashboard/workspace").is(200).text
				return strings.Contains(text, "De laatste synchronisatie is mislukt: leden, teams.")
			})
			done := ask("ABCD12").is(200)
			if got := done.object(); len(got) != 4 || got["ok"] != true || got["action"] != "updated" || got["club_record_id"] != 1.0 {
				t.Errorf("got %s", done.text)
			}
			answers := []answer{done, ask("GONE1").is(422), ask("FAIL1").is(500), ask("x").is(400)}
			answers = append(answers, s.as("lid", member).send("POST", syncIndividual, object{"assoc_id": "ABCD12"}).is(403))
			answers = append(answers, s.as("", "").send("POST", syncIndividual, object{"assoc_id": "ABCD12"}).is(401))
			s.stop()
			for _, a := range answers {
				if strings.Contains(a.text, syncKey) {
					t.Errorf("tells the key: %s", a.text)
				}
			}
			if log := s.log.String(); strings.Contains(log, syncKey) || !strings.Contains(log, "service answered 500") {
				t.Errorf("the log: %s", log)
			}
		})
	}
}

func TestTheServersTroubleWithSynchronization(t *testing.T) {
	t.Parallel()
	listener, err := (&net.ListenConfig{}).Listen(context.WithoutCancel(t.Context()), "tcp", "127.0.0.1:0")
	ok(t, err)
	ok(t, listener.Close())
	for _, trouble := range []struct {
		name, url, key string
		status         int
		code           string
	}{
		{"not configured", "", syncKey, 500, "sync_not_configured"},
		{"down", "http://" + listener.Addr().String(), syncKey, 502, "sync_request_failed"},
		{"another key", syncService(t).URL, "another-key", 403, "sync_error"},
		{"another address", syncService(t).URL + "/elsewhere", syncKey, 502, "sync_request_failed"},
	} {
		t.Run(trouble.name, func(t *testing.T) {
			t.Parallel()
			c := newClub(t)
			c.addUser("beheer", "--role", "administrator")
			admin := c.program("beheer")
			c.env = []string{"CLUBHUIS_SYNC_URL=" + trouble.url, "SYNC_API_KEY=" + trouble.key}
			s := c.start()
			a := s.as("beheer", admin).send("POST", syncIndividual, object{"assoc_id": "ABCD12"}).is(trouble.status)
			if a.object()["code"] != trouble.code {
				t.Errorf("got %s", a.text)
			}
			s.stop()
			if log := s.log.String(); strings.Contains(log+a.text, trouble.key) || !strings.Contains(log, "request failed") {
				t.Errorf("the log: %s", log)
			}
		})
	}
}

func TestConfigCheckOfTheSynchronization(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	c.env = []string{"SYNC_API_KEY="}
	empty := filepath.Join(c.folder, "empty")
	ok(t, os.WriteFile(empty, []byte(" \n"), 0o600))
	two := filepath.Join(c.folder, "two")
	ok(t, os.WriteFile(two, []byte("geheim een\ngeheim twee\n"), 0o600))
	for _, wrong := range []struct {
		flags []string
		named string
	}{
		{[]string{"--sync-url", "http://sync.example"}, "SYNC_API_KEY"},
		{[]string{"--sync-url", "http://sync.example", "--sync-key-file", empty}, "32 characters"},
		{[]string{"--sync-key-file", filepath.Join(c.folder, "none")}, "--sync-key-file"},
		{[]string{"--sync-key-file", two}, "--sync-key-file"},
		{[]string{"--sync-url", "sync.example:3000"}, "--sync-url"},
		{[]string{"--sync-url", "ftp://sync.example"}, "--sync-url"},
		{[]string{"--sync-url", "https://"}, "--sync-url"},
		{[]string{"--sync-url", "https://jan:geheim@sync.example"}, "--sync-url"},
		{[]string{"--sync-url", "https://sync.example/?key=geheim"}, "--sync-url"},
		{[]string{"--sync-url", "https://sync.example/#geheim"}, "--sync-url"},
		{[]string{"--sync-url", "https://jan:geheim@[::1"}, "--sync-url"},
	} {
		r := c.run("", append([]string{"config", "check"}, wrong.flags...)...)
		r.fails(wrong.named)
		if strings.Contains(r.err, "geheim") {
			t.Errorf("%q: shows a secret: %s", wrong.flags, r.err)
		}
	}
	c.run("", "config", "check").shows("sync-url: \n", "sync-key: (none)\n")
	c.env = []string{"SYNC_API_KEY=geheim"}
	c.run("", "config", "check").shows("sync-url: \n", "sync-key: (none)\n")
	c.run("", "config", "check", "--sync-url", "https://sync.example/pad/").shows("sync-url: https://sync.example/pad\n",
		"sync-key: xxxxx\n")
}

// shows checks a command that went well, and told no secret.
func (r result) shows(lines ...string) {
	r.t.Helper()
	for _, line := range lines {
		if r.code != 0 || !strings.Contains(r.out, line) || strings.Contains(r.out+r.err, "geheim") {
			r.t.Errorf("exit %d, no %q in %s%s", r.code, line, r.out, r.err)
		}
	}
}
