package usecase_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/digest"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/note"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/usecase/timelines"
)

// shares lets somebody share a note, made at the club's time now.
func (c *club) shares(author account.UserID, about person.ID, text string) {
	c.t.Helper()
	_, err := c.stores.Notes.Create(ctx, note.Note{
		Head: record.NewHead(author, "Ander", c.at), Person: about, Content: "<p>" + text + "</p>", Visibility: note.Shared,
		SharedAt: c.at,
	})
	c.must(err)
}

// contract: club §6-2: each note is told in one digest, whatever happens between two.
func TestNoNoteFallsBetweenTwoDigests(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		steps string // WHAT DAY HOUR, in June 2026; a note has one to tell of it
		lost  string // the notes that are told in none
	}{
		{"the hour is moved later", "note 15 08:00, run 15 09:00, note 15 10:00, 18:00 15 11:00, note 15 12:00, run 15 18:00, " +
			"note 15 19:00, note 16 10:00, run 16 18:00, run 17 18:00", ""},
		{"the hour is moved earlier", "note 15 08:00, run 15 09:00, note 15 10:00, 06:00 15 11:00, note 16 05:00, run 16 06:00, " +
			"note 16 07:00, note 16 10:00, run 17 06:00", ""},
		{"to and fro", "run 15 09:00, note 15 10:00, 23:00 15 11:00, run 16 09:00, note 16 12:00, 00:05 16 13:00, run 17 00:05, " +
			"note 17 00:06, 12:00 17 00:10, run 17 12:00, run 18 12:00", ""},
		{"by hand between", "run 15 09:00, note 15 10:00, note 16 05:00, hand 16 06:00, note 16 07:00, run 16 09:00, hand 16 10:00, " +
			"note 16 11:00, run 17 09:00, note 17 12:00, run 18 09:00", ""},
		{"by hand later than its hour", "run 15 09:00, note 16 08:00, note 16 10:00, hand 16 11:00, note 16 12:00, run 17 09:00", ""},
		{"days are skipped", "run 15 09:00, note 15 10:00, note 16 10:00, note 17 10:00, run 18 09:30, note 18 09:31, " +
			"run 19 09:00", ""},
		{"more than a week is skipped", "run 15 09:00, note 15 10:00, note 19 10:00, run 25 09:00, run 26 09:00", "15 10:00"},
		{"the mail was off", "run 15 09:00, note 15 10:00, off 15 11:00, note 16 10:00, run 16 12:00, on 17 10:00, run 18 09:00", ""},
		{"as it comes", "note 15 08:59, run 15 09:00, note 15 09:00, note 16 08:58, note 16 08:59, run 16 09:00, run 17 09:00", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			noNoteFallsBetween(t, c.steps, c.lost)
		})
	}
}

// contract: club §6-2: a note is news when it is shared, however old it is then; one that nobody else reads any more is none.
func TestANoteThatIsSharedLaterIsToldThen(t *testing.T) {
	t.Parallel()
	c := open(t, "2026-06-14 12:00")
	author := c.user("ander", []access.Role{access.Administrator}, 0, account.Notifications{NoMail: true})
	c.user("a", []access.Role{access.Administrator}, 0, account.Notifications{})
	child := c.person("Kind", "2015-01-15")
	c.run()
	viewer := access.Viewer{User: author, Roles: []access.Role{access.Administrator}}
	private, shared := note.Private, note.Shared
	c.at = local("2026-06-15 08:00")
	write := func(text string, to note.Visibility) int64 {
		written, err := c.Timelines.Write(ctx, viewer, child, timelines.NoteChange{Content: &text, Visibility: &to})
		c.must(err)
		return written.ID
	}
	rewrite := func(id int64, change timelines.NoteChange) {
		_, err := c.Timelines.Rewrite(ctx, viewer, id, nil, change)
		c.must(err)
	}
	later, hidden, edited := write("Later gedeeld", private), write("Weer verborgen", private), write("Meteen gedeeld", shared)
	c.at = local("2026-06-15 09:00")
	if got := c.run(); got != "a" || strings.Contains(c.last("a"), "Later") {
		t.Fatalf("mailed to %q:\n%s", got, c.last("a"))
	}
	c.deliver()
	c.at = local("2026-06-16 10:00")
	for _, id := range []int64{later, hidden} {
		rewrite(id, timelines.NoteChange{Visibility: &shared})
	}
	rewrite(hidden, timelines.NoteChange{Visibility: &private})
	text := "Meteen gedeeld, nu anders"
	rewrite(edited, timelines.NoteChange{Content: &text, Visibility: &shared})
	for _, at := range []string{"2026-06-17 09:00", "2026-06-18 09:00"} {
		c.at = local(at)
		c.run()
		c.deliver()
	}
	all := texts(c.drafts["a"])
	for text, want := range map[string]int{"Later gedeeld": 1, "Meteen gedeeld": 1, "Weer verborgen": 0} {
		if told := strings.Count(all, text); told != want {
			t.Errorf("%q is told %d times, want %d", text, told, want)
		}
	}
}

