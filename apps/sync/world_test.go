package main_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/fixtures/club"
	"github.com/clubhuis/clubhuis/fixtures/clubsite"
	"github.com/clubhuis/clubhuis/fixtures/contributions"
	"github.com/clubhuis/clubhuis/fixtures/control"
	"github.com/clubhuis/clubhuis/fixtures/helpdesk"
	"github.com/clubhuis/clubhuis/fixtures/maildelivery"
	"github.com/clubhuis/clubhuis/fixtures/maillist"
)

// world is a club with everything around it: the club site, both providers, and the real application, behind a gate that sees
// what is sent to it.
type world struct {
	*place
	site  *clubsite.Site
	lists *maillist.Provider
	mail  *maildelivery.Provider
	gate  *gate

	desk      *helpdesk.Provider      // nil without providers
	collector *contributions.Provider // likewise
}

// newWorld is a world of so many people, none of whom the application knows.
func newWorld(t *testing.T, people int, seed uint64) *world {
	t.Helper()
	w := &world{place: newPlace(t)}
	var site, lists, mail string
	w.site, site = clubsite.ForTest(t, clubsite.Options{Club: club.Generate(people, seed, civil.On(time.Now(), time.UTC)),
		Seed: seed})
	w.lists, lists = maillist.ForTest(t, maillist.Options{})
	w.mail, mail = maildelivery.ForTest(t, maildelivery.Options{})
	application, password := startApplication(t, w.folder)
	w.gate = newGate(t, application, password)
	for name, value := range map[string]string{
		"SITE_URL": site, "SITE_USERNAME": w.site.Account.Username,
		"SITE_PASSWORD_FILE":   w.file("site-password", w.site.Account.Password),
		"SITE_OTP_SECRET_FILE": w.file("otp", w.site.Account.Secret),
		"APP_URL":              w.gate.url + "/api", "APP_USERNAME": username, "APP_PASSWORD_FILE": w.file("app-password", password),
		"LISTS": strings.Join(w.lists.Lists, ","), "LIST_URL": lists, "LIST_KEY_FILE": w.file("list-key", w.lists.Key),
		"MAIL_URL": mail, "MAIL_TOKEN_FILE": w.file("mail-token", w.mail.Token), "MAIL_FROM": "sync@club.example",
		"OPERATOR": "jan@club.example",
	} {
		w.env[name] = value
	}
	return w
}

// username is that of the synchronization in the application.
const username = "synchronisatie"

// startApplication starts the application on an empty database, until the test ends, and returns its address and a password of
// the synchronization's user.
func startApplication(t *testing.T, folder string) (address, password string) {
	t.Helper()
	address, password, _ = startClub(t, folder)
	return address, password
}

// startClub is startApplication with a password of an administrator, too, whose user name is beheer.
func startClub(t *testing.T, folder string) (address, password, manages string) {
	t.Helper()
	command := func(words ...string) *exec.Cmd {
		cmd := exec.CommandContext(context.WithoutCancel(t.Context()), clubhuis, append(words,
			"--database", "sqlite:"+filepath.Join(folder, "club.db"), "--files", filepath.Join(folder, "club-files"))...)
		cmd.Dir = folder
		for _, entry := range os.Environ() {
			if !strings.HasPrefix(entry, "CLUB") && !strings.HasPrefix(entry, "SYNC_") {
				cmd.Env = append(cmd.Env, entry)
			}
		}
		cmd.Stderr = t.Output()
		return cmd
	}
	var passwords []string
	for _, user := range [][3]string{
		{username, "Synchronisatie", "club_synchronisatie"}, {"beheer", "Beheerder Jansen", "administrator"},
	} {
		add := command("user", "add", "--username", user[0], "--email", user[0]+"@club.example", "--display-name", user[1],
			"--role", user[2], "--password-stdin")
		add.Stdin = strings.NewReader("een lang wachtwoord")
		ok(t, add.Run())
		printed, err := command("app-password", "add", "--username", user[0], "--name", "test").Output()
		ok(t, err)
		passwords = append(passwords, strings.TrimSpace(string(printed)))
	}
	server := command("serve", "--listen", "127.0.0.1:0")
	server.Stderr = nil // a line for each request
	out, err := server.StdoutPipe()
	ok(t, err)
	ok(t, server.Start())
	t.Cleanup(func() {
		_ = server.Process.Signal(syscall.SIGTERM)
		ok(t, server.Wait())
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	ok(t, err)
	return strings.TrimSpace(strings.TrimPrefix(line, "listening on ")), passwords[0], passwords[1]
}

// gate stands before the application and notes what is sent to it.
type gate struct {
	t        *testing.T
	url      string
	behind   string
	password string

	mu     sync.Mutex
	sent   []string // method and path
	writes int
	after  func(ctx context.Context, write int) // the application did what it was sent; nil for nothing
}

func newGate(t *testing.T, application, password string) *gate {
	t.Helper()
	g := &gate{t: t, behind: application, password: password}
	target, err := url.Parse(application)
	ok(t, err)
	proxy := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(target) },
		ModifyResponse: func(answer *http.Response) error {
			g.note(answer.Request)
			return nil
		},
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, _ error) { w.WriteHeader(http.StatusBadGateway) },
		// who asked has died
	}
	server := httptest.NewServer(proxy)
	t.Cleanup(server.Close)
	g.url = server.URL
	return g
}

