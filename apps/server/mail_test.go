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

// mailsWait reports whether so many mails are there, of which the newest waits.
func (s *server) mailsWait(count int) bool {
	s.t.Helper()
	return len(s.get("/api/club/v1/mails").is(200).list()) == count && s.mailed() == "retrying"
}

// The mails of commands, too: each says to whom a new application password was given.
func TestMailGoesIntoAFolderByItself(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	c.addUser("anna", "--role", "administrator")
	admin := c.start().as("anna", c.program("anna"))
	admin.send("POST", passwordReset, object{"login": "anna"}).is(200)
	eventually(t, "it is sent", func() bool { return admin.mailed() == "sent" })
	var files []string
	eventually(t, "both are in the folder", func() bool {
		found, err := filepath.Glob(filepath.Join(c.folder, "mail", "*.eml"))
		ok(t, err)
		files = found
		return len(files) == 2
	})
	links, told := 0, 0
	for _, file := range files {
		info, err := os.Stat(file)
		ok(t, err)
		data, err := os.ReadFile(file)
		ok(t, err)
		message, err := mailserver.Read(data)
		ok(t, err)
		if info.Mode().Perm() != 0o600 || message.To[0].Email != "anna@club.example" {
			t.Errorf("%v: %+v", info.Mode(), message)
		}
		links += strings.Count(message.Text, admin.url+"/wachtwoord/")
		told += strings.Count(message.Text, "applicatiewachtwoord gemaakt: test.")
	}
	if links != 1 || told != 1 {
		t.Errorf("%d have a link, %d name the application password", links, told)
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
		// (outbox_test.go), which it may be just now.
		first := serve()
		admin := first.as("anna", pass)
		eventually(t, "the news of the application password is sent", func() bool { return admin.mailed() == "sent" })
		smtp.Control.Turn("busy", true)
		admin.send("POST", passwordReset, object{"login": "anna"}).is(200)
		eventually(t, "it was refused", func() bool { return admin.mailed() == "retrying" })
		first.killed()
		smtp.Control.Turn("busy", false)
		second := serve()
		admin = second.as("anna", pass)
		if asked := admin.send("POST", "/api/club/v1/mails/2/send", nil); asked.status != 409 {
			asked.is(200)
		}
		eventually(t, "it is sent", func() bool { return admin.mailed() == "sent" })

		// Killed after the mail server took it, and before it said so: nobody sends it twice.
		after, hour := 6, 3600.0
		_, err := smtp.Control.Set("slow", control.Setting{On: true, After: &after, Seconds: &hour})
		ok(t, err)
		admin.send("POST", passwordReset, object{"login": "anna@club.example"}).is(200)
		eventually(t, "it was taken", func() bool { return len(smtp.Received()) == 3 })
		second.killed()
		smtp.Control.Turn("slow", false)
		admin = serve().as("anna", pass)
		if state := admin.mailed(); state != "sending" && state != "uncertain" {
			t.Errorf("it is %s", state)
		}
		admin.send("POST", passwordReset, object{"login": "anna"}).is(200)
		eventually(t, "the next one is sent", func() bool { return admin.mailed() == "sent" })
		if got := len(smtp.Received()); got != 4 {
			t.Errorf("%d were taken", got)
		}
	})
}
