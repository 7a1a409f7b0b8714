package main_test

import (
	"context"
	"image"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"filippo.io/age"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/fixtures/mailserver"
	"github.com/clubhuis/clubhuis/fixtures/postgres"
)

// identity makes an identity of age, and returns its recipient and the file that holds it.
func (c *club) identity(name string) (recipient, file string) {
	c.t.Helper()
	identity, err := age.GenerateX25519Identity()
	ok(c.t, err)
	file = filepath.Join(c.folder, name)
	ok(c.t, os.WriteFile(file, []byte("# made by a test\n"+identity.String()+"\n"), 0o600))
	return identity.Recipient().String(), file
}

// elsewhere is an empty place for the same club, on the other kind of database.
func (p place) elsewhere() *club {
	p.t.Helper()
	other := newClub(p.t)
	if p.driver == "sqlite" {
		return other.on(postgres.NewDatabase(p.t))
	}
	return other
}

// tells checks a command that went well: words of its output.
func (r result) tells(words ...string) {
	r.t.Helper()
	for _, word := range words {
		if r.code != 0 || !strings.Contains(r.out, word) {
			r.t.Fatalf("exit %d, no %q in %q; errors: %s", r.code, word, r.out, r.err)
		}
	}
}

const people = collection + "?per_page=100&orderby=date&order=asc"

func TestABackupIsMadeBesideTheServerAndBroughtBackAnywhere(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, p place) {
		smtp := mailserver.ForTest(t, mailserver.Options{})
		smtp.Control.Turn("busy", true)
		serve := []string{"serve", "--mail", "smtp://" + smtp.Address, "--mail-from", "club@club.example", "--base-url", "http://club.example",
			"--secret-key-file"}
		p.run("", "seed", "--people", "60", "--seed", "2").prints("")
		p.addUser("beheer", "--role", "administrator")
		pass, key := p.program("beheer"), filepath.Join(p.folder, "the.key")
		s := p.start(append(serve, key)...)
		admin := s.as("beheer", pass)
		admin.upload("/api/club/v1/people/1/photo", "foto.png", image.NewRGBA(image.Rect(0, 0, 40, 40))).is(200)
		admin.send("POST", passwordReset, object{"login": "beheer"}).is(200)
		eventually(t, "both mails wait", func() bool { return admin.mailsWait(2) })

		admin.send("POST", "/api/club/v1/club/settings", object{"name": "vv Het Dok"}).is(200)
		recipient, identity := p.identity("identity")
		_, another := p.identity("another")
		file := filepath.Join(p.folder, "usb", "club.backup")
		writing, stop := context.WithCancel(t.Context())
		var busy sync.WaitGroup
		busy.Go(func() { // somebody works on while it is made
			for writing.Err() == nil {
				admin.send("POST", collection, object{"acf": object{"first_name": "Nieuw"}}).is(201)
			}
		})
		p.run("", "backup", "--to", file, "--recipient", recipient, "--with-key", "--secret-key-file", key).
			tells("2 files", "tried out", ": vv Het Dok, of ")
		stop()
		busy.Wait()
		p.run("", "backup", "--to", file, "--recipient", recipient).fails("there is a file")
		named := filepath.Join(p.folder, "usb", "named.backup")
		p.run("", "backup", "--club-name", "vv Anders", "--to", named).tells(": vv Anders, of ")
		p.run("", "backup", "verify", file).fails("encrypted")
		p.run("", "backup", "verify", file, "--identity-file", another).fails("somebody else")
		p.run("", "backup", "verify", file, "--identity-file", identity).tells("club.backup", "tried out")

		other := p.elsewhere()
		otherKey := filepath.Join(other.folder, "clubhuis.key")
		other.run("", "restore", file, "--last-number", "17").fails("no number of a series")
		back := other.run("", "restore", file, "--identity-file", identity, "--secret-key-file", otherKey, "--last-number", "C2031-041")
		back.tells("tried out")
		if !strings.Contains(back.err, "C2031-041") || !strings.Contains(back.err, "the payment provider's list since then") {
			t.Errorf("it does not say which numbers were given: %s", back.err)
		}
		if !strings.Contains(back.err, "erased after") || !strings.Contains(back.err, "security.what=erasures.plan") ||
			!strings.Contains(back.err, "blocks of users") {
			t.Errorf("it does not say what must be done again: %s", back.err)
		}
		other.run("", "restore", file, "--identity-file", identity).fails("not empty", "move the SQLite file")
		smtp.Control.Turn("busy", false)
		there := other.start(append(serve, otherKey)...).as("beheer", pass)
		was, is := admin.get(people).is(200).list(), there.get(people).is(200).list()
		if len(is) < 60 || len(is) > len(was) || !reflect.DeepEqual(was[:len(is)], is) {
			t.Errorf("%d people were %.300v and %d are %.300v", len(was), was, len(is), is)
		}
		const teams = "/api/cms/v2/teams?per_page=100"
		if was, is := admin.get(teams).is(200).text, there.get(teams).is(200).text; was != is {
			t.Errorf("teams were %.300s and are %.300s", was, is)
		}
		if got := other.kept(); got != 2 {
			t.Errorf("%d files", got)
		}
		eventually(t, "the mail that waited is sent", func() bool { return there.mailed() == "sent" })
		highest := there.get(collection + "?per_page=1&orderby=date&order=desc").is(200).list()[0]["id"].(float64)
		if next := there.send("POST", collection, object{"acf": object{"first_name": "Later"}}).is(201).object()["id"].(float64); next <= highest {
			t.Errorf("a new person gets number %v after %v", next, highest)
		}
	})
}