func (g *gate) note(r *http.Request) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.sent = append(g.sent, r.Method+" "+r.URL.Path)
	if r.Method != http.MethodGet {
		g.writes++
		if g.after != nil {
			g.after(r.Context(), g.writes)
		}
	}
}

// reset forgets what was sent, and does something after each write that follows, while who sent it waits for the answer.
func (g *gate) reset(after func(ctx context.Context, write int)) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.sent, g.writes, g.after = nil, 0, after
}

// received is what was sent since.
func (g *gate) received() []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Clone(g.sent)
}

// all reads everybody or everything of a collection, former members too, around the gate.
func (g *gate) all(collection string) []map[string]any {
	g.t.Helper()
	var found []map[string]any
	for page := 1; ; page++ {
		request, err := http.NewRequestWithContext(g.t.Context(), http.MethodGet,
			g.behind+"/api/cms/v2/"+collection+"?per_page=100&include_former=1&page="+strconv.Itoa(page), nil)
		ok(g.t, err)
		request.SetBasicAuth(username, g.password)
		answer, err := http.DefaultClient.Do(request)
		ok(g.t, err)
		text, err := io.ReadAll(answer.Body)
		ok(g.t, err)
		ok(g.t, answer.Body.Close())
		var part []map[string]any
		if err := json.Unmarshal(text, &part); err != nil || answer.StatusCode != http.StatusOK {
			g.t.Fatalf("%s: %d %.300s", collection, answer.StatusCode, text)
		}
		found = append(found, part...)
		if pages, _ := strconv.Atoi(answer.Header.Get("X-WP-TotalPages")); page >= pages {
			return found
		}
	}
}

// remove takes one away, around the gate.
func (g *gate) remove(collection string, id any) {
	g.t.Helper()
	request, err := http.NewRequestWithContext(g.t.Context(), http.MethodDelete,
		fmt.Sprintf("%s/api/cms/v2/%s/%v", g.behind, collection, id), nil)
	ok(g.t, err)
	request.SetBasicAuth(username, g.password)
	answer, err := http.DefaultClient.Do(request)
	ok(g.t, err)
	ok(g.t, answer.Body.Close())
	if answer.StatusCode != http.StatusOK {
		g.t.Fatalf("remove %v of %s: %d", id, collection, answer.StatusCode)
	}
}

// codes are the member codes of the people in the application, in order, twice where two people have one.
func (g *gate) codes() []string {
	g.t.Helper()
	codes := []string{}
	for _, p := range g.all("people") {
		if code, _ := p["acf"].(map[string]any)["assoc-id"].(string); code != "" {
			codes = append(codes, code)
		}
	}
	slices.Sort(codes)
	return codes
}

// wrote are the requests of a record that are no questions.
func wrote(p *control.Panel) (found []string) {
	for _, r := range p.Requests() {
		if r.Method != http.MethodGet {
			found = append(found, r.Name())
		}
	}
	return found
}

// unheard forgets everything that was received so far.
func (w *world) unheard() {
	w.gate.reset(nil)
	w.site.Control.Reset(false)
	w.lists.Control.Reset(false)
	w.mail.Control.Reset(false)
}

// writes is what was written on the application, the lists and the site since.
func (w *world) writes() []string {
	w.t.Helper()
	found := []string{}
	for _, sent := range w.gate.received() {
		if !strings.HasPrefix(sent, "GET ") {
			found = append(found, sent)
		}
	}
	for _, edit := range w.site.Edits() {
		found = append(found, "edit "+edit.Member)
	}
	return append(found, wrote(w.lists.Control)...)
}

// members are the codes of those whom the site's search finds, in order.
func (w *world) members() []string {
	codes := []string{}
	for _, m := range w.site.Register.Members("ACTIVE", "ELIGABLE_FOR_REMOVE") {
		codes = append(codes, m.Code)
	}
	slices.Sort(codes)
	return codes
}
