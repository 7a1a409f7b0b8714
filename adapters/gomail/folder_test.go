package gomail_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/gomail"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/fixtures/mailserver"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

var sender = mail.Address{Name: "Clubhuis", Email: "clubhuis@club.example"}

// ticking is a clock that goes on at each look, so that files stand in order.
func ticking() func() time.Time {
	now := time.Date(2026, 6, 15, 12, 30, 45, 0, time.UTC)
	return func() time.Time {
		now = now.Add(time.Second)
		return now
	}
}

func filed(t testing.TB, folder string) (all []mail.Message) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.eml"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		m, err := mailserver.Read(data)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, m)
	}
	return all
}

func TestFolder(t *testing.T) {
	t.Parallel()
	porttest.Mailer(t, func(t testing.TB) porttest.Delivery {
		folder := filepath.Join(t.TempDir(), "mail")
		m, err := gomail.NewFolder(folder, sender, ticking())
		if err != nil {
			t.Fatal(err)
		}
		gone := func() {
			if err := os.Rename(folder, folder+"-gone"); err != nil {
				t.Error(err)
			}
		}
		return porttest.Delivery{Mailer: m, Taken: func() []mail.Message { return filed(t, folder) }, Refuse: gone, Break: gone}
	})
}

func TestOnlyTheOwnerReadsTheFiles(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "diep", "mail")
	m, err := gomail.NewFolder(folder, sender, ticking())
	if err != nil {
		t.Fatal(err)
	}
	message := mail.Message{To: []mail.Address{{Email: "jan@club.example"}}, Subject: "Welkom", Text: "Hallo"}
	if _, err := m.Send(t.Context(), message); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]fs.FileMode{folder: 0o700, "": 0o600} {
		if path == "" {
			files, err := os.ReadDir(folder)
			if err != nil || len(files) != 1 {
				t.Fatalf("%v, %v", files, err)
			}
			path = filepath.Join(folder, files[0].Name())
		}
		info, err := os.Stat(path)
		if err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v", path, info.Mode(), err)
		}
	}
}

func TestASenderMustBeAnAddress(t *testing.T) {
	t.Parallel()
	nobody := mail.Address{Name: "Clubhuis"}
	if _, err := gomail.NewFolder(t.TempDir(), nobody, ticking()); err == nil {
		t.Error("nobody sends into a folder")
	}
	if _, err := gomail.NewServer(gomail.Options{Host: "mail.example", Port: 25, From: nobody}); err == nil {
		t.Error("nobody sends to a server")
	}
}
