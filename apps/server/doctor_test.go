package main_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/fixtures/mailserver"
	"github.com/clubhuis/clubhuis/fixtures/payments"
)

// said is what doctor tells of one matter: each line, and what helps.
func (r result) said(about string) string {
	r.t.Helper()
	var lines []string
	inside := false
	for line := range strings.Lines(r.out) {
		if words := strings.TrimSpace(line); strings.HasPrefix(words, "→") {
			if inside {
				lines = append(lines, words)
			}
			continue
		}
		level, rest, _ := strings.Cut(line, " ")
		if inside = strings.HasPrefix(strings.TrimSpace(rest), about+" "); inside {
			lines = append(lines, level+": "+strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(rest), about)))
		}
	}
	if lines == nil {
		r.t.Errorf("nothing is said of %s: %s%s", about, r.out, r.err)
	}
	return strings.Join(lines, "\n")
}

// says checks what doctor tells of one matter.
func (r result) says(about string, words ...string) {
	r.t.Helper()
	said := r.said(about)
	for _, word := range words {
		if !strings.Contains(said, word) {
			r.t.Errorf("no %q in what is said of %s: %s", word, about, said)
		}
	}
}

func TestDoctorFindsNoFaultWhereThereIsNone(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, p place) {
		smtp := mailserver.ForTest(t, mailserver.Options{})
		provider, address := payments.ForTest(t, payments.Options{})
		key := filepath.Join(p.folder, "payments.key")
		ok(t, os.WriteFile(key, []byte(provider.Key), 0o600))
		p.addUser("anna", "--role", "administrator")
		s := p.start()
		eventually(t, "daily work is done", func() bool { return strings.Contains(s.log.String(), "job=forget-sessions") })
		p.run("", "backup", "--to", filepath.Join(p.folder, "club.backup")).tells("tried out")
		r := p.run("", "doctor", "--base-url", s.url, "--mail", "smtp://"+smtp.Address, "--mail-from", "club@club.example",
			"--payments", address, "--payments-key-file", key)
		if r.code != 0 {
			t.Errorf("exit %d: %s%s", r.code, r.out, r.err)
		}
		for about, want := range map[string]string{
			"database": "ok: 0 people", "files": "ok", "disk": "free for", "clock": "ok: the clock is that of the provider of payments",
			"daily work": "ok: done on", "mail": "ok: smtp://" + smtp.Address + " lets us in",
			"payments": "ok: the provider takes our key",
			"address":  "ok: " + s.url + " is answered", "synchronization": "note", "settings": "ok: the key of this installation",
		} {
			r.says(about, want)
		}
		if got := len(smtp.Received()); got != 0 {
			t.Errorf("%d mails were sent", got)
		}
	})
}

