package usecase_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/peoplefile"
	"github.com/clubhuis/clubhuis/core/person"
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

// Somebody got another address by a row of the first turn. A row of a later turn that knows the old one is about them, as the
// preview says.
func TestWhoChangedInAnEarlierTurnIsNotTakenInTwice(t *testing.T) {
	t.Parallel()
	for _, kill := range []int{0, 1} {
		c := newImporting(t)
		p := person.New(c.anna.User, importedAt)
		p.Name, p.Membership.Code = person.Name{First: "Jan", Last: "Pot"}, "C0"
		p.Contacts = []person.Contact{{Type: person.Email, Value: "oud@club.example"}}
		if _, err := c.People.Create(t.Context(), p); err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		text.WriteString("Relatiecode;Voornaam;Achternaam;E-mail\nC0;Jan;Pot;nieuw@club.example\n")
		for n := range 210 {
			fmt.Fprintf(&text, ";Piet;Vries%d;\n", n)
		}
		text.WriteString(";Jan;Pot;oud@club.example\n;Jan;Pot;nieuw@club.example\n")
		i := c.upload(text.String())
		want := peoplefile.Counts{New: 210, Changed: 1, Refused: 2}
		if rows, err := c.imports.Rows(t.Context(), c.anna, i.ID, "", 0, 1); err != nil || rows.Counts != want {
			t.Errorf("preview: %+v, %v", rows.Counts, err)
		}
		if _, err := c.imports.Apply(t.Context(), c.anna, i.ID); err != nil {
			t.Fatal(err)
		}
		if left := kill; kill > 0 {
			c.imports.Atomic = dying{c.store, &left}
			_ = c.imports.ApplyInPortions(t.Context(), imports.Asked{Import: i.ID, User: c.anna.User})
			c.imports.Atomic = c.store
		}
		c.work()
		if got := c.show(i.ID).Counts; got != want || c.Directory.View().Size() != 211 {
			t.Errorf("killed %d times: %+v, %d people", kill, got, c.Directory.View().Size())
		}
	}
}

// damagedWorkbooks are workbooks that can't be opened.
type damagedWorkbooks struct{}

func (damagedWorkbooks) Read(context.Context, []byte) (peoplefile.Sheet, error) {
	return peoplefile.Sheet{}, peoplefile.ErrUnreadable
}

// A workbook begins with more than the two letters that a heading may begin with.
func TestATextThatBeginsLikeAnArchiveIsRead(t *testing.T) {
	t.Parallel()
	c := newImporting(t)
	c.imports.Workbooks = damagedWorkbooks{}
	if i := c.upload("PK;Voornaam\n1;Jan\n"); i.Total != 1 || len(i.Columns) != 2 || i.Columns[0].Heading != "PK" {
		t.Errorf("%+v", i)
	}
}
