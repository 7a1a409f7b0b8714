package demo

import (
	"context"
	"fmt"
	"slices"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/activity"
	"github.com/clubhuis/clubhuis/core/note"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/task"
	"github.com/clubhuis/clubhuis/core/term"
	"github.com/clubhuis/clubhuis/core/usecase/people"
	"github.com/clubhuis/clubhuis/fixtures/club"
	"github.com/clubhuis/clubhuis/ports"
)

// label returns the numbers of the club's labels, which are made when they are not there.
func (m Maker) label(ctx context.Context, administrator access.Viewer) ([]term.ID, error) {
	known, err := m.Club.Labels.All(ctx, administrator)
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
		label, err := m.Club.Labels.Create(ctx, administrator, func(t *term.Term) { t.Name = name })
		if err != nil {
			return nil, err
		}
		labels[i] = label.ID
	}
	return labels, nil
}

// adorned is how many people of a demo get a photo, and of how many something is written down: enough for every page to show
// some.
const adorned = 150

// adorn gives the people of a demo labels, and some of them a photo.
func (m Maker) adorn(ctx context.Context, administrator access.Viewer) error {
	labels, err := m.label(ctx, administrator)
	if err != nil {
		return err
	}
	page, err := m.Club.People.Collection(ctx, administrator, record.Filter{}, record.Window{Limit: MostPeople})
	if err != nil {
		return err
	}
	type labelling struct {
		labels []term.ID
		people []person.ID
	}
	labelled := map[string]labelling{}
	var told []person.Person
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
		if len(club.Moments(&member)) > 0 && len(told) < adorned {
			told = append(told, member)
		}
		if !member.Membership.PhotoOn.IsZero() && member.ID%6 == 0 && len(photographed) < adorned {
			photographed = append(photographed, member.ID)
		}
	}
	if err := m.tell(ctx, administrator, told); err != nil {
		return err
	}
	for _, l := range labelled {
		who, bulk := people.Selection{IDs: l.people}, people.Bulk{Labels: &l.labels}
		if _, err := m.Club.People.ChangeMany(ctx, administrator, who, bulk); err != nil {
			return err
		}
	}
	for _, id := range photographed {
		if _, err := m.Club.Pictures.Photograph(ctx, administrator, id, nil, club.Portrait(id)); err != nil {
			return err
		}
	}
	return nil
}

// tell writes down what happened with people, as the administrator, and gives the administrator something to do.
func (m Maker) tell(ctx context.Context, administrator access.Viewer, people []person.Person) error {
	user, err := m.Stores.Users.ByID(ctx, administrator.User)
	if err != nil {
		return err
	}
	now := m.Club.People.Now()
	head := func(daysAgo int) record.Head {
		return record.NewHead(user.ID, user.DisplayName, now.AddDate(0, 0, -daysAgo))
	}
	return m.Atomic.Do(ctx, func(stores ports.Stores) error {
		for i := range people {
			for _, moment := range club.Moments(&people[i]) {
				var err error
				if moment.Type == "" {
					_, err = stores.Notes.Create(ctx, note.Note{
						Head: head(moment.DaysAgo), Person: people[i].ID, Content: moment.Content, Visibility: note.Shared,
					})
				} else {
					_, err = stores.Activities.Create(ctx, activity.Activity{
						Head: head(moment.DaysAgo), Person: people[i].ID, Content: moment.Content, Type: moment.Type,
						Date: m.Club.People.Today().AddDays(-moment.DaysAgo), Time: moment.Time,
					})
				}
				if err != nil {
					return err
				}
			}
		}
		for i, chore := range club.Chores {
			todo := task.Task{Head: head(5 + i), Content: chore.Content, Status: task.Open}
			if chore.DueIn != 0 || chore.About {
				todo.Due = m.Club.People.Today().AddDays(chore.DueIn)
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
		return nil
	})
}
