package usecase_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/digest"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/letter"
	"github.com/clubhuis/clubhuis/core/matchday"
	"github.com/clubhuis/clubhuis/core/mention"
	"github.com/clubhuis/clubhuis/core/note"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/task"
	"github.com/clubhuis/clubhuis/core/timeline"
	"github.com/clubhuis/clubhuis/core/volunteer"
	"github.com/clubhuis/clubhuis/core/work"
)

func isFault(t *testing.T, what string, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s: got %v, want %v", what, err, want)
	}
}

// contract: club §6-2: birthdays, to-dos with the person, own shifts, matches of own teams, mentions, notes of others.
func TestADigestTellsWhatItsReceiverMayRead(t *testing.T) {
	t.Parallel()
	c := open(t, "2026-06-15 08:00")
	team, err := c.stores.Groups.Create(ctx, group.Group{Kind: work.Team, Title: "JO11-1", PublicID: "77"})
	c.must(err)
	inTeam := func(p *person.Person) {
		p.Work = []work.Entry{{Group: team, Title: "Speler", Current: true}}
	}
	me := c.person("Coach", "1980-06-17")
	mine := c.person("Speler", "2015-06-15", inTeam)
	stranger := c.person("Vreemde", "2014-06-15")
	c.person("Overleden", "2015-06-15", inTeam, func(p *person.Person) { p.DiedOn = day("2026-01-01") })
	c.person("Oudlid", "2015-06-15", inTeam, func(p *person.Person) { p.Membership.Former = true })
	coach := c.user("coach", []access.Role{access.Member}, me, account.Notifications{})
	other := c.user("ander", []access.Role{access.Administrator}, 0, account.Notifications{NoMail: true})
	c.must(c.stores.Users.Update(ctx, coach, func(u *account.User) error {
		u.Given.Teams = []int64{team}
		return nil
	}))
	c.task(coach, "Eigen taak", "2026-06-14", mine)
	c.task(other, "Taak van een ander", "2026-06-15", mine)
	c.task(coach, "Over een vreemde", "2026-06-16", stranger)
	for _, one := range []task.Task{
		{Head: record.NewHead(coach, "Coach", c.at), Content: "Weggegeven", Assignee: other},
		{Head: record.NewHead(other, "Ander", c.at), Content: "Gekregen", Assignee: coach},
	} {
		one.Status, one.Due = task.Open, day("2026-06-16")
		_, err := c.stores.Tasks.Create(ctx, one)
		c.must(err)
	}
	writes := func(author account.UserID, about person.ID, text string, visibility note.Visibility, ago time.Duration) int64 {
		id, err := c.stores.Notes.Create(ctx, note.Note{
			Head: record.NewHead(author, "Ander", c.at.Add(-ago)), Person: about, Content: "<p>" + text + "</p>", Visibility: visibility,
			SharedAt: c.at.Add(-ago),
		})
		c.must(err)
		return id
	}
	writes(other, mine, "gedeeld", note.Shared, time.Hour)
	writes(other, mine, "te oud", note.Shared, 25*time.Hour)
	writes(other, mine, "heimelijk", note.Private, time.Hour)
	writes(coach, mine, "van mezelf", note.Shared, time.Hour)
	writes(other, stranger, "over een vreemde", note.Shared, time.Hour)
	writes(other, me, "over de coach zelf", note.Shared, time.Hour)
	for i, id := range []int64{
		writes(other, mine, "noemt coach", note.Shared, 48*time.Hour),
		writes(other, stranger, "noemt verborgen", note.Shared, 48*time.Hour),
	} {
		_, err := c.stores.Mentions.Keep(ctx, mention.Mention{
			User: coach, Kind: timeline.Note, Record: id, Author: other, At: c.at.Add(time.Duration(i)),
		})
		c.must(err)
	}
	for title, state := range map[string]volunteer.State{"Bardienst": "", "Vervallen dienst": volunteer.Cancelled} {
		for _, who := range []person.ID{me, stranger} {
			_, err := c.stores.Shifts.Create(ctx, volunteer.Shift{
				Title: title, Date: day("2026-06-16"), Start: "19:00", End: "23:00", Capacity: 3, State: state, Published: true,
				Assignments: []volunteer.Assignment{{Person: who}, {Person: who}},
			})
			c.must(err)
		}
	}
	off := []matchday.Match{
		{ID: 1, Start: local("2026-06-15 19:00"), Home: "JO11-1", Away: "Gasten", HomeCode: "77", Cancelled: true,
			Cancellation: "Bond"},
		{ID: 2, Start: local("2026-06-15 19:00"), Home: "MO13", Away: "Anderen", HomeCode: "78", Cancelled: true},
		{ID: 3, Start: local("2026-06-16 19:00"), Home: "JO11-1", Away: "Morgen", HomeCode: "77", Cancelled: true},
	}
	c.must(c.stores.FetchedMatches.Update(ctx, matchday.Cancellations, func(f *matchday.Fetched) error {
		f.Take(off, "", c.at)
		return nil
	}))

	c.run() // plans it
	c.at = local("2026-06-15 09:00")
	if got := c.run(); got != "coach" {
		t.Fatalf("mailed to %q", got)
	}
	text := c.last("coach")
	for _, says := range []string{
		"Speler wordt 11", "Coach wordt 46 – woensdag 17 juni", "Eigen taak, over Speler – 14 juni (te laat)", "- Over een vreemde\n",
		"19:00–23:00 Bardienst", "19:00 JO11-1 – Gasten – Bond", "Ander over Speler – gedeeld",
		"- Weggegeven, voor ander\n", "- Gekregen, van ander\n", "Afgelast:\n- je dienst 19:00–23:00 Vervallen dienst\n",
		"ander noemde je in een notitie over Speler – noemt coach",
	} {
		if strings.Count(text, says) != 1 {
			t.Errorf("does not say once %q", says)
		}
	}
	for _, hidden := range []string{
		"Vreemde", "Overleden", "Oudlid", "Taak van een ander", "te oud", "heimelijk", "van mezelf", "over een vreemde", "verborgen",
		"over de coach zelf",
		"MO13", "Morgen –",
	} {
		if strings.Contains(text, hidden) {
			t.Errorf("says %q", hidden)
		}
	}
	if t.Failed() {
		t.Log(text)
	}
	waiting, err := c.stores.Mentions.Waiting(ctx, coach, false, 10)
	if err != nil || len(waiting) > 0 {
		t.Errorf("mentions are told again: %v, %v", waiting, err)
	}
}

