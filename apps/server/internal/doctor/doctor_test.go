package doctor_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/clubhuis/clubhuis/apps/server/internal/doctor"
)

func texts(findings []doctor.Finding) string {
	var lines []string
	for _, f := range findings {
		lines = append(lines, f.Level.String()+": "+f.Text+" → "+f.Do)
	}
	return strings.Join(lines, "\n")
}

// at returns a clock.
func at(when time.Time) func() time.Time { return func() time.Time { return when } }

func TestACertificateIsLookedAtAsABrowserDoes(t *testing.T) {
	t.Parallel()
	status := http.StatusOK
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/healthz" {
			t.Errorf("asked for %s", r.URL.Path)
		}
		w.WriteHeader(status)
	}))
	server.TLS = &tls.Config{MinVersion: tls.VersionTLS12}
	server.StartTLS()
	defer server.Close()
	roots := x509.NewCertPool()
	roots.AddCert(server.Certificate())
	end := server.Certificate().NotAfter
	for _, c := range []struct {
		what string
		site doctor.Site
		want []string
	}{
		{"a good one", doctor.Site{Base: server.URL, Roots: roots, Now: at(end.AddDate(0, -2, 0))},
			[]string{"ok: the certificate is good until", "ok: " + server.URL + " is answered"}},
		{"one that was not renewed", doctor.Site{Base: server.URL, Roots: roots, Now: at(end.AddDate(0, 0, -10))},
			[]string{"warning: the certificate is good until"}},
		{"one that ends today", doctor.Site{Base: server.URL, Roots: roots, Now: at(end.Add(-time.Hour))},
			[]string{"fault: the certificate is good until", "→ renew it today"}},
		{"one that nobody knows", doctor.Site{Base: server.URL, Roots: x509.NewCertPool(), Now: time.Now},
			[]string{"fault: browsers refuse the certificate"}},
		{"no server", doctor.Site{Base: "https://127.0.0.1:1", Now: time.Now}, []string{"fault: https://127.0.0.1:1 can't be reached"}},
		{"no address", doctor.Site{Now: time.Now}, []string{"warning: there is no --base-url"}},
	} {
		said := texts(c.site.Look(t.Context()))
		for _, want := range c.want {
			if !strings.Contains(said, want) {
				t.Errorf("%s: no %q in %s", c.what, want, said)
			}
		}
	}
	status = http.StatusBadGateway
	said := texts(doctor.Site{Base: server.URL, Roots: roots, Now: at(end.AddDate(0, -2, 0))}.Look(t.Context()))
	if !strings.Contains(said, "fault: "+server.URL+"/healthz says 502") {
		t.Errorf("a proxy without a server: %s", said)
	}
}

func TestAMatterThatDoesNotEndKeepsNobodyWaiting(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		never := make(chan struct{})
		defer close(never)
		checks := []doctor.Check{
			{About: "slow", Look: func(context.Context) []doctor.Finding { <-never; return nil }},
			{About: "quick", Look: func(context.Context) []doctor.Finding { return []doctor.Finding{doctor.OK("well,\n  all %d", 3)} }},
		}
		var printed strings.Builder
		faults, err := doctor.Print(&printed, checks, doctor.Examine(t.Context(), checks))
		if err != nil || faults != 1 || !strings.Contains(printed.String(), "fault    slow             nothing is heard") ||
			!strings.Contains(printed.String(), "ok       quick            well, all 3\n") {
			t.Errorf("%d faults, %v: %s", faults, err, printed.String())
		}
	})
}

func TestClocksThatAreApart(t *testing.T) {
	t.Parallel()
	now := time.Now()
	for apart, want := range map[time.Duration]doctor.Level{
		0: doctor.Fine, -3 * time.Second: doctor.Fine, 6 * time.Second: doctor.Warning, -2 * time.Minute: doctor.Fault,
	} {
		if got := doctor.Compare(now, now.Add(apart), "somebody").Level; got != want {
			t.Errorf("%v apart is %v, want %v", apart, got, want)
		}
	}
}

func TestRoomOnADisk(t *testing.T) {
	t.Parallel()
	below := t.TempDir() + "/not/there/yet"
	if f := doctor.Disk("the files", below, 0); f.Level == doctor.Note || !strings.Contains(f.Text, "the files") {
		t.Errorf("got %+v", f)
	}
	if f := doctor.Disk("the database", below, 1<<60); f.Level != doctor.Warning && f.Level != doctor.Fault {
		t.Errorf("an exabyte has room: %+v", f)
	}
	if f := doctor.Backups(below, 1<<60); f.Level != doctor.Fault || !strings.Contains(f.Do, "--backup-to") {
		t.Errorf("a backup of an exabyte has room: %+v", f)
	}
	if f := doctor.Temporary(below, 1<<60); f.Level == doctor.Fine || !strings.Contains(f.Do, "TMPDIR") {
		t.Errorf("a copy of an exabyte has room: %+v", f)
	}
}
