package main_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/fixtures/postgres"
)

const collection = "/api/cms/v2/people"

// mainJob is what the program exists for: sign in, register, edit, list.
func mainJob(t *testing.T, c *club, s *server) *server {
	t.Helper()
	c.addUser("beheer", "--role", "administrator")
	if a := s.signIn("beheer", password).is(200); !strings.Contains(a.header.Get("Set-Cookie"), "HttpOnly") {
		t.Errorf("cookie %q", a.header.Get("Set-Cookie"))
	}
	admin := s.as("beheer", c.program("beheer"))
	made := admin.send("POST", collection, object{"status": "publish",
		"acf": object{"first_name": "Joël", "last_name": "Kok"}}).is(201)
	if location := made.header.Get("Location"); location != s.url+collection+"/1" {
		t.Errorf("Location %q", location)
	}
	admin.send("PUT", collection+"/1", object{"acf": object{"last_name": "Bos"}}).is(200)
	list := admin.get(collection + "?search=joel").is(200)
	if list.header.Get("X-WP-Total") != "1" || !strings.Contains(list.text, "Joël Bos") {
		t.Errorf("total %s: %s", list.header.Get("X-WP-Total"), list.text)
	}
	return admin
}

func TestTheMainJobOnSQLiteAndAgainAfterARestart(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	s := c.start()
	admin := mainJob(t, c, s)
	s.get("/healthz").is(200)
	s.get("/readyz").is(200)
	s.get("/metrics").is(200)
	if page := s.get("/leden").is(200); !strings.Contains(page.text, "<html") || page.header.Get("Cache-Control") != "no-cache" {
		t.Errorf("the page: %.100s", page.text)
	}
	s.stop()
	again := c.start().as("beheer", admin.pass)
	if found := again.get(collection + "/1").is(200); !strings.Contains(found.text, "Joël Bos") {
		t.Errorf("got %s", found.text)
	}
	again.signIn("beheer", password).is(200)
}

func TestTheMainJobOnPostgreSQL(t *testing.T) {
	t.Parallel()
	c := newClub(t).on(postgres.NewDatabase(t))
	for _, words := range [][]string{{"serve"}, {"seed", "--people", "1"}, {"job", "run", "all-due"}} {
		c.run("", words...).fails("clubhuis migrate")
	}
	c.run("", "migrate").prints("")
	c.run("", "migrate").prints("")
	mainJob(t, c, c.start())
}

func TestServeMigratesPostgreSQLWhenItIsTold(t *testing.T) {
	t.Parallel()
	c := newClub(t).on(postgres.NewDatabase(t))
	var all sync.WaitGroup
	servers := make([]*server, 2) // of two that start at once, one migrates
	for i := range servers {
		all.Go(func() { servers[i] = c.start("serve", "--migrate") })
	}
	all.Wait()
	if t.Failed() {
		t.FailNow()
	}
	c.addUser("jan", "--role", "club_user")
	for _, s := range servers {
		s.signIn("jan", password).is(200)
	}
}

func TestANewerDatabaseIsRefused(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, p place) {
		for _, newer := range []struct{ sql, named string }{
			{"INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, true)", "schema 99999"},
			{"UPDATE forms SET form = 99990 WHERE noun = 'person'", "form 9999"}, // of all nouns together
		} {
			p.sql(newer.sql)
			for _, words := range [][]string{{"serve", "--migrate"}, {"migrate"},
				{"demo"}, {"seed", "--people", "1"}} {
				p.run("", words...).fails(newer.named, "newer")
			}
			p.sql("DELETE FROM goose_db_version WHERE version_id = 99999")
		}
	})
}

// Of several servers one is replaced by a newer program, which migrates: those that were left stop by themselves.
func TestAServerStopsWhenANewerProgramMigratedItsDatabase(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, p place) {
		if p.driver != "sqlite" {
			p.run("", "migrate").prints("")
		}
		s := p.start()
		s.get("/readyz").is(200)
		p.sql("INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, true)")
		s.stopped.Do(func() { // nobody asks it to
			if err := s.cmd.Wait(); err == nil {
				t.Error("the server ended well")
			}
			close(s.exit)
		})
		if log := s.log.String(); !strings.Contains(log, "schema 99999") || !strings.Contains(log, "use the newer program") {
			t.Errorf("it did not say why: %s", log)
		}
	})
}