func TestABackupSaysWhichKeyItNeeds(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	c.addUser("beheer", "--role", "administrator")
	file := func(name string) string { return filepath.Join(c.folder, name) }
	ok(t, os.WriteFile(file("one.key"), []byte(strings.Repeat("A", 43)+"=\n"), 0o600)) // 32 zero bytes
	ok(t, os.WriteFile(file("two.key"), []byte(strings.Repeat("B", 42)+"A=\n"), 0o600))
	const one = "66687aadf862bd77" // head -c 32 /dev/zero | sha256sum | cut -c 1-16
	c.run("", "doctor", "--secret-key-file", file("one.key")).says("settings", "ok: the key of this installation", one)
	for content, advice := range map[string]string{
		"nonsense": "→ bring the right file back", strings.Repeat("A", 43) + "=\n" + strings.Repeat("B", 42) + "A=\n": "→ stop all servers",
	} {
		ok(t, os.WriteFile(file("bad.key"), []byte(content), 0o600))
		c.run("", "doctor", "--secret-key-file", file("bad.key")).says("settings", "fault: the secret key in", advice)
	}
	c.run("", "backup", "--to", file("without.backup"), "--secret-key-file", file("one.key")).
		tells("sealed with the key "+one, "does not hold that key")
	c.run("", "backup", "--to", file("with.backup"), "--secret-key-file", file("one.key"), "--with-key").
		tells("sealed with the key "+one, "it holds that key")
	c.run("", "backup", "--to", file("unknown.backup"), "--secret-key-file", file("none.key")).tells("tried out")

	verify := func(name, key string) result {
		return c.run("", "backup", "verify", file(name), "--secret-key-file", file(key))
	}
	const warned = "holds another key"
	for _, name := range []string{"without.backup", "with.backup"} {
		if r := verify(name, "one.key"); r.code != 0 || !strings.Contains(r.out, one) || strings.Contains(r.err, warned) {
			t.Errorf("%s with its key: %+v", name, r)
		}
		if r := verify(name, "two.key"); r.code != 0 || !strings.Contains(r.err, warned) {
			t.Errorf("%s with another key: %+v", name, r)
		}
	}
	r := verify("unknown.backup", "two.key")
	if r.code != 0 || strings.Contains(r.out, "sealed") || strings.Contains(r.err, warned) {
		t.Errorf("one that does not tell its key: %+v", r)
	}

	other := newClub(t)
	other.run("", "migrate").prints("")
	back := other.run("", "restore", file("with.backup"), "--secret-key-file", file("two.key"))
	if back.tells("sealed with the key " + one); !strings.Contains(back.err, warned) {
		t.Errorf("brought back beside another key: %s", back.err)
	}
	other = newClub(t)
	back = other.run("", "restore", file("with.backup"), "--secret-key-file", filepath.Join(other.folder, "new.key"))
	if back.tells("it holds that key"); strings.Contains(back.err, warned) {
		t.Errorf("brought back with its key: %s", back.err)
	}
	if _, err := os.Stat(filepath.Join(other.folder, "club.db.people")); err != nil {
		t.Errorf("people are not left for the first start: %v", err)
	}
}

