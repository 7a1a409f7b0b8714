package usecase_test

import (
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/mention"
	"github.com/clubhuis/clubhuis/core/note"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/timeline"
	"github.com/clubhuis/clubhuis/core/work"
)

// A mail server may be down for hours: what a digest tells is handed over only to who may read it then.
func TestADigestThatWaitedIsAskedForAnew(t *testing.T) {
	t.Parallel()
	const shared, mentioned = 1, 2 // the notes
	user := func(change func(*account.User)) func(*club, account.UserID) error {
		return func(c *club, id account.UserID) error {
			return c.stores.Users.Update(ctx, id, func(u *account.User) error { change(u); return nil })
		}
	}
	for name, waited := range map[string]struct {
		meanwhile func(*club, account.UserID) error
		want      mail.State
	}{
		"nothing": {func(*club, account.UserID) error { return nil }, mail.Sent},
		"a name":  {user(func(u *account.User) { u.DisplayName = "Trainer" }), mail.Sent},
		"until the evening": {func(c *club, _ account.UserID) error {
			c.at = local("2026-06-15 23:59")
			return nil
		}, mail.Sent},
		"until the next day": {func(c *club, _ account.UserID) error {
			c.at = local("2026-06-16 00:00")
			return nil
		}, mail.Withdrawn},
		"its role was taken":          {user(func(u *account.User) { u.Roles = u.Roles[:1] }), mail.Withdrawn},
		"its role by a function went": {user(func(u *account.User) { u.ByFunction = nil }), mail.Withdrawn},
		"its team was taken":          {user(func(u *account.User) { u.Given = access.Given{} }), mail.Withdrawn},
		"a share ended": {func(c *club, id account.UserID) error {
			return c.stores.Shares.Set(ctx, access.People, 1, id, "")
		}, mail.Withdrawn},
		"a note was made private": {func(c *club, _ account.UserID) error {
			return c.stores.Notes.Update(ctx, shared, func(n *note.Note) error { n.Visibility = note.Private; return nil })
		}, mail.Withdrawn},
		"the mention was made private": {func(c *club, _ account.UserID) error {
			return c.stores.Notes.Update(ctx, mentioned, func(n *note.Note) error { n.Visibility = note.Private; return nil })
		}, mail.Withdrawn},
		"the mention was deleted": {func(c *club, _ account.UserID) error {
			return c.stores.Notes.Remove(ctx, mentioned, func(*note.Note) error { return nil })
		}, mail.Withdrawn},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := open(t, "2026-06-15 08:00")
			team, err := c.stores.Groups.Create(ctx, group.Group{Kind: work.Team, Title: "JO11-1"})
			c.must(err)
			player := c.person("Speler", "2015-06-15", func(p *person.Person) {
				p.Work = []work.Entry{{Group: team, Title: "Speler", Current: true}}
			})
			coach := c.user("coach", []access.Role{access.Member, access.SectionRole(access.Volunteers)}, 0, account.Notifications{})
			other := c.user("ander", []access.Role{access.Member}, 0, account.Notifications{NoMail: true})
			c.must(c.stores.Users.Update(ctx, coach, func(u *account.User) error {
				u.Given.Teams, u.ByFunction = []int64{team}, []access.Role{access.SectionRole(access.Anniversaries)}
				return nil
			}))
			c.must(c.stores.Shares.Set(ctx, access.People, player, coach, access.ToView))
			for _, ago := range []time.Duration{time.Hour, 48 * time.Hour} {
				_, err := c.stores.Notes.Create(ctx, note.Note{
					Head: record.NewHead(other, "Ander", c.at.Add(-ago)), Person: player, Content: "<p>vertrouwelijk</p>",
					Visibility: note.Shared, SharedAt: c.at.Add(-ago),
				})
				c.must(err)
			}
			_, err = c.stores.Mentions.Keep(ctx, mention.Mention{
				User: coach, Kind: timeline.Note, Record: mentioned, Author: other, At: c.at,
			})
			c.must(err)
			c.run() // plans it
			c.at = local("2026-06-15 09:00")
			if got := c.run(); got != "coach" || strings.Count(c.last("coach"), "vertrouwelijk") != 2 {
				t.Fatalf("mailed to %q:\n%s", got, c.last("coach"))
			}
			c.at = c.at.Add(time.Hour)
			c.must(waited.meanwhile(c, coach))
			c.must(c.Mails.Deliver(ctx, 1))
			kept, err := c.stores.Mails.ByID(ctx, 1)
			c.must(err)
			if kept[0].State != waited.want || kept[0].Text+kept[0].HTML != "" {
				t.Errorf("%+v", kept[0])
			}
		})
	}
}