func TestTheServerIsNotReadyWithoutItsDatabase(t *testing.T) {
	t.Parallel()
	cluster, err := postgres.Start(t.Context())
	ok(t, err)
	t.Cleanup(func() { ok(t, cluster.Stop()) })
	ok(t, cluster.CreateDatabase(t.Context(), "club"))
	c := newClub(t).on(cluster.DSN("club"))
	c.run("", "migrate").prints("")
	c.addUser("jan", "--role", "club_user")
	s := c.start()
	jan := s.as("jan", c.program("jan"))
	s.get("/readyz").is(200)
	ok(t, cluster.Stop())
	s.get("/healthz").is(200)
	for _, a := range []answer{
		jan.get(collection + "/1"), jan.get(collection), jan.send("POST", collection, object{"acf": object{"first_name": "Jan"}}),
		s.signIn("jan", password),
	} {
		if a.is(503); a.object()["code"] != "database_unavailable" || a.header.Get("Retry-After") == "" ||
			strings.Contains(a.text, "postgres") {
			t.Errorf("got %v %s", a.header, a.text)
		}
	}
	eventually(t, "it is not ready", func() bool { return s.get("/readyz").status == 503 })
	if failed := strings.Count(s.log.String(), "dial error"); failed < 4 || strings.Count(s.log.String(), "request failed") != 4 {
		t.Errorf("not a line for each: %s", s.log)
	}
}

func TestSIGTERMLetsARequestInFlightFinish(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	s := c.start()
	c.addUser("jan", "--role", "club_user")
	pass := c.program("jan")
	body, upload := io.Pipe()
	reading := make(chan struct{})
	ctx := httptrace.WithClientTrace(t.Context(), &httptrace.ClientTrace{Got100Continue: func() { close(reading) }})
	request, err := http.NewRequestWithContext(ctx, "POST", s.url+collection, body)
	ok(t, err)
	request.SetBasicAuth("jan", pass)
	request.Header.Set("Expect", "100-continue")
	request.Header.Set("Content-Type", "application/json")
	answers := make(chan *http.Response, 1)
	go func() {
		response, err := http.DefaultClient.Do(request) //nolint:bodyclose // by whoever receives it
		if err != nil {
			t.Error(err)
		}
		answers <- response
	}()
	_, err = io.WriteString(upload, `{"acf":{"first_name":`)
	ok(t, err)
	select {
	case <-reading:
	case <-time.After(soon):
		t.Fatal("the server never read the request")
	}
	ok(t, s.cmd.Process.Signal(syscall.SIGTERM))
	address := strings.TrimPrefix(s.url, "http://")
	eventually(t, "the server stops listening", func() bool {
		connection, err := (&net.Dialer{}).DialContext(context.WithoutCancel(t.Context()), "tcp", address)
		if err == nil {
			_ = connection.Close()
		}
		return err != nil
	})
	_, err = io.WriteString(upload, `"Jan"}}`)
	ok(t, err)
	ok(t, upload.Close())
	response := <-answers
	if response == nil {
		t.FailNow()
	}
	defer response.Body.Close()
	if response.StatusCode != 201 {
		t.Errorf("status %d", response.StatusCode)
	}
	s.stop()
}

func TestAWildcardIsNoAddressForABrowser(t *testing.T) {
	t.Parallel()
	for _, wildcard := range []string{"0.0.0.0:0", ":0"} {
		c := newClub(t)
		s := c.start("serve", "--listen", wildcard)
		_, port, err := net.SplitHostPort(strings.TrimPrefix(s.url, "http://"))
		ok(t, err)
		s.url = "http://127.0.0.1:" + port
		if got := s.get("/api/").is(200).object()["url"]; got != "http://localhost:"+port {
			t.Errorf("%s: the club's address is %v", wildcard, got)
		}
		c.addUser("jan", "--role", "club_user")
		made := s.as("jan", c.program("jan")).send("POST", collection, object{"acf": object{"first_name": "Jan"}}).is(201)
		if location := made.header.Get("Location"); location != "http://localhost:"+port+collection+"/1" {
			t.Errorf("%s: Location %q", wildcard, location)
		}
	}
}

func TestAnOccupiedAddressIsAnError(t *testing.T) {
	t.Parallel()
	taken, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	ok(t, err)
	defer func() { ok(t, taken.Close()) }()
	newClub(t).run("", "serve", "--listen", taken.Addr().String()).fails("address already in use")
}

func TestTheSecretKeyIsMadeOnceUnderParallelStarts(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	var all sync.WaitGroup
	servers := make([]*server, 4)
	for i := range servers {
		all.Go(func() { servers[i] = c.start() })
	}
	all.Wait()
	if t.Failed() {
		t.FailNow()
	}
	c.addUser("jan", "--role", "club_user")
	signedIn := servers[0].signIn("jan", password).is(200)
	cookie, _, _ := strings.Cut(signedIn.header.Get("Set-Cookie"), ";")
	for _, s := range servers { // a nonce of one is good at all
		request, err := http.NewRequestWithContext(t.Context(), "POST", s.url+collection,
			strings.NewReader(`{"acf":{"first_name":"Jan"}}`))
		ok(t, err)
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Cookie", cookie)
		request.Header.Set("X-CMS-Nonce", signedIn.object()["nonce"].(string))
		response, err := http.DefaultClient.Do(request)
		ok(t, err)
		_ = response.Body.Close()
		if response.StatusCode != 201 {
			t.Errorf("status %d", response.StatusCode)
		}
	}
	key := filepath.Join(c.folder, "clubhuis.key")
	info, err := os.Stat(key)
	ok(t, err)
	if info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v", info.Mode())
	}
	for _, s := range servers {
		s.stop()
	}
	if left, _ := filepath.Glob(filepath.Join(c.folder, ".key*")); len(left) > 0 {
		t.Errorf("left %q", left)
	}
	ok(t, os.WriteFile(key, []byte("short\n"), 0o600))
	c.run("", "serve").fails("clubhuis.key")
}