func TestAClubMovesBetweenDatabases(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	c.run("", "seed", "--people", "60", "--seed", "3").prints("")
	c.addUser("beheer", "--role", "administrator")
	sqlite, dsn := "sqlite:"+filepath.Join(c.folder, "club.db"), postgres.NewDatabase(t)
	c.run("", "copy", "--from", sqlite, "--to", dsn).tells("are the same in both")
	c.run("", "copy", "--from", sqlite, "--to", dsn).fails("not empty")
	c.run("", "copy", "--from", dsn, "--to", "sqlite:"+filepath.Join(c.folder, "again.db")).tells("are the same in both")
	c.run("", "copy", "--from", "sqlite:"+filepath.Join(c.folder, "none.db"), "--to", "mysql:x").fails("--from", "--to")
	pass := c.program("beheer")
	var told []string
	for _, database := range []string{sqlite, dsn} {
		there := c.on(database)
		there.t = t
		if database == dsn { // which was copied before the password was made
			pass = there.program("beheer")
		}
		told = append(told, there.start("serve", "--base-url", "http://club.example").as("beheer", pass).get(people).is(200).text)
	}
	if told[0] != told[1] {
		t.Errorf("SQLite tells %.300s, PostgreSQL %.300s", told[0], told[1])
	}
	empty := "sqlite:" + filepath.Join(c.folder, "empty.db")
	for _, database := range []string{sqlite, dsn} { // of both a server runs, whose last writes would be lost
		c.run("", "copy", "--from", database, "--to", empty).fails("stop all servers first, or say --anyway: another program")
		c.on(database).run("", "restore", "none.backup").fails("stop all servers first")
	}
	c.run("", "copy", "--from", dsn, "--to", empty, "--anyway").tells("are the same in both")
	for _, database := range []string{sqlite, dsn} { // nor is one filled that a server has open
		c.run("", "copy", "--from", empty, "--to", database).fails("stop all servers first, or say --anyway: another program")
	}
}

func TestABackupThatIsKilledOrFailsLeavesNone(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	c.run("", "seed", "--people", "500", "--seed", "2").prints("")
	folder := filepath.Join(c.folder, "backups")
	ok(t, os.Mkdir(folder, 0o700))
	ready := func() (all []string) {
		t.Helper()
		found, err := filepath.Glob(filepath.Join(folder, "*.backup"))
		ok(t, err)
		return found
	}
	cmd := c.command(t.Context(), "backup", "--to", folder)
	ok(t, cmd.Start())
	eventually(t, "it is being written", func() bool {
		parts, _ := filepath.Glob(filepath.Join(folder, ".*.part"))
		return len(parts) > 0 || cmd.ProcessState != nil
	})
	_ = cmd.Process.Kill()
	_ = cmd.Wait()                 // it was killed
	for _, file := range ready() { // it may have been quicker: then it is whole
		c.run("", "backup", "verify", file).tells("tried out")
		ok(t, os.Remove(file))
	}
	c.run("", "backup", "--to", folder).tells("tried out")
	whole, err := os.ReadFile(ready()[0])
	ok(t, err)
	flipped := slices.Clone(whole)
	flipped[len(whole)/3] ^= 1
	for name, data := range map[string][]byte{
		"half": whole[:len(whole)/2], "short": whole[:len(whole)-1], "empty": {}, "other": []byte("PK\x03\x04 something else"),
		"flipped": flipped,
	} {
		file := filepath.Join(c.folder, name+".backup")
		ok(t, os.WriteFile(file, data, 0o600))
		c.run("", "backup", "verify", file).fails("backup")
		empty := newClub(t)
		empty.run("", "restore", file).fails("backup")
		empty.run("", "restore", ready()[0]).tells("tried out") // nothing is in the way of a whole one
	}
	ok(t, os.RemoveAll(filepath.Join(c.folder, "files", "media")))
	c.run("", "backup", "--to", "").fails("--to")
	c.run("", "backup", "--to", "s3://club?region=eu-west-1").fails("--recipient")
	c.run("", "backup", "--to", folder, "--recipient", "age1wrong").fails("--backup-recipient")
	c.run("", "backup", "verify", folder).fails("name one of them")
}

// killed starts a command and kills it at a moment, unless it was quicker.
func killed(t *testing.T, cmd *exec.Cmd, moment func() bool) {
	t.Helper()
	ok(t, cmd.Start())
	ended := make(chan struct{})
	go func() { _ = cmd.Wait(); close(ended) }() // it was killed
	eventually(t, "it is busy", func() bool {
		select {
		case <-ended:
			return true
		default:
			return moment()
		}
	})
	_ = cmd.Process.Kill() // it may have been quicker
	<-ended
}

func TestARestoreThatIsKilledIsBegunAnew(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, p place) {
		p.run("", "seed", "--people", "300", "--seed", "2").prints("")
		p.addUser("beheer", "--role", "administrator")
		pass := p.program("beheer")
		admin := p.start().as("beheer", pass)
		admin.upload("/api/club/v1/people/1/photo", "foto.png", image.NewRGBA(image.Rect(0, 0, 40, 40))).is(200)
		was := admin.get(people).is(200).text
		file := filepath.Join(p.folder, "club.backup")
		p.run("", "backup", "--to", file).tells("tried out")
		other := p.elsewhere()
		for _, moment := range []func() bool{
			func() bool { return true },
			func() bool { found, _ := filepath.Glob(filepath.Join(other.folder, "*")); return len(found) > 0 },
			func() bool {
				found, _ := filepath.Glob(filepath.Join(other.folder, "files", "media", "*"))
				return len(found) > 0
			},
		} {
			killed(t, other.command(t.Context(), "restore", file), moment)
		}
		again := other.run("", "restore", file)
		for end := time.Now().Add(soon); strings.Contains(again.err, database.ErrShared.Error()) && time.Now().Before(end); {
			again = other.run("", "restore", file) // PostgreSQL is still ending what the killed one asked
		}
		if again.code == 0 {
			again.tells("tried out")
		} else {
			again.fails("not empty") // one of those that were killed had done all
		}
		if is := other.start("serve", "--base-url", "http://club.example").as("beheer", pass).get(people).is(200).list(); len(is) < 60 {
			t.Errorf("%d people, and there were %.300s", len(is), was)
		}
		if got := other.kept(); got < 2 || got > 3 { // what the last one was writing when it was killed may lie beside them
			t.Errorf("%d files", got)
		}
	})
}

