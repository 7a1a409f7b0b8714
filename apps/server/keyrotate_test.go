package main_test

import (
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"io"
	"mime/quotedprintable"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/seal"
	"github.com/clubhuis/clubhuis/fixtures/mailserver"
)

// another gives a file another owner, where this user may, and returns its owner.
func another(t *testing.T, file string) (user uint32) {
	t.Helper()
	if os.Geteuid() == 0 {
		ok(t, os.Chown(file, 65534, 65534))
	}
	return ownerOf(t, file)
}

func ownerOf(t *testing.T, file string) (user uint32) {
	t.Helper()
	info, err := os.Stat(file)
	ok(t, err)
	stat, known := info.Sys().(*syscall.Stat_t)
	if !known {
		t.Fatal("this system has no owners")
	}
	return stat.Uid
}

// TestTheKeyIsChangedWhileNoServerRuns lets a mail wait whose link is sealed, and a calendar have its sealed address.
func TestTheKeyIsChangedWhileNoServerRuns(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, p place) {
		smtp := mailserver.ForTest(t, mailserver.Options{})
		smtp.Control.Turn("busy", true)
		key := filepath.Join(p.folder, "the.key")
		serve := []string{"serve", "--mail", "smtp://" + smtp.Address, "--mail-from", "club@club.example",
			"--base-url", "http://club.example", "--secret-key-file", key}
		p.addUser("beheer", "--role", "administrator")
		pass := p.program("beheer")
		s := p.start(serve...)
		admin := s.as("beheer", pass)
		admin.send("POST", passwordReset, object{"login": "beheer"}).is(200)
		eventually(t, "both mails wait", func() bool { return admin.mailsWait(2) })
		const calendar = "/api/club/v1/user/ical-url"
		address := admin.get(calendar).is(200).text

		first := read(t, key)
		p.run("", "key", "rotate", "--secret-key-file", key).fails("stop all servers")
		if read(t, key) != first {
			t.Fatal("a rotation that was refused changed the key")
		}
		admin.get(calendar).is(200)
		s.stop()

		owner := another(t, key)
		rotated := p.run("", "key", "rotate", "--secret-key-file", key)
		if got := ownerOf(t, key); got != owner {
			t.Errorf("the key belonged to %d, and belongs to %d", owner, got)
		}
		rotated.tells("2 secrets")
		second := read(t, key)
		raw, err := base64.StdEncoding.DecodeString(strings.TrimSpace(second))
		ok(t, err)
		rotated.tells("with the fingerprint " + seal.Fingerprint(raw))
		if second == first || len(strings.Fields(second)) != 1 {
			t.Fatalf("the key file holds %d keys", len(strings.Fields(second)))
		}
		// Cut off before and after the secrets changed: the file has both keys, and no server takes it.
		cutOff := func(keys ...string) {
			ok(t, os.WriteFile(key, []byte(strings.Join(keys, "\n")+"\n"), 0o600))
			p.run("", serve...).fails("key rotate")
			p.run("", "key", "rotate", "--secret-key-file", key).tells("2 secrets")
			if got := strings.TrimSpace(read(t, key)); got != keys[0] {
				t.Fatal("the file holds another key than the new one")
			}
		}
		third := base64.StdEncoding.EncodeToString(random(t))
		cutOff(third, strings.TrimSpace(second))
		cutOff(third, strings.TrimSpace(second)) // now the secrets are sealed with the third already

		smtp.Control.Turn("busy", false)
		back := p.start(serve...).as("beheer", pass)
		if got := back.get(calendar).is(200).text; got != address {
			t.Errorf("the address of a calendar was %s and is %s", address, got)
		}
		var link []string // the other mail that waited is about the application password
		eventually(t, "the mail that waited is sent", func() bool {
			for _, message := range smtp.Received() {
				text, err := io.ReadAll(quotedprintable.NewReader(bytes.NewReader(message.Data)))
				ok(t, err)
				if found := regexp.MustCompile(`/wachtwoord/([A-Za-z0-9_-]{43})`).FindStringSubmatch(string(text)); found != nil {
					link = found
				}
			}
			return link != nil
		})
		back.get(passwordReset + "/" + link[1]).is(200)
	})
}