func noNoteFallsBetween(t *testing.T, steps, lost string) {
	c := open(t, "2026-06-14 12:00")
	other := c.user("ander", []access.Role{access.Administrator}, 0, account.Notifications{NoMail: true})
	user := c.user("a", []access.Role{access.Administrator}, 0, account.Notifications{})
	child := c.person("Kind", "2015-01-15")
	c.run()
	choose := func(change func(*account.Notifications)) {
		_, err := c.Accounts.Notify(ctx, access.Viewer{User: user, Roles: []access.Role{access.Administrator}}, change)
		c.must(err)
	}
	var all []string
	for _, step := range strings.Split(steps, ", ") {
		what, at, _ := strings.Cut(step, " ")
		switch c.at = local("2026-06-" + at); what {
		case "note":
			c.shares(other, child, "Op "+at)
			all = append(all, at)
		case "run":
			c.run()
			c.deliver()
		case "hand":
			_, err := c.Digests.Trigger(ctx, admin)
			c.must(err)
			c.deliver()
		case "on", "off":
			choose(func(n *account.Notifications) { n.NoMail = what == "off" })
		default:
			choose(func(n *account.Notifications) { n.Time = what })
		}
	}
	text := texts(c.drafts["a"])
	for _, one := range all {
		want := 1
		if one == lost {
			want = 0
		}
		if told := strings.Count(text, "Op "+one); told != want {
			t.Errorf("the note of %s is told %d times", one, told)
		}
	}
}

// A digest that says nothing tells no note, but none was missed: one of before that a user may read later is old by then.
func TestAnEmptyDigestMissedNoNotes(t *testing.T) {
	t.Parallel()
	c := open(t, "2026-06-14 12:00")
	other := c.user("ander", []access.Role{access.Administrator}, 0, account.Notifications{NoMail: true})
	user := c.user("a", []access.Role{access.Member}, 0, account.Notifications{})
	child := c.person("Kind", "2015-01-15")
	c.run()
	c.shares(other, child, "Verborgen")
	c.at = local("2026-06-15 09:00")
	if got := c.run(); got != "" {
		t.Fatalf("mailed to %q", got)
	}
	c.must(c.stores.Users.Update(ctx, user, func(u *account.User) error {
		u.Roles = []access.Role{access.Administrator}
		return nil
	}))
	c.at = local("2026-06-15 10:00")
	c.shares(other, child, "Zichtbaar")
	c.at = local("2026-06-16 09:00")
	c.run()
	if text := c.last("a"); strings.Contains(text, "Verborgen") || !strings.Contains(text, "Zichtbaar") {
		t.Error(text)
	}
}

// By hand, whoever has nothing yet gets a digest at the usual time, with all since the last one.
func TestAnEmptyDigestByHandNotesNothing(t *testing.T) {
	t.Parallel()
	c := open(t, "2026-06-15 07:00")
	c.user("a", []access.Role{access.Administrator}, 0, account.Notifications{})
	c.run()
	before, err := c.stores.Digests.List(ctx)
	c.must(err)
	_, err = c.Digests.Trigger(ctx, admin)
	c.must(err)
	after, err := c.stores.Digests.List(ctx)
	if c.must(err); len(before) != 1 || !slices.Equal(before, after) {
		t.Errorf("before %+v, after %+v", before, after)
	}
}