func TestTheServerMakesABackupEveryDay(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	c.addUser("beheer", "--role", "administrator")
	pass := c.program("beheer")
	c.run("", "doctor").says("backup", "fault: there is no backup that was tried out", "→ let the server make one every day")
	const attention = "/api/club/v1/dashboard/workspace"
	admin := c.start().as("beheer", pass)
	if text := admin.get(attention).is(200).text; !strings.Contains(text, "nog nooit een back-up") {
		t.Errorf("administrators are not told: %s", text)
	}
	folder := filepath.Join(c.folder, "backups")
	ok(t, os.Mkdir(folder, 0o700))
	ago := time.Now().AddDate(0, -3, 0).Format("clubhuis-20060102-") // one of a month is kept, the other goes, and all of years ago
	old := filepath.Join(folder, ago+"120000.backup")
	for _, name := range []string{filepath.Base(old), ago + "110000.backup", "clubhuis-20200101-110000.backup", "photo.jpg"} {
		ok(t, os.WriteFile(filepath.Join(folder, name), nil, 0o600))
	}
	recipient, identity := c.identity("identity")
	c.run("", "backup", "--to", filepath.Join(c.folder, "usb.backup"), "--backup-to", folder).tells("tried out") // is none of these
	s := c.start("serve", "--backup-to", folder, "--backup-recipient", recipient)
	eventually(t, "it is made", func() bool { return strings.Contains(s.log.String(), "job=back-up") })
	made, err := filepath.Glob(filepath.Join(folder, "*"))
	ok(t, err)
	if len(made) != 4 || made[0] != old || filepath.Base(made[3]) != "photo.jpg" || strings.Contains(s.log.String(), "job failed") {
		t.Fatalf("there are %q: %s", made, s.log)
	}
	c.run("", "backup", "verify", made[1], "--identity-file", identity).tells("tried out")
	if text := s.as("beheer", pass).get(attention).is(200).text; strings.Contains(text, "back-up") {
		t.Errorf("administrators are told: %s", text)
	}
	c.run("", "doctor", "--backup-to", folder).says("backup", "ok: the last one that was tried out is of")
	c.run("", "doctor", "--debug", "--clock", "2090-01-01T00:00:00Z").
		says("backup", "fault: the last one", "warning: no backup is made every day")

	other := newClub(t)
	other.run("", "migrate").prints("")
	other.run("", "backup", "--backup-to", folder).fails("there are backups of another installation", "clubhuis.installation")
	other.run("", "backup", "--to", folder, "--keep").fails("there are backups of another installation")
	c.run("", "backup", "--backup-to", folder, "--keep").tells("tried out")
	then := time.Now().Unix()
	eventually(t, "another second is in the name", func() bool { return time.Now().Unix() > then })
	other.run("", "backup", "--to", folder).tells("tried out") // by hand, and nothing is removed
}

func TestAPictureWhoseFilesWereLostKeepsNoBackupFromCounting(t *testing.T) {
	t.Parallel()
	c := newClub(t)
	c.run("", "seed", "--people", "10", "--seed", "2").prints("")
	c.addUser("beheer", "--role", "administrator")
	admin := c.start().as("beheer", c.program("beheer"))
	for _, person := range []string{"1", "2"} {
		admin.upload("/api/club/v1/people/"+person+"/photo", "foto.png", image.NewRGBA(image.Rect(0, 0, 40, 40))).is(200)
	}
	folders, err := filepath.Glob(filepath.Join(c.folder, "files", "media", "*"))
	ok(t, err)
	if len(folders) != 2 {
		t.Fatalf("%q", folders)
	}
	ok(t, os.RemoveAll(folders[0]))
	folder := filepath.Join(c.folder, "backups") + "/"
	c.run("", "backup", "--to", folder).
		tells("tried out", "of 1 pictures the files were lost before: media/"+filepath.Base(folders[0]))
	ok(t, os.RemoveAll(folders[1]))
	c.run("", "backup", "--to", folder+"second.backup").fails("no files, but names 2 pictures: is --files the place")
}
