package dashboards

import (
	"context"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/dashboard"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/screening"
	"github.com/clubhuis/clubhuis/core/task"
)

// Club is the overview of the club: what of it the viewer may see.
type Club struct {
	People, Teams, Committees, Volunteers int // without former members and the deceased
	OpenTasks, AwaitingTasks, Feedback    int
	Screening                             *screening.Counts // nil without the capability

	Recent    []person.Summary // who was changed last
	Contacted []Contacted      // of whom the viewer logged an activity last
	Birthdays []dashboard.Birthday
	Favorites []person.Summary // by name
	Marked    map[person.ID]bool
}

// Contacted is somebody of whom the viewer logged an activity.
type Contacted struct {
	person.Summary
	Last time.Time
}

// How much the overview shows.
const (
	mostRecent      = 5
	mostContacted   = 5
	overviewDays    = 15 // today and the next 14 days
	fewestBirthdays = 5  // and all of today
)

// Club returns the overview, to everybody who is signed in. It is what the page asks for whoever has no role-based dashboard
// any more: the layout of that goes, as in Workspace.
func (s *Service) Club(ctx context.Context, viewer access.Viewer) (c Club, err error) {
	m, err := s.moment(viewer)
	if err != nil {
		return c, err
	}
	if !m.context.Any() {
		if err := s.forget(ctx, viewer); err != nil {
			return c, err
		}
	}
	present := record.Filter{Tests: []listing.Test{person.WithoutFormer(), person.Alive()}}
	count := func(tests ...listing.Test) int {
		return m.view.People(record.Query{View: m.as, Filter: present.With(tests...)}).Total
	}
	newest := record.Window{Order: listing.Order{By: []listing.Sort{{By: person.KeyModified, Desc: true}}}, Limit: mostRecent}
	c = Club{
		People: count(), Volunteers: count(person.VolunteerOn(m.today)),
		Recent: m.view.Summaries(record.Query{View: m.as, Filter: present, Window: newest}), Marked: map[person.ID]bool{},
		Birthdays: m.firstBirthdays(),
	}
	c.Teams, c.Committees = m.view.GroupCounts(m.as.Reader)
	if viewer.Can(access.Certificates) {
		counts := m.view.Screening(m.as)
		c.Screening = &counts
	}
	marked := []person.ID{}
	for _, mark := range m.view.Favorites(viewer.User) {
		if mark.Kind == account.FavoritePerson {
			c.Marked[mark.ID] = true
			marked = append(marked, mark.ID)
		}
	}
	c.Favorites = m.view.Summaries(record.Query{
		View: m.as, Filter: record.Filter{Include: marked}.With(person.Alive()),
		Window: record.Window{Order: listing.Order{By: []listing.Sort{{By: person.KeyTitle}}}, Limit: len(marked)},
	})
	return c, s.counted(ctx, &m, &c)
}

// counted adds what is in the database.
func (s *Service) counted(ctx context.Context, m *moment, c *Club) error {
	for status, total := range map[task.Status]*int{task.Open: &c.OpenTasks, task.Awaiting: &c.AwaitingTasks} {
		found, err := s.Tasks.Page(ctx, task.Query{User: m.viewer.User, Status: status})
		if err != nil {
			return err
		}
		*total = found.Total
	}
	contacted, err := s.Timeline.Contacted(ctx, m.viewer.User, 10*mostContacted)
	if err != nil {
		return err
	}
	for _, contact := range contacted {
		if names := m.view.AliveOf([]person.ID{contact.Person}, m.as.Reader); len(names) > 0 && len(c.Contacted) < mostContacted {
			c.Contacted = append(c.Contacted, Contacted{names[0], contact.Last})
		}
	}
	c.Feedback, err = s.Feedback(ctx, m.viewer)
	return err
}

// firstBirthdays are the first of the next days, and all of today. In a large club they are found without looking far.
func (m *moment) firstBirthdays() (list []dashboard.Birthday) {
	for _, days := range []int{1, 4, overviewDays} {
		if list = m.view.Birthdays(m.as, days); len(list) >= fewestBirthdays {
			break
		}
	}
	for i := range list {
		if i >= fewestBirthdays && list[i].Until > 0 {
			return list[:i]
		}
	}
	return list
}

// Reminders returns the birthdays from today up to and including so many days later, of the people whom the viewer may see.
func (s *Service) Reminders(_ context.Context, viewer access.Viewer, days int) ([]dashboard.Birthday, error) {
	m, err := s.moment(viewer)
	if err != nil {
		return nil, err
	}
	return m.view.Birthdays(m.as, days+1), nil
}
