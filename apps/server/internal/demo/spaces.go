package demo

import (
	"context"
	"crypto/rand"
	"slices"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/dashboard"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/core/workspace"
	"github.com/clubhuis/clubhuis/ports"
)

// space is a workspace of a demo. Its users are named by their user names.
type space struct {
	name, description string
	owner             string
	admins, members   []string
	invited           string // the address of somebody whose invite is open
	holds             func(p *person.Person) bool
}

// spacious is how many people are in each workspace of a demo, cardsAhead how many days off the birthdays in that of the board.
const (
	spacious   = 12
	cardsAhead = 10
)

// spaces makes the workspaces of the demo, and puts people and a team into them.
func (t *team) spaces(ctx context.Context, stores ports.Stores, everyone []person.Person) error {
	today := t.Club.People.Today()
	soon := map[string]bool{} // days of birth
	for _, day := range dashboard.BirthdaysIn(today, cardsAhead) {
		soon[day.Day] = true
	}
	taken := map[person.ID]bool{}
	var shared group.ID // the team of somebody in the first
	for _, s := range []space{{
		name: "Jeugdcoördinatie", description: "De jongste spelers en hun team: wie start er, wie stopt er, wie rijdt er.",
		owner: administrator.username, admins: []string{string(access.Administration)}, members: []string{coordinator},
		invited: "jeugdtrainer@clubhuis.example",
		holds: func(p *person.Person) bool {
			age, known := person.Age(p.Birthdate, today)
			return known && age < 12 && !p.Membership.Former
		},
	}, {
		name: "Toernooi", description: "Wie er helpt bij het pinkstertoernooi.",
		owner: coordinator, admins: []string{string(access.Volunteers)}, members: []string{administrator.username},
		holds: func(p *person.Person) bool {
			return slices.ContainsFunc(p.Work, func(w work.Entry) bool { return w.Kind == work.Committee && w.CurrentOn(today) })
		},
	}, {
		name: "Kaartjes", description: "Leden die binnenkort jarig zijn en van het bestuur een kaartje krijgen.",
		owner: board, members: []string{administrator.username},
		holds: func(p *person.Person) bool {
			day := p.Birthdate.String()
			return day != "" && soon[day[len("2006-"):]] && !p.Membership.Former && p.DiedOn.IsZero()
		},
	}} {
		id, err := t.space(ctx, stores, s)
		if err != nil {
			return err
		}
		var inside []person.ID
		for i := range everyone {
			p := &everyone[i]
			if len(inside) == spacious || taken[p.ID] || !s.holds(p) {
				continue
			}
			inside, taken[p.ID] = append(inside, p.ID), true
			at := slices.IndexFunc(p.Work, func(w work.Entry) bool { return w.Kind == work.Team && w.CurrentOn(today) })
			if shared != 0 || at < 0 {
				continue
			}
			shared = p.Work[at].Group
			if err := stores.Groups.Update(ctx, shared, func(g *group.Group) error {
				g.Visibility, g.Workspaces = person.InWorkspaces, []workspace.ID{id}
				return nil
			}); err != nil {
				return err
			}
		}
		if err := stores.People.Update(ctx, inside, func(people map[person.ID]*person.Person) error {
			for _, p := range people {
				p.Visibility, p.Workspaces = person.InWorkspaces, []workspace.ID{id}
			}
			return nil
		}); err != nil {
			return err
		}
	}
	return nil
}

// space makes one workspace with its members and its invite, and returns its number.
func (t *team) space(ctx context.Context, stores ports.Stores, s space) (workspace.ID, error) {
	owner, now := t.users[s.owner], t.Club.People.Now()
	made := workspace.New(owner.ID, owner.DisplayName, now.AddDate(0, -2, 0))
	made.Name, made.Description = s.name, s.description
	for role, names := range map[workspace.Role][]string{workspace.Admin: s.admins, workspace.Member: s.members} {
		for i, name := range names {
			if err := made.Put(t.users[name].ID, role, now.AddDate(0, -1, i)); err != nil {
				return 0, err
			}
		}
	}
	id, err := stores.Workspaces.Create(ctx, made)
	if err != nil || s.invited == "" {
		return id, err
	}
	invite, err := workspace.NewInvite(id, s.invited, workspace.Member, &owner, now.AddDate(0, 0, -1))
	if err != nil {
		return id, err
	}
	invite.Digest = account.DigestOf(rand.Text()) // nobody has the token: no mail was sent
	_, err = stores.Invites.Create(ctx, invite)
	return id, err
}
