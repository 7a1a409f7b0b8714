package main_test

import (
	"bufio"
	"bytes"
	"database/sql"
	"errors"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestConnectionsBeyondTheLimitWait(t *testing.T) {
	t.Parallel()
	s := newClub(t).start("serve", "--max-connections", "2")
	dialled := func() (net.Conn, chan error) {
		t.Helper()
		conn, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
		ok(t, err)
		_, err = io.WriteString(conn, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
		ok(t, err)
		answered := make(chan error, 1)
		go func() {
			_, err := http.ReadResponse(bufio.NewReader(conn), nil) //nolint:bodyclose // the connection is closed below
			answered <- err
		}()
		return conn, answered
	}
	first, one := dialled()
	second, two := dialled()
	ok(t, <-one)
	ok(t, <-two)
	third, waiting := dialled()
	select {
	case err := <-waiting:
		t.Errorf("a third connection was served beside two: %v", err)
	case <-time.After(200 * time.Millisecond):
	}
	ok(t, first.Close())
	ok(t, <-waiting)
	ok(t, errors.Join(second.Close(), third.Close()))
}

func TestAnotherProcessThatKeepsTheLockMakesWritesUnavailable(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	c.addUser("jan", "--role", "club_user")
	s := c.start()
	jan := s.as("jan", c.program("jan"))
	jan.send("POST", collection, object{"acf": object{"first_name": "Jan"}}).is(201)
	// It waits for the lock: a job of the server's start may hold it.
	pool, err := sql.Open("sqlite", "file:"+filepath.Join(c.folder, "club.db")+"?_pragma=busy_timeout(20000)")
	ok(t, err)
	other, err := pool.Conn(t.Context())
	ok(t, err)
	_, err = other.ExecContext(t.Context(), "BEGIN IMMEDIATE")
	ok(t, err)
	refused := make(chan answer)
	go func() { refused <- jan.send("POST", collection, object{"acf": object{"first_name": "Piet"}}) }()
	reads := 0
	for waiting := true; waiting; reads++ {
		jan.get(collection + "/1").is(200)
		select {
		case a := <-refused:
			if a.is(503); a.object()["code"] != "database_unavailable" && a.object()["code"] != "server_busy" ||
				a.header.Get("Retry-After") == "" {
				t.Errorf("got %v %s", a.header, a.text)
			}
			waiting = false
		case <-time.After(20 * time.Millisecond):
		}
	}
	if reads < 2 {
		t.Error("nobody read meanwhile")
	}
	s.get("/readyz").is(503)
	ok(t, errors.Join(other.Close(), pool.Close()))
	jan.send("POST", collection, object{"acf": object{"first_name": "Piet"}}).is(201)
}

func TestAServerWhoseFilesCanNotBeWrittenIsNotReady(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	folder := filepath.Join(c.folder, "files")
	s := c.start()
	s.get("/readyz").is(200)
	left, err := os.ReadDir(folder)
	if ok(t, err); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	ok(t, os.RemoveAll(folder))
	ok(t, os.WriteFile(folder, nil, 0o600))
	eventually(t, "it is not ready", func() bool { return s.get("/readyz").status == 503 })
	ok(t, os.Remove(folder))
	ok(t, os.Mkdir(folder, 0o700))
	eventually(t, "it is ready again", func() bool { return s.get("/readyz").status == 200 })
}

func TestTheProgramLeavesNothingOfADestroyedPersonOnTheDisk(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	c.addUser("beheer", "--role", "administrator")
	pass := c.program("beheer")
	s := c.start()
	admin := s.as("beheer", pass)
	admin.send("POST", collection, object{"acf": object{"first_name": "Wilhelmina", "last_name": "Quispelschoenmaker",
		"addresses": []object{{"street": "Ravenswaaijdreef 12", "city": "Zevenhuizerveen"}}}}).is(201)
	admin.send("PUT", collection+"/1", object{"acf": object{"last_name": "Buitenhuisjagermans"}}).is(200)
	found := func() (what []string) {
		for _, name := range []string{"club.db", "club.db-wal"} {
			data, err := os.ReadFile(filepath.Join(c.folder, name))
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				t.Fatal(err)
			}
			data = bytes.ToLower(data)
			for _, text := range []string{"wilhelmina", "quispelschoenmaker", "buitenhuisjagermans", "ravenswaaijdreef",
				"zevenhuizerveen"} {
				for i := 0; i+7 <= len(text); i++ {
					if bytes.Contains(data, []byte(text[i:i+7])) {
						what = append(what, name+": "+text[i:i+7])
					}
				}
			}
		}
		return what
	}
	admin.send("DELETE", collection+"/1", nil).is(200)
	if len(found()) == 0 {
		t.Fatal("the person was never there")
	}
	later := time.Now().Add(40 * 24 * time.Hour).UTC().Format(time.RFC3339)
	c.run("", "job", "run", "purge-people", "--debug", "--clock", later).prints("purge-people: 1\n")
	if what := found(); len(what) > 0 {
		t.Errorf("beside a running server: %q", what)
	}
	s.stop()
	if what := found(); len(what) > 0 {
		t.Errorf("after it stopped: %q", what)
	}
}

func TestSecretsThatEverybodyCanReadOrGuessAreRefused(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	file := func(name, text string, mode os.FileMode) string {
		path := filepath.Join(c.folder, name)
		ok(t, os.WriteFile(path, []byte(text), 0o600))
		ok(t, os.Chmod(path, mode))
		return path
	}
	strong := strings.Repeat("geheim", 6)
	for _, words := range [][]string{
		{"--secret-key-file", file("installation.key", strong, 0o644)}, {"--metrics-token-file", file("token", strong, 0o644)},
		{"--sync-url", "http://127.0.0.1:3000", "--sync-key-file", file("sync", strong, 0o644)},
		{"--database-file", file("url", "sqlite:"+filepath.Join(c.folder, "x.db"), 0o604)},
	} {
		for _, command := range [][]string{{"config", "check"}, {"serve"}} {
			if command[0] == "config" || words[0] != "--sync-url" {
				c.run("", append(command, words...)...).fails("chmod 600 " + words[len(words)-1])
			}
		}
	}
	for _, words := range [][]string{
		{"--metrics-token-file", file("short", "geheim", 0o600)}, {"--metrics-token-file", file("two", strong+" x", 0o600)},
		{"--sync-url", "http://127.0.0.1:3000", "--sync-key-file", file("short-key", "geheim", 0o600)},
	} {
		r := c.run("", append([]string{"config", "check"}, words...)...)
		r.fails(words[len(words)-2], "32 characters")
		if strings.Contains(r.err, "geheim") {
			t.Errorf("shows a secret: %s", r.err)
		}
	}
	c.env = []string{"SYNC_API_KEY=geheim"}
	r := c.run("", "config", "check", "--sync-url", "http://127.0.0.1:3000", "--trusted-proxies", "0.0.0.0/0,::/0")
	if r.code != 0 || strings.Count(r.err, "warning: ") != 3 || !strings.Contains(r.err, "SYNC_API_KEY") ||
		!strings.Contains(r.err, "::/0 believes everybody") || strings.Contains(r.err, "geheim") {
		t.Errorf("exit %d: %s", r.code, r.err)
	}
}

func TestTheMetricsTokenOpensTheMetricsFromElsewhere(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	token := strings.Repeat("k", 32)
	path := filepath.Join(c.folder, "token")
	ok(t, os.WriteFile(path, []byte(token+"\n"), 0o600))
	s := c.start("serve", "--metrics-token-file", path)
	for _, sent := range []string{token, token + "x", ""} {
		request, err := http.NewRequestWithContext(t.Context(), "GET", s.url+"/metrics", nil)
		ok(t, err)
		request.Header.Set("Forwarded", "for=8.8.8.8")
		request.Header.Set("Authorization", "Bearer "+sent)
		response, err := http.DefaultClient.Do(request)
		ok(t, err)
		if ok(t, response.Body.Close()); (response.StatusCode == 200) != (sent == token) {
			t.Errorf("%q: status %d", sent, response.StatusCode)
		}
	}
}

func TestNoMorePeopleThanTheServerHolds(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	c.addUser("beheer", "--role", "administrator")
	s := c.start("serve", "--directory-limit", "2")
	admin := s.as("beheer", c.program("beheer"))
	for _, status := range []int{201, 201, 409} {
		a := admin.send("POST", collection, object{"acf": object{"first_name": "Jan"}}).is(status)
		if status == 409 && a.object()["code"] != "directory_full" {
			t.Errorf("got %s", a.text)
		}
	}
	s.stop()
	c.run("", "serve", "--directory-limit", "1").fails("2 people")
}
