package usecase_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/job"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/mention"
	"github.com/clubhuis/clubhuis/core/note"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/suppression"
	"github.com/clubhuis/clubhuis/core/timeline"
)

// lost is a club in which "a" is to be told of three notes and of one that mentions "a", at nine on 15 June 2026.
type lost struct {
	*club
	other, user account.UserID
	child       person.ID
}

// allNews are the notes that are told.
var allNews = []string{"Eerste nieuws", "Tweede nieuws", "Derde nieuws", "Noemt je"}

func openLost(t *testing.T) *lost {
	c := &lost{club: open(t, "2026-06-14 12:00")}
	c.other = c.club.user("ander", []access.Role{access.Administrator}, 0, account.Notifications{NoMail: true})
	c.user = c.club.user("a", []access.Role{access.Administrator}, 0, account.Notifications{})
	c.child = c.person("Kind", "2015-01-15")
	c.run()
	c.at = local("2026-06-15 08:00")
	for _, text := range allNews[:3] {
		c.shares(c.other, c.child, text)
	}
	c.mentions(allNews[3])
	return c
}

// mentions lets somebody mention "a" in a note of long ago.
func (c *lost) mentions(text string) int64 {
	c.t.Helper()
	id, err := c.stores.Notes.Create(ctx, note.Note{
		Head: record.NewHead(c.other, "Ander", c.at.AddDate(0, -1, 0)), Person: c.child, Content: "<p>" + text + "</p>",
		Visibility: note.Shared, SharedAt: c.at.AddDate(0, -1, 0),
	})
	c.must(err)
	_, err = c.stores.Mentions.Keep(ctx, mention.Mention{User: c.user, Kind: timeline.Note, Record: id, Author: c.other, At: c.at})
	c.must(err)
	return id
}

// runAt does what is due at a time, and delivers nothing.
func (c *lost) runAt(at string) string {
	c.t.Helper()
	c.at = local("2026-06-" + at)
	return c.run()
}

// deliverAt tries to send a mail at a time, and returns what it is then.
func (c *lost) deliverAt(at string, id int64) mail.State {
	c.t.Helper()
	c.at = local("2026-06-" + at)
	var again job.Again
	if err := c.Mails.Deliver(ctx, id); err != nil && !errors.As(err, &again) {
		c.t.Fatal(err)
	}
	kept, err := c.stores.Mails.ByID(ctx, id)
	c.must(err)
	return kept[0].State
}

// down says that the mail server takes nothing.
func (c *lost) down(is bool) {
	c.mailer.Fail = nil
	if is {
		c.mailer.Fail = func(mail.Message) error { return mail.Refuse(fault.New(fault.Unavailable, "busy", "Later.")) }
	}
}

func (c *lost) suppress(is bool) {
	c.t.Helper()
	const address = "a@club.example"
	if !is {
		_, err := c.stores.Suppressions.Forget(ctx, address)
		c.must(err)
		return
	}
	_, err := c.stores.Suppressions.Change(ctx, address, func(known *suppression.Suppression) error {
		known.Note(suppression.HardBounce, c.at)
		return nil
	})
	c.must(err)
}

// waits returns how many mentions "a" was not told of.
func (c *lost) waits() int {
	c.t.Helper()
	waiting, err := c.stores.Mentions.Waiting(ctx, c.user, false, 200)
	c.must(err)
	return len(waiting)
}

// arrived checks that everything arrived in one of the mails that were sent, but for what is lost.
func (c *lost) arrived(mails int, without ...string) {
	c.t.Helper()
	text := ""
	for _, sent := range c.mailer.Sent() {
		text += sent.Text
	}
	if n := len(c.mailer.Sent()); n != mails {
		c.t.Errorf("%d mails arrived, want %d", n, mails)
	}
	for _, news := range allNews {
		want := 1
		for _, gone := range without {
			if gone == news {
				want = 0
			}
		}
		if told := strings.Count(text, news); told != want {
			c.t.Errorf("%q arrived %d times, want %d", news, told, want)
		}
	}
}

func (c *lost) is(what string, got, want any) {
	c.t.Helper()
	if got != want {
		c.t.Fatalf("%s: %v, want %v", what, got, want)
	}
}

// contract: club §6-2: to an address to which nothing is sent no digest is written: what it would tell waits.
func TestWhatNothingIsSentToIsToldNothing(t *testing.T) {
	t.Parallel()
	c := openLost(t)
	c.suppress(true)
	c.is("mailed", c.runAt("15 09:00"), "")
	c.is("mailed the next day", c.runAt("16 09:00"), "")
	triggered, err := c.Digests.Trigger(ctx, admin)
	c.must(err)
	c.is("by hand", triggered.Mailed, 0)
	c.is("waiting", c.waits(), 1)
	list, err := c.Timelines.WaitingMentions(ctx, access.Viewer{User: c.user, Roles: []access.Role{access.Administrator}})
	c.must(err)
	c.is("shown", len(list), 1)
	c.suppress(false)
	c.is("mailed again", c.runAt("17 09:00"), "a")
	c.is("it is", c.deliverAt("17 09:00", 1), mail.Sent)
	c.arrived(1)
}

