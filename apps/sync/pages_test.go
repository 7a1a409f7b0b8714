package main_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

const operatorsPassword = "vier willekeurige woorden"

// typed runs a command with a text on its standard input.
func (p *place) typed(text string, words ...string) result {
	p.t.Helper()
	cmd := p.command(context.WithoutCancel(p.t.Context()), words...)
	cmd.Stdin = strings.NewReader(text)
	var out, err bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &err
	var exit *exec.ExitError
	if failed := cmd.Run(); failed != nil && !errors.As(failed, &exit) {
		p.t.Fatal(failed)
	}
	return result{p.t, strings.Join(words, " "), out.String(), err.String(), cmd.ProcessState.ExitCode()}
}

// browser is somebody's, with cookies.
type browser struct {
	*server
	client http.Client
}

func (s *server) browser() *browser {
	jar, err := cookiejar.New(nil)
	ok(s.t, err)
	return &browser{s, http.Client{Jar: jar}}
}

// visit opens a page, or sends a form, and returns where it led and what stands there.
func (b *browser) visit(path string, form url.Values) (at, text string) {
	b.t.Helper()
	method := http.MethodGet
	if form != nil {
		method = http.MethodPost
	}
	r, err := http.NewRequestWithContext(b.t.Context(), method, b.url+path, strings.NewReader(form.Encode()))
	ok(b.t, err)
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Accept", "text/html")
	answer, err := b.client.Do(r)
	ok(b.t, err)
	defer answer.Body.Close()
	page, err := io.ReadAll(answer.Body)
	ok(b.t, err)
	return answer.Request.URL.RequestURI(), string(page)
}

// shows checks that a page was reached and says all of this.
func (b *browser) shows(path string, parts ...string) func(at, text string) {
	b.t.Helper()
	return func(at, text string) {
		b.t.Helper()
		if at != path {
			b.t.Errorf("at %s, not %s", at, path)
		}
		for _, part := range parts {
			if !strings.Contains(text, part) {
				b.t.Errorf("%s: no %q in %s", at, part, text)
			}
		}
	}
}

// An operator signs in, looks what a run would do, compares, repairs, and sees what came of it.
func TestAnOperatorRunsTheServiceFromItsPages(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 12, 7)
	w.typed(operatorsPassword+"\n", "user", "add", "--username", "jan", "--display-name", "Jan de Boer", "--password-stdin").exits(0)
	s := w.serve()
	b := s.browser()
	b.shows("/login")(b.visit("/", nil))
	b.shows("/login", "onjuist")(b.visit("/login", url.Values{"username": {"jan"}, "password": {"x"}}))
	b.shows("/", "Jan de Boer", "Leden", "Nog niet gedraaid")(
		b.visit("/login", url.Values{"username": {"jan"}, "password": {operatorsPassword}}))

	b.shows("/pipeline/people?done=started-dry")(b.visit("/api/pipeline/people/start", url.Values{"dry_run": {"1"}}))
	run := regexp.MustCompile(`href="(/run/\d+)"`)
	page := ""
	eventually(t, "a dry run that is done", func() bool {
		_, text := b.visit("/pipeline/people", nil)
		found := run.FindStringSubmatch(text)
		if found == nil || strings.Contains(text, "Bezig") {
			return false
		}
		page = found[1]
		return true
	})
	b.shows(page, "Proefdraai: er is niets gewijzigd", "Wat er zou veranderen", w.members()[0], "staat er nog niet", "run begins")(
		b.visit(page, nil))
	if got := w.writes(); len(got) > 0 {
		t.Errorf("a dry run wrote %q", got)
	}

	compared := func(want string) {
		t.Helper()
		eventually(t, want, func() bool {
			_, text := b.visit("/compare", nil)
			return strings.Contains(text, "Laatst vergeleken") && strings.Contains(text, want)
		})
	}
	b.shows("/compare?done=comparing")(b.visit("/api/compare/start", url.Values{}))
	compared("is lid, maar nog niet in de applicatie gezet")
	_, text := b.visit("/compare", nil)
	all := url.Values{}
	for _, found := range regexp.MustCompile(`name="finding" value="(\d+)"`).FindAllStringSubmatch(text, -1) {
		all.Add("finding", found[1])
	}
	b.shows("/compare?done=repairing")(b.visit("/api/compare/repair", all))
	compared("Geen verschillen")
	if got := w.gate.codes(); len(got) != len(w.members()) {
		t.Errorf("the application has %q", got)
	}
	b.shows("/login")(b.visit("/logout", url.Values{}))
	b.shows("/login?next=%2Fsettings")(b.visit("/settings", nil))
}

func TestWhoMaySignInIsSetOnTheMachine(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	add := func(name, password string) result {
		return p.typed(password+"\n", "user", "add", "--username", name, "--display-name", "Jan", "--password-stdin")
	}
	add("jan", operatorsPassword).exits(0)
	add("JAN", operatorsPassword).exits(1, "Er is al een beheerder met deze gebruikersnaam.")
	add("els", "kort").exits(1, "ten minste 12 tekens")
	add("els", "wachtwoord12").exits(1, "te makkelijk te raden")
	add("e ls", operatorsPassword).exits(1, "Een gebruikersnaam bestaat uit")
	p.run("user", "add", "--username", "els", "--display-name", "Els").exits(2, "--password-stdin")
	p.run("user", "list").exits(0, "jan", "Jan").without("argon2id", "els")
	p.typed("weer vier andere woorden", "user", "password", "jan", "--password-stdin").exits(0)
	p.typed("x", "user", "password", "piet", "--password-stdin").exits(1, "geen beheerder")
	p.run("user", "remove", "jan").exits(0)
	p.run("user", "remove", "jan").exits(1, "geen beheerder")
}
