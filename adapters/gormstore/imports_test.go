package gormstore_test

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/job"
	"github.com/clubhuis/clubhuis/core/peoplefile"
	"github.com/clubhuis/clubhuis/core/usecase/imports"
)

// untilDone lets a job go on for as long as it asks to.
func untilDone(t *testing.T, do func() error) {
	t.Helper()
	for range 100 {
		if err := do(); !errors.As(err, &job.Again{}) {
			ok(t, err)
			return
		}
	}
	t.Fatal("the job does not end")
}

// CLUBHUIS_IMPORT_ROWS lets it measure: docs/performance.md.
func TestAnImportThatIsKilledGoesOnWithoutDoubles(t *testing.T) {
	t.Parallel()
	rows := 450
	if asked, err := strconv.Atoi(os.Getenv("CLUBHUIS_IMPORT_ROWS")); err == nil {
		rows = asked
	}
	onBoth(t, func(t *testing.T, location string) {
		_, club := process(t, location)
		u := userOf(0)
		u.Roles = []access.Role{access.SectionRole(access.Administration)}
		user, err := club.Imports.Users.Create(t.Context(), u)
		ok(t, err)
		u.ID = user
		viewer := u.Viewer(access.Matrix{})
		var file strings.Builder
		file.WriteString("Voornaam;Achternaam;E-mail;Relatiecode;Geboortedatum;Straat;Huisnummer;Postcode;Plaats;Mobiel\n")
		for n := range rows {
			fmt.Fprintf(&file, "Jan;Vries%d;jan%d@club.example;C%d;31-05-2010;Kerkweg;%d;1234 AB;Ons Dorp;0612345678\n", n, n, n, n)
		}
		begun := time.Now()
		i, err := club.Imports.Upload(t.Context(), viewer, "leden.csv", []byte(file.String()))
		ok(t, err)
		_, err = club.Imports.Apply(t.Context(), viewer, i.ID)
		ok(t, err)
		asked := imports.Asked{Import: i.ID, User: account.UserID(viewer.User)}
		for _, kept := range []bool{false, true} {
			store, killed := process(t, location)
			killed.Imports.Atomic = stopping{store, kept}
			if err := killed.Imports.ApplyInPortions(t.Context(), asked); !errors.Is(err, errStopped) {
				t.Errorf("stopped: %v", err)
			}
		}
		_, club = process(t, location)
		untilDone(t, func() error { return club.Imports.ApplyInPortions(t.Context(), asked) })
		done, err := club.Imports.Show(t.Context(), viewer, i.ID)
		ok(t, err)
		same(t, done.Counts, peoplefile.Counts{New: rows})
		same(t, club.Imports.Directory.View().Size(), rows)
		t.Logf("%d rows were applied in %v", rows, time.Since(begun))

		begun = time.Now()
		_, err = club.Imports.Undo(t.Context(), viewer, i.ID)
		ok(t, err)
		untilDone(t, func() error { return club.Imports.UndoInPortions(t.Context(), asked) })
		done, err = club.Imports.Show(t.Context(), viewer, i.ID)
		ok(t, err)
		same(t, done.Undo, peoplefile.Undo{Done: rows, Tried: rows})
		same(t, club.Imports.Directory.View().Size(), 0)
		t.Logf("and taken back in %v", time.Since(begun))
	})
}