// Nothing is sent to the address from when the mail waits: what it told is told when something is.
func TestASuppressedDigestToldNothing(t *testing.T) {
	t.Parallel()
	c := openLost(t)
	c.is("mailed", c.runAt("15 09:00"), "a")
	c.is("told", c.waits(), 0)
	c.suppress(true)
	c.is("it is", c.deliverAt("15 09:01", 1), mail.Suppressed)
	c.is("waiting", c.waits(), 1)
	c.is("again that day", c.runAt("15 09:05"), "")
	c.suppress(false)
	c.is("still that day", c.runAt("15 09:10"), "")
	c.is("the next day", c.runAt("16 09:00"), "a")
	c.is("it is", c.deliverAt("16 09:00", 2), mail.Sent)
	c.arrived(1)
}

// A mail server that is down past midnight: the digests of that day are withdrawn, and what they told comes with the next.
func TestWhatADigestToldThatWasTooLateComesNext(t *testing.T) {
	t.Parallel()
	for name, steps := range map[string]func(c *lost){
		"tried after midnight": func(c *lost) {
			c.is("after midnight", c.deliverAt("16 03:00", 1), mail.Withdrawn)
			c.is("waiting", c.waits(), 1)
			c.is("at night", c.runAt("16 03:05"), "")
			c.down(false)
			c.is("the next day", c.runAt("16 09:00"), "a")
		},
		"tried after the next one": func(c *lost) {
			c.is("the next day", c.runAt("16 09:00"), "a")
			c.down(false)
			c.is("of the first day", c.deliverAt("16 09:04", 1), mail.Withdrawn)
		},
		"in hand when the next one is due": func(c *lost) {
			c.at = local("2026-06-16 09:00")
			c.must(c.stores.Mails.Update(ctx, 1, func(m *mail.Mail) error {
				m.State = mail.Sending
				m.Touch(0, c.at)
				return nil
			}))
			c.is("the next day", c.run(), "")
			c.must(c.stores.Mails.Update(ctx, 1, func(m *mail.Mail) error { m.State = mail.Retrying; return nil }))
			c.down(false)
			c.is("the run after", c.runAt("16 09:05"), "a")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := openLost(t)
			c.t = t
			c.down(true)
			c.is("mailed", c.runAt("15 09:00"), "a")
			c.is("at nine", c.deliverAt("15 09:00", 1), mail.Retrying)
			c.is("in the evening", c.deliverAt("15 21:00", 1), mail.Retrying)
			steps(c)
			c.is("the second", c.deliverAt("16 09:06", 2), mail.Sent)
			c.is("again that day", c.runAt("16 12:00"), "")
			c.is("the day after", c.runAt("17 09:00"), "")
			c.arrived(1)
		})
	}
}

// contract: club §6-1 and §6-2: a digest that does not stand any more is written anew the same day, from what may be read then,
// as often as that happens; one of them arrives.
func TestADigestThatDoesNotStandIsWrittenAnew(t *testing.T) {
	t.Parallel()
	deletes := func(id int64) func(c *lost) {
		return func(c *lost) {
			c.must(c.stores.Notes.Remove(ctx, id, func(*note.Note) error { return nil }))
		}
	}
	for name, step := range map[string]struct {
		meanwhile []func(c *lost) // each while another mail waits
		without   []string
	}{
		"a note is deleted":   {[]func(*lost){deletes(1)}, allNews[:1]},
		"the mention goes":    {[]func(*lost){deletes(4)}, allNews[3:]},
		"one after the other": {[]func(*lost){deletes(1), deletes(2)}, allNews[:2]},
		"a right is gained": {[]func(*lost){func(c *lost) {
			c.must(c.stores.Users.Update(ctx, c.user, func(u *account.User) error { u.Roles = append(u.Roles, access.Board); return nil }))
		}}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := openLost(t)
			c.t = t
			c.is("mailed", c.runAt("15 09:00"), "a")
			for i, meanwhile := range step.meanwhile {
				meanwhile(c)
				c.is("it is", c.deliverAt(fmt.Sprintf("15 09:%d1", i+1), int64(i+1)), mail.Withdrawn)
				c.is("written anew", c.runAt(fmt.Sprintf("15 09:%d5", i+1)), "a")
			}
			status, err := c.Digests.Status(ctx, admin)
			c.must(err)
			c.is("the next comes", status.Scheduled[0].Next.Equal(local("2026-06-16 09:00")), true)
			c.is("it is", c.deliverAt("15 09:50", int64(len(step.meanwhile)+1)), mail.Sent)
			c.is("again", c.runAt("15 10:00"), "")
			triggered, err := c.Digests.Trigger(ctx, admin)
			c.must(err)
			c.is("by hand", triggered.Mailed, 0)
			c.is("the next day", c.runAt("16 09:00"), "")
			c.arrived(1, step.without...)
		})
	}
}