// What can't be kept was not told, also when it is the first one: it comes with the next.
func TestAFailedMailLosesNoNotes(t *testing.T) {
	t.Parallel()
	c := open(t, "2026-06-14 12:00")
	other := c.user("ander", []access.Role{access.Administrator}, 0, account.Notifications{NoMail: true})
	c.user("a", []access.Role{access.Administrator}, 0, account.Notifications{})
	child := c.person("Kind", "2015-01-15")
	c.run()
	c.at = local("2026-06-15 08:00")
	c.shares(other, child, "Eerste")
	c.at, c.fail = local("2026-06-15 09:00"), errors.New("no room")
	if mailed, err := c.Digests.Run(ctx); mailed != 0 || !errors.Is(err, c.fail) {
		t.Errorf("%d mailed, %v", mailed, err)
	}
	c.fail, c.at = nil, local("2026-06-16 10:00") // until the next day
	c.shares(other, child, "Tweede")
	c.at = local("2026-06-16 10:05")
	c.run()
	if text := c.last("a"); !strings.Contains(text, "Eerste") || !strings.Contains(text, "Tweede") {
		t.Error(text)
	}
}

// contract: club §6-2: several programs, by hand and by the clock, tell a note once, also one that is made meanwhile.
func TestParallelRunsTellANoteOnce(t *testing.T) {
	t.Parallel()
	c := open(t, "2026-06-14 12:00")
	other := c.user("ander", []access.Role{access.Administrator}, 0, account.Notifications{NoMail: true})
	for i := range 3 {
		c.user(fmt.Sprint("lezer", i), []access.Role{access.Administrator}, 0, account.Notifications{})
	}
	child := c.person("Kind", "2015-01-15")
	c.run()
	var notes []string
	for d := range 3 {
		c.at = local(fmt.Sprintf("2026-06-%d 08:00", 15+d))
		notes = append(notes, fmt.Sprintf("Van dag %d", d))
		c.shares(other, child, notes[d])
		c.at = c.at.Add(time.Hour)
		var all sync.WaitGroup
		for i := range 6 {
			all.Go(func() {
				var err error
				if i%2 == 0 {
					_, err = c.Digests.Run(ctx)
				} else {
					_, err = c.Digests.Trigger(ctx, admin)
				}
				if err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		c.deliver()
	}
	if len(c.drafts) != 3 {
		t.Errorf("mailed to %d", len(c.drafts))
	}
	for name, list := range c.drafts {
		for _, text := range notes {
			if told := strings.Count(texts(list), text); told != 1 {
				t.Errorf("%s is told %q %d times", name, text, told)
			}
		}
	}
}

func texts(list []mail.Draft) (all string) {
	for _, draft := range list {
		all += draft.Text
	}
	return all
}

// What is told is what was read, not what was made between reading and keeping.
func TestANoteThatIsMadeWhileADigestIsComposedComesNext(t *testing.T) {
	t.Parallel()
	c := open(t, "2026-06-14 12:00")
	other := c.user("ander", []access.Role{access.Administrator}, 0, account.Notifications{NoMail: true})
	user := c.user("a", []access.Role{access.Administrator}, 0, account.Notifications{})
	child := c.person("Kind", "2015-01-15")
	c.task(user, "x", "2026-06-15")
	c.run()
	c.at = local("2026-06-15 09:00")
	read := c.Digests.Mentions
	c.Digests.Mentions = func(
		ctx context.Context, viewer access.Viewer, called func(account.UserID) string,
	) ([]digest.Mention, []int64, error) {
		c.at = c.at.Add(10 * time.Second)
		c.shares(other, child, "Intussen")
		c.at = c.at.Add(4 * time.Minute)
		return read(ctx, viewer, called)
	}
	c.run()
	c.Digests.Mentions = read
	if strings.Contains(c.last("a"), "Intussen") {
		t.Fatal("it was read before")
	}
	c.at = local("2026-06-16 09:00")
	if c.run(); strings.Count(c.last("a"), "Intussen") != 1 {
		t.Error(c.last("a"))
	}
}