// What fails leaves no trace, keeps nobody else's from coming, and comes when it can, once.
func TestADigestThatCannotBeKeptComesLater(t *testing.T) {
	t.Parallel()
	c := open(t, "2026-06-15 08:00")
	for _, name := range []string{"a", "b"} {
		c.task(c.user(name, []access.Role{access.Member}, 0, account.Notifications{}), "x", "2026-06-15")
	}
	c.run()
	c.at, c.fail = local("2026-06-15 09:00"), errors.New("no room")
	if mailed, err := c.Digests.Run(ctx); mailed != 0 || !errors.Is(err, c.fail) {
		t.Errorf("%d mailed, %v", mailed, err)
	}
	c.fail, c.at = nil, local("2026-06-15 09:05")
	if got := c.run(); len(got) != len("a b") {
		t.Errorf("mailed to %q", got)
	}
	if got := c.run(); got != "" {
		t.Errorf("again to %q", got)
	}
}

// contract: club §6-2: each note is told once, however late a run looks and whatever the clock does that night.
func TestEachSharedNoteIsToldOnce(t *testing.T) {
	t.Parallel()
	c := open(t, "2026-10-23 08:00")
	other := c.user("ander", []access.Role{access.Administrator}, 0, account.Notifications{NoMail: true})
	user := c.user("a", []access.Role{access.Administrator}, 0, account.Notifications{})
	child := c.person("Kind", "2015-06-15")
	c.task(user, "x", "2026-10-23")
	c.run()
	var all []string
	text := ""
	for _, one := range []string{
		"note 23 08:59", "note 23 09:02", "run 23 09:05", "note 24 08:59", "note 24 09:02", "run 24 09:03", "note 24 09:30",
		"note 24 22:00", "note 25 02:30", "note 25 08:30", "run 25 09:00", "run 26 09:00",
		"note 26 09:01", "run 27 09:04", "run 28 09:00",
	} {
		what, at, _ := strings.Cut(one, " ")
		if c.at = local("2026-10-" + at); what == "run" {
			if got := c.run(); got != "a" {
				t.Fatalf("%s: mailed to %q", at, got)
			}
			text += c.last("a")
			c.deliver()
			continue
		}
		all = append(all, "Op "+at)
		_, err := c.stores.Notes.Create(ctx, note.Note{
			Head: record.NewHead(other, "Ander", c.at), Person: child, Content: "<p>Op " + at + "</p>", Visibility: note.Shared,
			SharedAt: c.at,
		})
		c.must(err)
	}
	for _, one := range all {
		if told := strings.Count(text, one); told != 1 {
			t.Errorf("%q is told %d times", one, told)
		}
	}
}

