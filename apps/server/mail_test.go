package main_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/fixtures/control"
	"github.com/clubhuis/clubhuis/fixtures/mailserver"
)

const passwordReset = "/api/club/v1/password-reset"

// mailed is the state of the newest mail.
func (s *server) mailed() string {
	s.t.Helper()
	list := s.get("/api/club/v1/mails").is(200).list()
	if len(list) == 0 {
		return ""
	}
	state, _ := list[0]["state"].(string)
	return state
}

func TestMailGoesIntoAFolderByItself(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	c.addUser("anna", "--role", "administrator")
	admin := c.start().as("anna", c.program("anna"))
	admin.send("POST", passwordReset, object{"login": "anna"}).is(200)
	eventually(t, "it is sent", func() bool { return admin.mailed() == "sent" })
	files, err := filepath.Glob(filepath.Join(c.folder, "mail", "*.eml"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%q, %v", files, err)
	}
	info, err := os.Stat(files[0])
	ok(t, err)
	data, err := os.ReadFile(files[0])
	ok(t, err)
	message, err := mailserver.Read(data)
	ok(t, err)
	if info.Mode().Perm() != 0o600 || message.To[0].Email != "anna@club.example" ||
		!strings.Contains(message.Text, admin.url+"/wachtwoord/") {
		t.Errorf("%v: %+v", info.Mode(), message)
	}
}

// killed ends a server as a power cut does.
func (s *server) killed() {
	s.t.Helper()
	s.stopped.Do(func() {
		ok(s.t, s.cmd.Process.Kill())
		_ = s.cmd.Wait() // it was killed
		close(s.exit)
	})
}

func TestMailSurvivesTheDeathOfTheProgram(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, p place) {
		smtp := mailserver.ForTest(t, mailserver.Options{})
		serve := func() *server {
			return p.start("serve", "--mail", "smtp://"+smtp.Address, "--mail-from", "club@club.example")
		}
		p.addUser("anna", "--role", "administrator")
		pass := p.program("anna")

		// Killed while the mail server refuses: the mail is there, to be sent at once or, within a minute, by itself
		// (outbox_test.go).
		smtp.Control.Turn("busy", true)
		first := serve()
		admin := first.as("anna", pass)
		admin.send("POST", passwordReset, object{"login": "anna"}).is(200)
		eventually(t, "it was refused", func() bool { return admin.mailed() == "retrying" })
		first.killed()
		smtp.Control.Turn("busy", false)
		second := serve()
		admin = second.as("anna", pass)
		admin.send("POST", "/api/club/v1/mails/1/send", nil).is(200)
		eventually(t, "it is sent", func() bool { return admin.mailed() == "sent" })

		// Killed after the mail server took it, and before it said so: nobody sends it twice.
		after, hour := 6, 3600.0
		_, err := smtp.Control.Set("slow", control.Setting{On: true, After: &after, Seconds: &hour})
		ok(t, err)
		admin.send("POST", passwordReset, object{"login": "anna@club.example"}).is(200)
		eventually(t, "it was taken", func() bool { return len(smtp.Received()) == 2 })
		second.killed()
		smtp.Control.Turn("slow", false)
		admin = serve().as("anna", pass)
		if state := admin.mailed(); state != "sending" && state != "uncertain" {
			t.Errorf("it is %s", state)
		}
		admin.send("POST", passwordReset, object{"login": "anna"}).is(200)
		eventually(t, "the next one is sent", func() bool { return admin.mailed() == "sent" })
		if got := len(smtp.Received()); got != 3 {
			t.Errorf("%d were taken", got)
		}
	})
}