func TestDoctorSaysWhatHelps(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	none := c.run("", "doctor")
	none.says("database", "fault: there is no database", "→ start the server", "clubhuis-run doctor")
	if _, err := os.Stat(filepath.Join(c.folder, "club.db")); err == nil || none.code != 1 {
		t.Errorf("exit %d, %v: a database was made by looking", none.code, err)
	}
	c.addUser("anna", "--role", "administrator")
	c.start().stop()
	c.run("", "job", "run", "forget-sessions").prints("forget-sessions: 0\n")

	smtp := mailserver.ForTest(t, mailserver.Options{StartTLS: true, Username: "club", Password: "geheim"})
	provider, address := payments.ForTest(t, payments.Options{})
	secret := filepath.Join(c.folder, "secret")
	ok(t, os.WriteFile(secret, []byte(strings.Repeat("verkeerd", 4)), 0o600))
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusUnauthorized)
		_, _ = w.Write([]byte(`{"ok":false,"error":"unauthorized"}`))
	}))
	defer service.Close()
	ill := c.run("", "doctor", "--base-url", "http://nergens.invalid", "--mail", "smtp://club@"+smtp.Address,
		"--mail-token-file", secret, "--mail-from", "club@club.example", "--payments", address, "--payments-key-file", secret,
		"--sync-url", service.URL, "--sync-key-file", secret, "--trusted-proxies", "0.0.0.0/0",
		"--debug", "--clock", "2040-01-01T00:00:00Z")
	if ill.code != 1 || !strings.Contains(ill.err, "must be mended") {
		t.Errorf("exit %d: %s", ill.code, ill.err)
	}
	ill.says("settings", "warning: --trusted-proxies 0.0.0.0/0 believes everybody")
	ill.says("address", "fault: members' passwords go to", "fault: the DNS knows no nergens.invalid", "→ let the A and AAAA records")
	ill.says("mail", "fault: the mail server can't be used", "→ look at host and port") // it has a certificate that nobody signed
	ill.says("payments", "fault: the provider refuses our key", "→ the treasurer")
	ill.says("synchronization", "fault: the synchronization service refuses our key")
	ill.says("clock", "fault: the clock is", "apart from that of the provider of payments",
		"warning: the program has a clock of its own")
	ill.says("daily work", "fault: daily work was last done on")
	if strings.Contains(ill.out+ill.err, "verkeerd") || strings.Contains(ill.out+ill.err, provider.Key) {
		t.Errorf("a secret is shown: %s", ill.out)
	}

	ok(t, os.Remove(filepath.Join(c.folder, "clubhuis.key")))
	ok(t, os.RemoveAll(filepath.Join(c.folder, "files")))
	c.run("", "doctor", "--mail", "smtp://"+smtp.Address).
		says("mail", "fault: nobody is named whom mail comes from", "→ fill in the sender")
	plain := c.run("", "doctor")
	plain.says("settings", "warning: there is no key", "→ bring the file back")
	plain.says("files", "warning: there is no folder")
	plain.says("mail", "warning: mails go into the folder", "→ set --mail")
	plain.says("address", "warning: there is no --base-url")
	plain.says("payments", "note: members pay by hand")
	c.run("", "doctor", "--listen", "8080").fails("--listen")
}

func TestDoctorSeesADamagedFile(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	c.run("", "seed", "--people", "60", "--seed", "2").prints("")
	path := filepath.Join(c.folder, "club.db")
	data, err := os.ReadFile(path)
	ok(t, err)
	for i := range data[8192 : len(data)-8192] { // as a bad disk does
		data[8192+i] ^= 0x5a
	}
	ok(t, os.WriteFile(path, data, 0o600))
	r := c.run("", "doctor")
	r.says("database", "fault", "→")
	if r.code != 1 || strings.Contains(r.err, "goroutine") {
		t.Errorf("exit %d: %s", r.code, r.err)
	}
	ok(t, os.WriteFile(path, []byte(strings.Repeat("no database at all", 1000)), 0o600))
	c.run("", "doctor").says("database", "fault", "→", "as the user of the server", "clubhuis-run doctor")
}

func TestDoctorLooksAtTheDisksOfBackups(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	c.addUser("anna", "--role", "administrator")
	if said := c.run("", "doctor").said("disk"); strings.Contains(said, "temporary files") || strings.Contains(said, "the backups") {
		t.Errorf("without backups: %s", said)
	}
	c.env = append(c.env, "TMPDIR=/proc") // a file system of its own, on which there is no room at all
	r := c.run("", "doctor", "--backup-to", "/proc/backups")
	r.says("disk", "fault: 0 B free for the backups (/proc/backups)", "with --backup-to",
		"fault: 0 B free for temporary files (/proc)", "set TMPDIR to a folder on a larger disk")
	if r.code != 1 {
		t.Errorf("exit %d", r.code)
	}
	c.run("", "doctor", "--backup-to", "file:///proc/backups").says("disk", "fault: 0 B free for the backups (/proc/backups)")
	file := filepath.Join(c.folder, "taken")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	r = c.run("", "doctor", "--backup-to", filepath.Join(file, "backups"))
	r.says("disk", "fault: no backup can be written: write to "+file)
	said := c.run("", "doctor", "--backup-to", "s3://bucket").said("disk")
	if strings.Contains(said, "the backups") || !strings.Contains(said, "temporary files") {
		t.Errorf("with a bucket: %s", said)
	}
}
