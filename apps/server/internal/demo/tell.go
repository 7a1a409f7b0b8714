package demo

import (
	"cmp"
	"context"
	"slices"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/activity"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/mention"
	"github.com/clubhuis/clubhuis/core/note"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/richtext"
	"github.com/clubhuis/clubhuis/core/task"
	"github.com/clubhuis/clubhuis/core/timeline"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/fixtures/club"
	"github.com/clubhuis/clubhuis/ports"
)

// team are the users of a demo while something is written down by them.
type team struct {
	Maker
	users map[string]account.User
	now   func(u account.User, daysAgo int) record.Head
}

// tell writes down what happened with people, by several users, and gives each of them something to do and to see.
func (m Maker) tell(ctx context.Context, people []person.Person, everyone []person.Person) error {
	t := team{Maker: m, users: map[string]account.User{}}
	for _, u := range everybody() {
		var err error
		if t.users[u.username], err = m.Stores.Users.ByLogin(ctx, u.username); err != nil {
			return err
		}
	}
	now := m.Club.People.Now()
	t.now = func(u account.User, daysAgo int) record.Head {
		return record.NewHead(u.ID, u.DisplayName, now.AddDate(0, 0, -daysAgo))
	}
	return m.Atomic.Do(ctx, func(stores ports.Stores) error {
		return cmp.Or(
			t.moments(ctx, stores, people), t.messages(ctx, stores, people), t.chores(ctx, stores, people), t.marks(ctx, stores, people),
			t.themselves(ctx, stores, everyone), t.scope(ctx, stores, everyone), t.spaces(ctx, stores, everyone),
			t.cases(ctx, stores, everyone), t.feedback(ctx, stores), t.shifts(ctx, stores, everyone), t.training(ctx, stores),
			t.certificates(ctx, stores, everyone),
		)
	})
}

// writers are who write things down, in turn.
var writers = []string{administrator.username, string(access.Administration), coordinator, string(access.Certificates)}

func (t *team) moments(ctx context.Context, stores ports.Stores, people []person.Person) error {
	for i := range people {
		for n, moment := range club.Moments(&people[i]) {
			writer := t.users[writers[(i+n)%len(writers)]]
			reader := t.users[writers[(i+n+1)%len(writers)]]
			content := richtext.Render(t.Club.Timelines.Markup.Sanitize, moment.For(reader.DisplayName, reader.ID))
			head := t.now(writer, moment.DaysAgo)
			var err error
			told := mention.Mention{Kind: timeline.Activity, Author: writer.ID, At: head.Created}
			if moment.Type == "" {
				told.Kind = timeline.Note
				told.Record, err = stores.Notes.Create(ctx, note.Note{
					Head: head, Person: people[i].ID, Content: content, Visibility: note.Shared, SharedAt: head.Created,
				})
			} else {
				told.Record, err = stores.Activities.Create(ctx, activity.Activity{
					Head: head, Person: people[i].ID, Content: content, Type: moment.Type,
					Date: t.Club.People.Today().AddDays(-moment.DaysAgo), Time: moment.Time,
				})
			}
			if err != nil {
				return err
			}
			for _, told.User = range richtext.Mentions(content) {
				if _, err := stores.Mentions.Keep(ctx, told); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// chores gives the administrator what is to be done, and hands a task from one user to another.
func (t *team) chores(ctx context.Context, stores ports.Stores, people []person.Person) error {
	today, now := t.Club.People.Today(), t.Club.People.Now()
	boss := t.users[administrator.username]
	for i, chore := range club.Chores {
		todo := task.Task{Head: t.now(boss, 5+i), Content: chore.Content, Status: task.Open}
		if chore.DueIn != 0 || chore.About {
			todo.Due = today.AddDays(chore.DueIn)
		}
		if chore.Awaits {
			todo.Enter(task.Awaiting, now.AddDate(0, 0, -i))
		}
		if chore.About && i < len(people) {
			todo.People = []person.ID{people[i].ID}
		}
		if _, err := stores.Tasks.Create(ctx, todo); err != nil {
			return err
		}
	}
	for i, u := range append(others(), member) {
		colleague := t.users[u.username]
		given := task.Task{
			Head: t.now(boss, 2+i%4), Content: club.Handed(i), Status: task.Open, Due: today.AddDays(i % 9),
			Assignee: colleague.ID, AssigneeName: colleague.DisplayName,
		}
		if _, err := stores.Tasks.Create(ctx, given); err != nil {
			return err
		}
	}
	back := task.Task{
		Head: t.now(t.users[string(access.Administration)], 1), Content: "Akkoord geven op de nieuwe ledenlijst", Status: task.Open,
		Due: today.AddDays(1), Assignee: boss.ID, AssigneeName: boss.DisplayName,
	}
	_, err := stores.Tasks.Create(ctx, back)
	return err
}

// marked is how many people the administrator has opened, and how many are favourites.
const marked = 5

// marks lets the administrator have opened people, and have favourites.
func (t *team) marks(ctx context.Context, stores ports.Stores, people []person.Person) error {
	boss := t.users[administrator.username].ID
	for i := range min(2*marked, len(people)) {
		var err error
		if i < marked {
			err = stores.Recents.Open(ctx, boss, people[i].ID)
		} else {
			err = stores.Favorites.Set(ctx, boss, account.Favorite{Kind: account.FavoritePerson, ID: people[i].ID}, true)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// themselves makes each user but the administrator a member of the club.
func (t *team) themselves(ctx context.Context, stores ports.Stores, everyone []person.Person) error {
	today := t.Club.People.Today()
	next := 0
	for _, u := range append(others(), member) {
		for ; next < len(everyone); next++ {
			p := &everyone[next]
			if age, known := person.Age(p.Birthdate, today); known && age >= 18 && !p.Membership.Former {
				break
			}
		}
		if next == len(everyone) {
			return nil
		}
		id := everyone[next].ID
		next++
		err := stores.Users.Update(ctx, t.users[u.username].ID, func(user *account.User) error {
			user.Person = id
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// scope gives the coordinator two teams, and an age group.
func (t *team) scope(ctx context.Context, stores ports.Stores, everyone []person.Person) error {
	var given access.Given
	for i := range everyone {
		p := &everyone[i]
		if len(given.AgeGroups) == 0 && p.Membership.AgeGroup != "" && !p.Membership.Former {
			given.AgeGroups = []string{p.Membership.AgeGroup}
		}
		for _, w := range p.Work {
			if w.Kind == work.Team && w.Group != group.ClubWide && len(given.Teams) < 2 && !slices.Contains(given.Teams, w.Group) {
				given.Teams = append(given.Teams, w.Group)
			}
		}
	}
	slices.Sort(given.Teams)
	return stores.Users.Update(ctx, t.users[coordinator].ID, func(u *account.User) error {
		u.Given = given
		return nil
	})
}