// contract: club §6-2: a run over many users takes a while. From whom something is taken meanwhile is not told what it opened.
func TestADigestOfWhomSomethingIsTakenAwayMeanwhile(t *testing.T) {
	t.Parallel()
	for name, roles := range map[string][]access.Role{"a role": {access.Administrator}, "an age group": {access.Member}} {
		c := open(t, "2026-06-15 08:00")
		c.person("Kind", "2015-06-15", func(p *person.Person) { p.Membership.AgeGroup = "Onder 11" })
		user := c.user("a", roles, 0, account.Notifications{})
		given := func(groups ...string) {
			c.must(c.stores.Users.Update(ctx, user, func(u *account.User) error {
				u.Given.AgeGroups = groups
				return nil
			}))
		}
		given("Onder 11")
		c.task(user, "Eigen taak", "2026-06-15")
		c.run()
		read := c.Digests.Mentions
		c.Digests.Mentions = func(
			ctx context.Context, viewer access.Viewer, called func(account.UserID) string,
		) ([]digest.Mention, []int64, error) {
			given()
			c.must(c.stores.Users.Update(ctx, user, func(u *account.User) error {
				u.Roles = []access.Role{access.Member}
				return nil
			}))
			return read(ctx, viewer, called)
		}
		for _, clock := range []string{"09:00", "09:05", "09:10"} {
			c.at = local("2026-06-15 " + clock)
			c.run()
		}
		if len(c.drafts["a"]) != 1 || strings.Contains(c.last("a"), "Kind") || !strings.Contains(c.last("a"), "Eigen taak") {
			t.Errorf("%s: %d mailed, the last: %s", name, len(c.drafts["a"]), c.last("a"))
		}
	}
}

// What was planned and mailed while the clock was years ahead keeps no digest from coming once it is right.
func TestDigestsComeAgainAfterAClockThatWasYearsAhead(t *testing.T) {
	t.Parallel()
	c := open(t, "2026-06-15 08:00")
	c.task(c.user("a", []access.Role{access.Member}, 0, account.Notifications{}), "x", "2026-06-15")
	c.user("b", []access.Role{access.Member}, 0, account.Notifications{}) // has nothing to be told
	c.run()
	c.at = local("2090-01-01 09:05")
	c.run()
	c.at = local("2090-01-02 09:05")
	if got := c.run(); got != "a" {
		t.Fatalf("mailed to %q", got)
	}
	c.at = local("2026-06-16 08:00")
	c.run()
	c.at = local("2026-06-16 09:00")
	if got := c.run(); got != "a" {
		t.Errorf("the clock is right, and it is mailed to %q", got)
	}
	status, err := c.Digests.Status(ctx, admin)
	c.must(err)
	for _, one := range status.Scheduled {
		if want := local("2026-06-17 09:00"); !one.Next.Equal(want) || one.Sent != (one.Name == "a") {
			t.Errorf("%+v", one)
		}
	}
}