// Who gets none any more when it is withdrawn gets none that day, also who wants some again.
func TestADigestThatNobodyWantedIsNotWrittenAnew(t *testing.T) {
	t.Parallel()
	c := openLost(t)
	c.is("mailed", c.runAt("15 09:00"), "a")
	off := func(is bool) {
		_, err := c.Accounts.Notify(ctx, access.Viewer{User: c.user, Roles: []access.Role{access.Administrator}},
			func(n *account.Notifications) { n.NoMail = is })
		c.must(err)
	}
	off(true)
	c.is("it is", c.deliverAt("15 09:10", 1), mail.Withdrawn)
	off(false)
	c.is("that day", c.runAt("15 09:15"), "")
	c.is("the next day", c.runAt("16 09:00"), "a")
	c.is("it is", c.deliverAt("16 09:00", 2), mail.Sent)
	c.arrived(1)
}

// Nor does one whose address is nobody's any more: an address that another user signs in by would never get one, and it would be
// written anew all day.
func TestADigestToAnAddressOfNobodyIsNotWrittenAnew(t *testing.T) {
	t.Parallel()
	c := openLost(t)
	c.is("mailed", c.runAt("15 09:00"), "a")
	c.must(c.stores.Users.Update(ctx, c.user, func(u *account.User) error { u.Email = "elders@club.example"; return nil }))
	c.is("it is", c.deliverAt("15 09:10", 1), mail.Withdrawn)
	c.is("that day", c.runAt("15 09:15"), "")
	c.is("the next day", c.runAt("16 09:00"), "elders")
	c.is("it is", c.deliverAt("16 09:00", 2), mail.Sent)
	c.arrived(1)
}

// contract: club §6-1: nobody knows whether it arrived: nothing comes twice.
func TestADigestOfWhichNobodyKnowsIsToldOnce(t *testing.T) {
	t.Parallel()
	c := openLost(t)
	c.mailer.Forgetful = true
	c.mailer.After = func(mail.Message) error { return errors.New("the line broke") }
	c.is("mailed", c.runAt("15 09:00"), "a")
	c.is("it is", c.deliverAt("15 09:00", 1), mail.Uncertain)
	c.must(c.stores.Notes.Remove(ctx, 1, func(*note.Note) error { return nil }))
	c.is("later", c.deliverAt("15 09:10", 1), mail.Uncertain)
	c.is("waiting", c.waits(), 0)
	c.is("that day", c.runAt("15 09:15"), "")
	c.is("the next day", c.runAt("16 09:00"), "")
	c.arrived(1)
}

// contract: club §6-2: mentions that a user may not read, or whose text is gone, keep no others from being told.
func TestHiddenMentionsKeepNoOthersWaiting(t *testing.T) {
	t.Parallel()
	c := openLost(t)
	c.at = local("2026-06-15 09:00")
	c.run() // tells what there was
	c.deliver()
	for i := range 100 {
		id := c.mentions(fmt.Sprint("Verborgen ", i))
		if i%2 == 0 {
			c.must(c.stores.Notes.Remove(ctx, id, func(*note.Note) error { return nil }))
			continue
		}
		c.must(c.stores.Notes.Update(ctx, id, func(n *note.Note) error {
			n.Show(note.Private, c.at)
			return nil
		}))
	}
	c.mentions("De honderdeerste")
	c.is("hidden ones alone", c.runAt("16 09:00"), "")
	c.is("waiting", c.waits(), 1)
	c.is("the next day", c.runAt("17 09:00"), "a")
	if !strings.Contains(c.last("a"), "De honderdeerste") {
		t.Error(c.last("a"))
	}
}

// contract: club §6-2: all that is due today is told, however much is overdue; of notes beyond ten it is told how many.
func TestADigestSaysWhatItLeavesOut(t *testing.T) {
	t.Parallel()
	c := openLost(t)
	for range 250 {
		c.task(c.user, "Te laat", "2026-06-01")
	}
	c.task(c.user, "Van vandaag", "2026-06-15")
	for i := range 9 {
		c.shares(c.other, c.child, fmt.Sprint("Nog een ", i))
	}
	c.is("mailed", c.runAt("15 09:00"), "a")
	text := c.last("a")
	for says, want := range map[string]int{
		"- Te laat – 1 juni (te laat)\n": 100, "- en nog 150 andere (te laat)\n- Van vandaag\n": 1, "Nog een": 9, "nieuws": 1,
		"\n- en nog 2 andere\n": 1,
	} {
		if n := strings.Count(text, says); n != want {
			t.Errorf("%q: %d times, want %d", says, n, want)
		}
	}
}