func TestTheClockMovesTheClubsDayAndItsWork(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	c.run("", "serve", "--clock", "2030-06-15T12:00:00Z").fails("--clock: needs --debug")
	c.run("", "serve", "--debug", "--clock", "2030-06-15").fails("RFC 3339")
	c.addUser("jan", "--role", "club_user")
	pass := c.program("jan")
	for _, on := range []struct{ clock, volunteer string }{{"2030-06-15T21:00:00Z", "1"}, {"2030-06-15T22:00:00Z", "0"}} {
		s := c.start("serve", "--debug", "--clock", on.clock)
		jan := s.as("jan", pass)
		bar := jan.send("POST", "/api/cms/v2/commissies", object{"title": "Bar"}).is(201).object()["id"]
		a := jan.send("POST", collection, object{"acf": object{"first_name": "Jan", "work_history": []object{
			{"team": bar, "entity_type": "commissie", "job_title": "Voorzitter", "is_current": true, "end_date": "2030-06-15"},
		}}}).is(201)
		if got := a.object()["acf"].(object)["huidig-vrijwilliger"]; got != on.volunteer {
			t.Errorf("at %s: %v", on.clock, got)
		}
		if got := fmt.Sprint(a.object()["date_gmt"]); !strings.HasPrefix(got, on.clock[:10]+" "+on.clock[11:13]) {
			t.Errorf("at %s: made %s", on.clock, got)
		}
		s.stop()
	}
	clock := []string{"--debug", "--clock"}
	const daily = "forget-sessions: 0\nerase-people: 0\nclear-leavers: 0\npurge-people: 0\npurge-log: 0\nreturned-payments: 1\n" +
		"reconcile-payments: 0\nage-invoices: 0\n" +
		"remind-invoices: 0\nfetch-matches: 0\nend-work: 2\ndigest: 0\nsweep-files: 0\nremove-lost-files: 0\n"
	// What is purged of the log is that jan got an application password, years before.
	c.run("", append([]string{"job", "run", "all-due"},
		append(clock, "2031-01-01T12:00:00Z")...)...).prints(strings.Replace(daily, "purge-log: 0", "purge-log: 1", 1))
	c.run(
		"",
		append([]string{"job", "run", "all-due"}, append(clock, "2031-01-01T20:00:00Z")...)...).prints(
		"reconcile-payments: 0\nfetch-matches: 0\ndigest: 0\n",
	)
	c.run("", append([]string{"job", "run", "all-due"},
		append(clock, "2031-01-02T12:00:00Z")...)...).prints(strings.Replace(daily, "end-work: 2", "end-work: 0", 1)) // it ended
}

func TestAServerDoesItsDailyWorkByItself(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	c.startAtNoon()
	s := c.start()
	eventually(t, "the daily work is done", func() bool {
		log := s.log.String()
		return strings.Contains(log, "job=forget-sessions") && strings.Contains(log, "job=purge-people") &&
			strings.Contains(log, "job=remove-lost-files")
	})
	c.run("", "job", "run", "all-due").prints("")
	if strings.Contains(s.log.String(), "level=ERROR") {
		t.Errorf("errors: %s", s.log)
	}
}

func TestMetricsMayHaveAnAddressOfTheirOwn(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	s := c.start("serve", "--metrics-listen", "127.0.0.1:0")
	address := ""
	for _, line := range s.before {
		if found, there := strings.CutPrefix(line, "metrics on "); there {
			address = found
		}
	}
	apart := &server{t: t, url: strings.TrimSuffix(address, "/metrics")}
	told := apart.get("/metrics").is(200).text
	for _, want := range []string{"clubhuis_build_info{", "clubhuis_failed_jobs{", "clubhuis_last_backup_timestamp_seconds 0"} {
		if !strings.Contains(told, want) {
			t.Errorf("no %s in %.2000s", want, told)
		}
	}
	s.get("/metrics").is(404)
	apart.get("/").is(404)
	apart.get("/healthz").is(404)
	c.run("", "serve", "--metrics-listen", strings.TrimPrefix(apart.url, "http://")).
		fails("address already in use")
	c.run("", "config", "check", "--metrics-listen", "127.0.0.1:8080").
		fails("--metrics-listen: must be another address than --listen")
	c.run("", "config", "check", "--metrics-listen", "everywhere").fails(`--metrics-listen: "everywhere" is no host:port`)
	if r := c.run("", "config", "check", "--metrics-listen", "0.0.0.0:9090"); r.code != 0 ||
		!strings.Contains(r.err, "warning: --metrics-listen 0.0.0.0:9090 tells everybody who reaches it") {
		t.Errorf("exit %d: %s", r.code, r.err)
	}
}