func TestParallelRunsMailADigestOnce(t *testing.T) {
	t.Parallel()
	c := open(t, "2026-06-15 08:00")
	for _, name := range []string{"a", "b", "c"} {
		c.task(c.user(name, []access.Role{access.Member}, 0, account.Notifications{}), "x", "2026-06-15")
	}
	c.run()
	c.at = local("2026-06-15 09:00")
	var all sync.WaitGroup
	for i := range 8 {
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
	for name, list := range c.drafts {
		if len(list) != 1 {
			t.Errorf("%s got %d", name, len(list))
		}
	}
	if len(c.drafts) != 3 {
		t.Errorf("mailed to %d", len(c.drafts))
	}
}

// contract: club §4.9, reminder administration
func TestAdministratorsMailWhatTodayWasNotMailed(t *testing.T) {
	t.Parallel()
	c := open(t, "2026-06-15 07:00")
	c.task(c.user("beheer", []access.Role{access.Administrator}, 0, account.Notifications{}), "x", "2026-06-15")
	lid := c.user("lid", []access.Role{access.Member}, 0, account.Notifications{})
	c.user("uit", []access.Role{access.Member}, 0, account.Notifications{NoMail: true})
	if got, err := c.Digests.Trigger(ctx, admin); err != nil || got.Users != 2 || got.Mailed != 1 {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err := c.Digests.Trigger(ctx, admin); err != nil || got.Mailed != 0 {
		t.Errorf("again: %+v, %v", got, err)
	}
	c.task(lid, "later", "2026-06-15") // who had nothing at seven gets it at nine
	c.at = local("2026-06-15 09:00")
	if got := c.run(); got != "lid" {
		t.Errorf("mailed to %q", got)
	}
	c.at = local("2026-06-16 08:59")
	if got := c.run(); got != "" {
		t.Errorf("the next day too early to %q", got)
	}
	status, err := c.Digests.Status(ctx, admin)
	if err != nil || status.Users != 3 || len(status.Scheduled) != 2 || status.Scheduled[0].Name != "beheer" ||
		!status.Scheduled[0].Next.Equal(local("2026-06-16 09:00")) || status.Scheduled[0].Sent {
		t.Errorf("%+v, %v", status, err)
	}
	if n, err := c.Digests.Reschedule(ctx, admin); err != nil || n != 2 {
		t.Errorf("%d, %v", n, err)
	}
	c.at = local("2026-06-16 09:10") // what is due stays due
	if n, err := c.Digests.Reschedule(ctx, admin); err != nil || n != 2 {
		t.Errorf("%d, %v", n, err)
	}
	if got := c.run(); len(got) != len("lid beheer") {
		t.Errorf("mailed to %q", got)
	}
	member := access.Viewer{User: lid, Roles: []access.Role{access.Member}}
	_, triggered := c.Digests.Trigger(ctx, member)
	_, rescheduled := c.Digests.Reschedule(ctx, member)
	_, looked := c.Digests.Status(ctx, member)
	for what, err := range map[string]error{"trigger": triggered, "reschedule": rescheduled, "status": looked} {
		isFault(t, what, err, fault.ErrForbidden)
	}
}

func TestALinkEndsTheMails(t *testing.T) {
	t.Parallel()
	c := open(t, "2026-06-15 08:00")
	lid := c.user("lid", []access.Role{access.Member}, 0, account.Notifications{Time: "10:00"})
	c.task(lid, "x", "2026-06-15")
	c.run()
	c.at = local("2026-06-15 10:00")
	c.run()
	draft := c.drafts["lid"][0]
	if draft.Unsubscribe != "https://club.example/afmelden/"+letter.Secret || strings.Contains(draft.HTML, draft.Secret) {
		t.Errorf("%+v", draft)
	}
	for _, forged := range []string{
		"", "1", "1-", "-", "x-y", draft.Secret[1:], draft.Secret + "A", "2" + draft.Secret[1:], "01" + draft.Secret[1:],
		strings.Repeat("9", 99),
		strings.ToUpper(draft.Secret),
	} {
		isFault(t, forged, c.Digests.Unsubscribe(ctx, forged), account.ErrNoLink)
	}
	for range 2 { // as mail programs do
		c.must(c.Digests.Unsubscribe(ctx, draft.Secret))
	}
	user, err := c.stores.Users.ByID(ctx, lid)
	if n := user.Preferences.Notifications; err != nil || !n.NoMail || n.Time != "10:00" {
		t.Errorf("%+v, %v", n, err)
	}
	c.at = local("2026-06-17 12:00")
	if got := c.run(); got != "" {
		t.Errorf("mailed to %q", got)
	}
	c.must(c.stores.Users.Remove(ctx, lid, func(*account.User) error { return nil }))
	isFault(t, "of nobody", c.Digests.Unsubscribe(ctx, draft.Secret), account.ErrNoLink)
}

// The mail is kept as long as others are, but not what it told of so many people, nor the link.
func TestWhatADigestSaidGoesWhenItIsSent(t *testing.T) {
	t.Parallel()
	c := open(t, "2026-06-15 08:00")
	c.task(c.user("lid", []access.Role{access.Member}, 0, account.Notifications{}), "Geheim", "2026-06-15")
	c.run()
	c.at = local("2026-06-15 09:00")
	c.run()
	kept := func() string {
		list, err := c.stores.Mails.ByID(ctx, 1)
		c.must(err)
		return list[0].Text + list[0].HTML + list[0].Sealed
	}
	if !strings.Contains(kept(), "Geheim") {
		t.Error("nothing is kept before it is sent")
	}
	c.must(c.Mails.Deliver(ctx, 1))
	if got := kept(); got != "" {
		t.Errorf("keeps %q", got)
	}
}
