package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"

	"github.com/clubhuis/clubhuis/apps/internal/settings"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/term"
	"github.com/clubhuis/clubhuis/core/usecase/people"
	"github.com/clubhuis/clubhuis/fixtures/club"
	"github.com/clubhuis/clubhuis/ports"
)

// synthetic says which synthetic club to make.
type synthetic struct {
	People int    `default:"1500" help:"How many people (${default})."`
	Seed   uint64 `default:"1" help:"Which of the many clubs of that size (${default})."`
}

// mostPeople keeps a slip of the keyboard from filling a disk.
const mostPeople = 1_000_000

func (s synthetic) check(problems *settings.Problems) {
	if s.People < 0 || s.People > mostPeople {
		problems.Add("people", "must be 0 to %d", mostPeople)
	}
}

type seedCommand struct {
	storeFlags
	synthetic
}

// Run fills an empty database.
func (c *seedCommand) Run(ctx context.Context) error {
	var problems settings.Problems
	c.check(&problems)
	if err := problems.Err(); err != nil {
		return err
	}
	err := c.with(ctx, func(p *program) error {
		if err := p.load(ctx); err != nil {
			return err
		}
		if !p.empty() {
			return errors.New("the database already holds people; only an empty one can be seeded")
		}
		return nil
	})
	if err != nil {
		return err
	}
	return c.with(ctx, func(p *program) error { // which holds nothing in memory: half the time goes by otherwise
		return p.seed(ctx, c.synthetic, func(int) creator { return creator{administers: true} })
	})
}

// empty reports whether the club, which was loaded, has no people.
func (p *program) empty() bool {
	view := p.store.Stores().Directory.View()
	return view.Size()+len(view.Damaged()) == 0
}

// creator is who made a record of the synthetic club, 0 for a program, and whether they administer members.
type creator struct {
	user        account.UserID
	administers bool
}

// seed stores the synthetic club, all of it or nothing. by says who created the n-th person.
func (p *program) seed(ctx context.Context, s synthetic, by func(n int) creator) error {
	made := club.Generate(s.People, s.Seed, civil.On(p.now(), p.zone))
	return p.store.Do(ctx, func(stores ports.Stores) error {
		groups, err := seedGroups(ctx, stores, made, by)
		if err != nil {
			return err
		}
		members := made.People
		for n := range members {
			made := by(n)
			members[n].Author, members[n].Administered = made.user, made.administers
			for i := range members[n].Work {
				members[n].Work[i].Group = groups[members[n].Work[i].Group]
			}
		}
		return seedPeople(ctx, stores, members)
	})
}

// atOnce is how many people are stored at a time.
const atOnce = 5000

// seedPeople stores people, of whom the first has another number in the database, and so have all: it may have used some.
func seedPeople(ctx context.Context, stores ports.Stores, members []person.Person) error {
	if len(members) == 0 {
		return nil
	}
	first := members[0]
	first.Relations = nil // until the shift is known
	ids, err := stores.People.Create(ctx, first)
	if err != nil {
		return err
	}
	shift := ids[0] - first.ID
	for n := range members {
		for i := range members[n].Relations {
			members[n].Relations[i].To += shift
		}
	}
	for chunk := range slices.Chunk(members[1:], atOnce) {
		if ids, err = stores.People.Create(ctx, chunk...); err != nil {
			return err
		}
		for i, id := range ids {
			if id != chunk[i].ID+shift {
				return fmt.Errorf("person %d got number %d: somebody else is filling the database", chunk[i].ID+shift, id)
			}
		}
	}
	return stores.People.Update(ctx, []person.ID{first.ID + shift}, func(all map[person.ID]*person.Person) error {
		all[first.ID+shift].Relations = members[0].Relations
		return nil
	})
}

// seedGroups stores the teams and committees of the club, and answers their numbers by the club's. Every database has its
// Verenigingsbreed already.
func seedGroups(ctx context.Context, stores ports.Stores, made club.Club, by func(n int) creator) (map[int64]group.ID, error) {
	numbers := map[int64]group.ID{}
	for n, g := range made.Groups {
		number := g.ID
		made := by(n)
		g.Author, g.Administered = made.user, made.administers
		if n == 0 {
			numbers[number] = group.ClubWide
			continue
		}
		g.Parent = numbers[g.Parent]
		id, err := stores.Groups.Create(ctx, g)
		if err != nil {
			return nil, err
		}
		numbers[number] = id
	}
	return numbers, nil
}

type demoCommand struct {
	serveFlags
	synthetic
	Arrive bool `help:"Make the users and the labels alone: the people come by the synchronization, as the user synchronisatie."`
}

// demoUser is somebody who can sign in to a demo.
type demoUser struct {
	label, username, name, password string
	role                            access.Role
}

// demoUsers are the two people among them: one who sees everything, and one who sees what they created.
var demoUsers = []demoUser{
	{"administrator", "beheer", "Bea Beheer", "welkom-in-het-clubhuis", access.Administrator},
	{"user", "lid", "Lies Lid", "welkom-bij-de-club", access.Member},
}

// synchronizer is the user of the synchronization. Nobody knows the password: a program has an application password.
func synchronizer() demoUser {
	return demoUser{username: "synchronisatie", name: "Synchronisatie", password: rand.Text(), role: access.Synchronizer}
}

// ownPeople is how many people of the demo the plain user created.
const ownPeople = 25

