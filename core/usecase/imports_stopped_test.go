package usecase_test

import (
	"errors"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/peoplefile"
	"github.com/clubhuis/clubhuis/core/usecase/imports"
)

// A user who is blocked between two portions keeps the roles: the work ends nevertheless, as all other work of theirs does.
func TestABlockedUsersImportAndUndoStop(t *testing.T) {
	t.Parallel()
	c := newImporting(t)
	block := func(blocked bool) {
		t.Helper()
		err := c.Users.Update(t.Context(), c.anna.User, func(u *account.User) error {
			if u.Blocked = (time.Time{}); blocked {
				u.Blocked = importedAt
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	i := c.upload(file(500))
	asked := imports.Asked{Import: i.ID, User: c.anna.User}
	// cutOff does one portion, after which the program dies and the user is blocked.
	cutOff := func(work func() error) {
		t.Helper()
		left := 1
		c.imports.Atomic = dying{c.store, &left}
		if err := work(); !errors.Is(err, errKilled) {
			t.Fatal(err)
		}
		c.imports.Atomic = c.store
		block(true)
		c.work()
		block(false)
	}
	if _, err := c.imports.Apply(t.Context(), c.anna, i.ID); err != nil {
		t.Fatal(err)
	}
	cutOff(func() error { return c.imports.ApplyInPortions(t.Context(), asked) })
	done := c.show(i.ID)
	if done.State != peoplefile.Applied || done.Stopped != peoplefile.StoppedForbidden || done.Counts.New != 200 ||
		c.Directory.View().Size() != 200 {
		t.Errorf("applied: %+v, %d people", done, c.Directory.View().Size())
	}
	if _, err := c.imports.Undo(t.Context(), c.anna, i.ID); err != nil {
		t.Fatal(err)
	}
	block(true)
	c.work()
	done = c.show(i.ID)
	if done.State != peoplefile.Undone || done.Stopped != peoplefile.StoppedForbidden || c.Directory.View().Size() != 200 {
		t.Errorf("taken back: %+v, %d people", done, c.Directory.View().Size())
	}
}