func TestAChangeOfTheKeyThatIsKilledIsFinished(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, p place) {
		p.addUser("beheer", "--role", "administrator")
		pass, key := p.program("beheer"), filepath.Join(p.folder, "the.key")
		serve := []string{"serve", "--base-url", "http://club.example", "--secret-key-file", key}
		s := p.start(serve...)
		const calendar = "/api/club/v1/user/ical-url"
		address := s.as("beheer", pass).get(calendar).is(200).text
		s.stop()
		keys := func() int { return len(strings.Fields(read(t, key))) }
		var before string // what the file held
		for i, moment := range []func() bool{
			func() bool { return true }, // it knows no key yet
			func() bool { return keys() == 2 },
			func() bool { time.Sleep(50 * time.Millisecond); return keys() == 2 }, // the secrets may be sealed with the new one
			func() bool { return keys() == 1 && read(t, key) != before },
		} {
			before = read(t, key)
			killed(t, p.command(t.Context(), "key", "rotate", "--secret-key-file", key), moment)
			if n := keys(); n != 1 && n != 2 {
				t.Fatalf("kill %d: the file holds %d keys", i, n)
			}
			if keys() == 2 {
				p.run("", "key", "rotate", "--secret-key-file", key).tells("1 secrets")
			}
			s := p.start(serve...)
			if got := s.as("beheer", pass).get(calendar).is(200).text; got != address {
				t.Errorf("kill %d: the address of a calendar was %s and is %s", i, address, got)
			}
			s.stop()
		}
	})
}

func TestThereIsNoKeyToChange(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	c.run("", "migrate").prints("")
	c.run("", "key", "rotate", "--secret-key-file", filepath.Join(c.folder, "none.key")).fails("nothing to change")
	wrong := filepath.Join(c.folder, "wrong.key")
	for _, text := range []string{"", "x", "AAAA\nAAAA\n"} {
		ok(t, os.WriteFile(wrong, []byte(text), 0o600))
		c.run("", "key", "rotate", "--secret-key-file", wrong).fails("key")
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	ok(t, err)
	return string(text)
}

func random(t *testing.T) []byte {
	t.Helper()
	raw := make([]byte, 32)
	_, err := rand.Read(raw)
	ok(t, err)
	return raw
}

func TestNoServerStartsWithAnotherKey(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, p place) {
		p.addUser("beheer", "--role", "administrator")
		pass, key := p.program("beheer"), filepath.Join(p.folder, "the.key")
		serve := []string{"serve", "--base-url", "http://club.example", "--secret-key-file", key}
		const calendar = "/api/club/v1/user/ical-url"
		s := p.start(serve...)
		address := s.as("beheer", pass).get(calendar).is(200).text
		s.stop()
		first, other := read(t, key), base64.StdEncoding.EncodeToString(random(t))
		const refused = "sealed with another key than that of"
		ok(t, os.Remove(key))
		p.run("", serve...).fails(refused, "--secrets-lost")
		if _, err := os.Stat(key); err == nil {
			t.Fatal("a new key takes the place of the one that is missing")
		}
		p.run("", "doctor", "--secret-key-file", key).says("settings", "fault: there is no key", "no server starts", "--secrets-lost")
		ok(t, os.WriteFile(key, []byte(other+"\n"), 0o600))
		p.run("", serve...).fails(refused)
		if strings.TrimSpace(read(t, key)) != other {
			t.Error("a key that was there is gone")
		}
		p.run("", "doctor", "--secret-key-file", key).says("settings", "fault: the secrets in the database are sealed with another key")
		s = p.start(append(serve, "--secrets-lost")...)
		s.stop()
		ok(t, os.WriteFile(key, []byte(first), 0o600))
		if got := p.start(serve...).as("beheer", pass).get(calendar).is(200).text; got != address {
			t.Errorf("the address of a calendar was %s and is %s", address, got)
		}
	})
}