// Run fills an empty database, prints how to sign in, and serves.
func (c *demoCommand) Run(ctx context.Context, s streams) error {
	var problems settings.Problems
	config := c.parse(&problems)
	c.check(&problems)
	if err := problems.Err(); err != nil {
		return err
	}
	if config.ClubName == "Clubhuis" {
		config.ClubName, config.store.ClubName = club.Name, club.Name
	}
	p, err := config.open(ctx, true)
	if err != nil {
		return err
	}
	fill := p.fillDemo
	if c.Arrive {
		fill = p.readyDemo
	}
	if err := fill(ctx, c.synthetic); err != nil {
		return errors.Join(err, p.close())
	}
	return errors.Join(p.serve(ctx, config, s, func() error { return announce(s) }), p.close())
}

// mayBeDemo refuses a club with users of its own: everybody knows the demo's passwords.
func (p *program) mayBeDemo(ctx context.Context) error {
	some, err := p.store.Stores().Users.List(ctx, nil, 1)
	if err != nil || len(some) == 0 {
		return err
	}
	first, err := p.store.Stores().Users.ByLogin(ctx, demoUsers[0].username)
	if errors.Is(err, account.ErrAbsent) || err == nil && !first.Demo {
		return errors.New("the database holds a club that is no demo; a demo needs one of its own")
	}
	return err
}

// fillDemo makes the users of a demo, and the club when there are no people yet.
func (p *program) fillDemo(ctx context.Context, s synthetic) error {
	if err := p.mayBeDemo(ctx); err != nil {
		return err
	}
	users := map[access.Role]account.UserID{}
	for _, u := range demoUsers {
		id, err := p.addDemoUser(ctx, u)
		if err != nil {
			return err
		}
		users[u.role] = id
	}
	if !p.empty() {
		return nil
	}
	err := p.seed(ctx, s, func(n int) creator {
		if n%max(1, s.People/ownPeople) == 0 {
			return creator{user: users[access.Member]}
		}
		return creator{users[access.Administrator], true}
	})
	if err != nil {
		return err
	}
	return p.adorn(ctx, access.Viewer{User: users[access.Administrator], Roles: []access.Role{access.Administrator}})
}

// readyDemo makes the users and labels of a demo whose people arrive.
func (p *program) readyDemo(ctx context.Context, _ synthetic) error {
	if err := p.mayBeDemo(ctx); err != nil {
		return err
	}
	administrator := access.Viewer{Roles: []access.Role{access.Administrator}}
	for _, u := range append(slices.Clone(demoUsers), synchronizer()) {
		id, err := p.addDemoUser(ctx, u)
		if err != nil {
			return err
		}
		administrator.User = id
	}
	_, err := p.labelDemo(ctx, administrator)
	return err
}

// addDemoUser answers the number of a user, who is made when there is none: a second start finds its users again.
func (p *program) addDemoUser(ctx context.Context, u demoUser) (account.UserID, error) {
	user, err := p.operator.Add(ctx, account.User{
		Username: u.username, Email: u.username + "@clubhuis.example", DisplayName: u.name, Roles: []access.Role{u.role}, Demo: true,
	}, u.password)
	if fault.KindOf(err) == fault.Conflict {
		user, err = p.store.Stores().Users.ByLogin(ctx, u.username)
	}
	return user.ID, err
}

// labelDemo answers the numbers of the club's labels, which are made when they are not there.
func (p *program) labelDemo(ctx context.Context, administrator access.Viewer) ([]term.ID, error) {
	known, err := p.club.Labels.All(ctx, administrator)
	if err != nil {
		return nil, err
	}
	labels := make([]term.ID, len(club.Labels))
	for i, name := range club.Labels {
		at := slices.IndexFunc(known, func(t term.Term) bool { return t.Name == name })
		if at >= 0 {
			labels[i] = known[at].ID
			continue
		}
		label, err := p.club.Labels.Create(ctx, administrator, func(t *term.Term) { t.Name = name })
		if err != nil {
			return nil, err
		}
		labels[i] = label.ID
	}
	return labels, nil
}

// adorned is how many people of a demo get a photo: enough for every page to show some.
const adorned = 150

// adorn gives the people of a demo labels, and some of them a photo.
func (p *program) adorn(ctx context.Context, administrator access.Viewer) error {
	labels, err := p.labelDemo(ctx, administrator)
	if err != nil {
		return err
	}
	page, err := p.club.People.Collection(ctx, administrator, person.Filter{}, people.Part{Limit: mostPeople})
	if err != nil {
		return err
	}
	type labelling struct {
		labels []term.ID
		people []person.ID
	}
	labelled := map[string]labelling{}
	var photographed []person.ID
	for i := range page.Records {
		member, err := page.Records[i].Person()
		if err != nil {
			return err
		}
		var own []term.ID
		for _, place := range club.Labelled(&member) {
			own = append(own, labels[place])
		}
		if name := fmt.Sprint(own); own != nil {
			labelled[name] = labelling{own, append(labelled[name].people, member.ID)}
		}
		if !member.Membership.PhotoOn.IsZero() && member.ID%6 == 0 && len(photographed) < adorned {
			photographed = append(photographed, member.ID)
		}
	}
	for _, l := range labelled {
		if _, err := p.club.People.ChangeMany(ctx, administrator, l.people, people.Bulk{Labels: &l.labels}); err != nil {
			return err
		}
	}
	for _, id := range photographed {
		if _, err := p.club.Pictures.Photograph(ctx, administrator, id, club.Portrait(id)); err != nil {
			return err
		}
	}
	return nil
}

func announce(s streams) error {
	for _, u := range demoUsers {
		if _, err := fmt.Fprintf(s.stdout, "%s: %s / %s\n", u.label, u.username, u.password); err != nil {
			return err
		}
	}
	return nil
}
