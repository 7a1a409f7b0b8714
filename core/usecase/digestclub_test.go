package usecase_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"strings"
	"testing"
	"time"
	_ "time/tzdata" // Europe/Amsterdam on a machine without zones

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/task"
	"github.com/clubhuis/clubhuis/core/usecase"
	"github.com/clubhuis/clubhuis/ports"
)

var (
	ctx          = context.Background()
	amsterdam, _ = time.LoadLocation("Europe/Amsterdam")
	admin        = access.Viewer{User: 1, Roles: []access.Role{access.Administrator}, Name: "Beheer"}
)

// club is a club of which every digest is kept.
type club struct {
	*usecase.Club
	t      *testing.T
	store  *inmem.Store
	stores ports.Stores
	mailer *inmem.Mailer
	at     time.Time
	drafts map[string][]mail.Draft // by address
	fail   error                   // of the next digests
}

func local(text string) time.Time {
	at, err := time.ParseInLocation("2006-01-02 15:04", text, amsterdam)
	if err != nil {
		panic(err)
	}
	return at
}

func day(text string) civil.Date {
	d, ok := civil.Parse(text)
	if !ok {
		panic(text)
	}
	return d
}

func open(t *testing.T, at string) *club {
	t.Helper()
	store := inmem.Open()
	c := &club{t: t, store: store, stores: store.Stores(), mailer: new(inmem.Mailer), at: local(at)}
	c.drafts = map[string][]mail.Draft{}
	c.Club = usecase.New(usecase.Adapters{
		Stores: c.stores, Atomic: store, Hasher: inmem.FastHasher{}, Strength: inmem.PasswordStrength{}, Markup: inmem.Markup{},
		Mailer: c.mailer, Matches: new(inmem.MatchFeed), Now: func() time.Time { return c.at }, Zone: amsterdam,
		Random: rand.Read, ClubName: "vv De Proef", BaseURL: "https://club.example", Key: bytes.Repeat([]byte{7}, 32),
	})
	post := c.Digests.Post
	c.Digests.Post = func(ctx context.Context, stores ports.Stores, draft mail.Draft) (int64, error) {
		if c.fail != nil {
			return 0, c.fail
		}
		id, err := post(ctx, stores, draft)
		if err == nil {
			name, _, _ := strings.Cut(draft.To[0].Email, "@")
			c.drafts[name] = append(c.drafts[name], draft)
		}
		return id, err
	}
	return c
}

func (c *club) user(name string, roles []access.Role, is person.ID, chosen account.Notifications) account.UserID {
	c.t.Helper()
	id, err := c.stores.Users.Create(ctx, account.User{
		Username: name, Email: name + "@club.example", DisplayName: name, Roles: roles, Person: is,
		Preferences: account.Preferences{Notifications: chosen},
	})
	c.must(err)
	return id
}

func (c *club) must(err error) {
	c.t.Helper()
	if err != nil {
		c.t.Fatal(err)
	}
}

func (c *club) person(name, born string, more ...func(*person.Person)) person.ID {
	c.t.Helper()
	p := person.Person{Name: person.Name{First: name}, Birthdate: day(born)}
	for _, change := range more {
		change(&p)
	}
	ids, err := c.stores.People.Create(ctx, p)
	c.must(err)
	return ids[0]
}

func (c *club) task(of account.UserID, content, due string, about ...person.ID) {
	c.t.Helper()
	_, err := c.stores.Tasks.Create(ctx, task.Task{
		Head: record.NewHead(of, "", c.at), Content: content, Status: task.Open, Due: day(due), People: about,
	})
	c.must(err)
}

// run does what is due, and returns to whom a digest was mailed.
func (c *club) run() string {
	c.t.Helper()
	before := map[string]int{}
	for name, list := range c.drafts {
		before[name] = len(list)
	}
	mailed, err := c.Digests.Run(ctx)
	c.must(err)
	var names []string
	for name, list := range c.drafts {
		for range len(list) - before[name] {
			names = append(names, name)
		}
	}
	if mailed != len(names) {
		c.t.Errorf("%v: tells of %d, mailed %v", c.at, mailed, names)
	}
	return strings.Join(names, " ")
}

// deliver hands over the mails that wait.
func (c *club) deliver() {
	c.t.Helper()
	waiting, err := c.stores.MailQueue.Page(ctx, mail.Query{State: mail.Waiting, Limit: 1000})
	c.must(err)
	for i := range waiting.Records {
		c.must(c.Mails.Deliver(ctx, waiting.Records[i].ID))
	}
}

func (c *club) last(name string) string {
	c.t.Helper()
	list := c.drafts[name]
	if len(list) == 0 {
		c.t.Fatalf("nothing was mailed to %s", name)
	}
	return list[len(list)-1].Text
}
