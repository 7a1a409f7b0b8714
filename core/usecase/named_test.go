package usecase_test

import (
	"context"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/task"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports"
)

// A digest that waited for the mail server names nobody whom its reader does not see any more, and tells no task that is not the
// reader's any more: it is written anew the same day, without.
func TestADigestThatWaitedTellsWhomItsReaderStillSees(t *testing.T) {
	t.Parallel()
	const jarig, genoemd = "Jarig", "Genoemd" // has a birthday; a task is about this one
	type people struct{ birthday, about person.ID }
	edit := func(of func(people) person.ID, change func(*person.Person)) func(*club, people) error {
		return func(c *club, p people) error {
			return c.stores.People.Update(ctx, []person.ID{of(p)}, func(all map[person.ID]*person.Person) error {
				change(all[of(p)])
				return nil
			})
		}
	}
	birthday, about := func(p people) person.ID { return p.birthday }, func(p people) person.ID { return p.about }
	leaves := func(p *person.Person) { p.Work = nil }
	removes := func(of func(people) person.ID) func(*club, people) error {
		return func(c *club, p people) error {
			return c.stores.People.Remove(ctx, of(p), 0, c.at, func(access.Subject, record.Edition) error { return nil })
		}
	}
	changes := func(change func(*task.Task)) func(*club, people) error {
		return func(c *club, _ people) error {
			return c.stores.Tasks.Update(ctx, 1, func(one *task.Task) error { change(one); return nil })
		}
	}
	for name, step := range map[string]struct {
		meanwhile func(*club, people) error
		without   string // what the next one does not tell; "" for one that is sent as it is
	}{
		"nothing":                    {func(*club, people) error { return nil }, ""},
		"another name":               {edit(birthday, func(p *person.Person) { p.Name.Last = "Jansen" }), ""},
		"notes of the task":          {changes(func(one *task.Task) { one.Notes = "<p>Bel eerst</p>" }), ""},
		"a birthday left the team":   {edit(birthday, leaves), jarig},
		"a birthday went to the bin": {removes(birthday), jarig},
		"a birthday died":            {edit(birthday, func(p *person.Person) { p.DiedOn = day("2026-06-14") }), jarig},
		"who is told left the team":  {edit(about, leaves), genoemd},
		"who is told is in the bin":  {removes(about), genoemd},
		"the task is somebody else's": {changes(func(one *task.Task) {
			one.HandOver(one.Assignee, one.Author, "Ander")
		}), "Bellen"},
		"the task is done":   {changes(func(one *task.Task) { one.Enter(task.Completed, local("2026-06-15 09:30")) }), "Bellen"},
		"the task says else": {changes(func(one *task.Task) { one.Content = "Spreken" }), "Bellen"},
		"the task is destroyed": {func(c *club, _ people) error {
			return c.stores.Tasks.Remove(ctx, 1, func(*task.Task) error { return nil })
		}, "Bellen"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := open(t, "2026-06-15 08:00")
			team, err := c.stores.Groups.Create(ctx, group.Group{Kind: work.Team, Title: "JO11-1"})
			c.must(err)
			plays := func(p *person.Person) { p.Work = []work.Entry{{Group: team, Title: "Speler", Current: true}} }
			p := people{c.person(jarig, "2015-06-16", plays), c.person(genoemd, "2015-01-15", plays)}
			coach := c.user("coach", []access.Role{access.Member}, 0, account.Notifications{})
			other := c.user("ander", []access.Role{access.Member}, 0, account.Notifications{NoMail: true})
			c.must(c.stores.Users.Update(ctx, coach, func(u *account.User) error { u.Given.Teams = []int64{team}; return nil }))
			_, err = c.stores.Tasks.Create(ctx, task.Task{
				Head: record.NewHead(other, "Ander", c.at), Content: "Bellen", Status: task.Open, Due: day("2026-06-17"),
				Assignee: coach, AssigneeName: "coach", People: []int64{p.about},
			})
			c.must(err)
			c.task(coach, "Ballen oppompen", "2026-06-15")
			c.run() // plans it
			c.at = local("2026-06-15 09:00")
			if got := c.run(); got != "coach" {
				t.Fatalf("mailed to %q", got)
			}
			for _, told := range []string{jarig, genoemd, "Bellen", "Ballen"} {
				if !strings.Contains(c.last("coach"), told) {
					t.Fatalf("%q is not told:\n%s", told, c.last("coach"))
				}
			}
			c.at = local("2026-06-15 10:00")
			c.must(step.meanwhile(c, p))
			c.must(c.Mails.Deliver(ctx, 1))
			kept, err := c.stores.Mails.ByID(ctx, 1)
			c.must(err)
			c.at = local("2026-06-15 10:05")
			anew := c.run()
			if step.without == "" {
				if kept[0].State != mail.Sent || anew != "" {
					t.Errorf("it is %s, and was written anew to %q", kept[0].State, anew)
				}
				return
			}
			if kept[0].State != mail.Withdrawn || kept[0].Text+kept[0].HTML != "" || anew != "coach" {
				t.Fatalf("it is %+v, and was written anew to %q", kept[0], anew)
			}
			c.deliver()
			sent := c.mailer.Sent()
			if len(sent) != 1 || strings.Contains(sent[0].Text, step.without) || !strings.Contains(sent[0].Text, "Ballen") {
				t.Errorf("sent %+v", sent)
			}
		})
	}
}

// A digest that was kept before whom it names was kept with it is handed over by what was kept.
func TestADigestThatWasKeptWithoutWhomItNamesIsSent(t *testing.T) {
	t.Parallel()
	c := open(t, "2026-06-15 08:00")
	c.person("Jarig", "2015-06-16")
	c.user("beheer", []access.Role{access.Administrator}, 0, account.Notifications{})
	post := c.Digests.Post
	c.Digests.Post = func(ctx context.Context, stores ports.Stores, draft mail.Draft) (int64, error) {
		draft.Basis.People, draft.Basis.Tasks = nil, nil
		return post(ctx, stores, draft)
	}
	c.run()
	c.at = local("2026-06-15 09:00")
	c.run()
	c.deliver()
	if sent := c.mailer.Sent(); len(sent) != 1 || !strings.Contains(sent[0].Text, "Jarig") {
		t.Errorf("sent %+v", sent)
	}
}
