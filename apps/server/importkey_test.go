package main_test

import (
	"encoding/base64"
	"os"
	"path/filepath"
	"testing"
)

// A move seals with the key of the server and makes none, also while nothing is sealed yet.
func TestAMoveSealsWithTheKeyOfTheServer(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, p place) {
		p.addUser("beheer", "--role", "administrator")
		key, other := filepath.Join(p.folder, "the.key"), filepath.Join(p.folder, "elsewhere", "clubhuis.key")
		password := filepath.Join(p.folder, "password.txt")
		ok(t, os.WriteFile(password, []byte("abcd\n"), 0o600))
		move := func(file string) result {
			return p.run("", "import", "predecessor", "--url", "http://localhost:1/wp-json", "--username", "beheerder",
				"--password-file", password, "--no-welcome", "--as", "niemand", "--secret-key-file", file)
		}
		const begins, anotherOne = "niemand:", // the old application is not asked
			"is another one than that of the server"
		serve := []string{"serve", "--base-url", "http://club.example", "--secret-key-file", key}
		p.start(serve...).stop()
		move(key).fails(begins)
		move(other).fails("no such file", "--secret-key-file", "start the server once")
		if _, err := os.Stat(other); err == nil {
			t.Fatal("a key was made beside that of the server")
		}
		ok(t, os.MkdirAll(filepath.Dir(other), 0o700))
		ok(t, os.WriteFile(other, []byte(base64.StdEncoding.EncodeToString(random(t))+"\n"), 0o600))
		move(other).fails(anotherOne) // and nothing is sealed
		p.run("", "key", "rotate", "--secret-key-file", key).tells("with the fingerprint")
		move(key).fails(begins)
		s := p.start(serve...)
		s.as("beheer", p.program("beheer")).get("/api/club/v1/user/ical-url").is(200)
		s.stop()
		move(other).fails(anotherOne)
		move(key).fails(begins)
		p.start("serve", "--base-url", "http://club.example", "--secret-key-file", other, "--secrets-lost").stop()
		move(other).fails(begins)
	})
}
