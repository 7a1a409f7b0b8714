// Package dashboards owns what a user sees first: the role-based dashboard with its layout and matches (contract §2.11), the
// overview of the club, and reminders (contract §4.2). It asks every permission question about them.
//
// It does not own what a block holds (core/dashboard, core/matchday), and keeps nothing but layouts.
package dashboards

import (
	"cmp"
	"context"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/dashboard"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/matchday"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/screening"
	"github.com/clubhuis/clubhuis/core/training"
	"github.com/clubhuis/clubhuis/core/volunteer"
	"github.com/clubhuis/clubhuis/ports"
)

// Service is the dashboards of one club. All its fields but Synchronization are needed.
type Service struct {
	Directory ports.Directory
	Users     ports.Users
	Tasks     ports.TaskLists
	Timeline  ports.Timeline
	Mails     ports.MailQueue
	Shifts    ports.ShiftLists
	Now       func() time.Time
	Zone      *time.Location // the club's

	// Backup returns when the last backup was tried out, the zero time for never.
	Backup func(ctx context.Context) (time.Time, error)
	// WatchBackups says that a last backup that is old can't wait.
	WatchBackups bool
	// Synchronization returns what was last heard of how its runs end, at once; nil in a club without one.
	Synchronization func() dashboard.Standing
	// Feedback counts the feedback that is not at its end, of what the viewer may read.
	Feedback func(ctx context.Context, viewer access.Viewer) (int, error)
	// Kept returns what is kept of the programme of the club and then of the teams with these numbers at the federation, and
	// of what was called off.
	Kept func(ctx context.Context, teams ...string) (programmes []matchday.Fetched, off matchday.Fetched, err error)
	// Refresh fetches a team's programme, unless what is kept of it is new enough. A failure is kept with it.
	Refresh func(ctx context.Context, team string) error

	merger matchday.Merger
}

// moment is one request: who asks, the club as it is then, and what follows from both. It is resolved once a request.
type moment struct {
	viewer  access.Viewer
	view    *directory.View
	as      record.View
	now     time.Time
	today   civil.Date
	own     []int64 // the teams that the viewer was given
	context account.Responsibilities
	blocks  []dashboard.Block // that are available
}

func (s *Service) moment(viewer access.Viewer) (m moment, err error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return m, err
	}
	m = moment{viewer: viewer, view: s.Directory.View(), now: s.Now()}
	m.today = civil.On(m.now, s.Zone)
	m.as = record.View{Day: m.today, Reader: viewer.Reader(m.today)}
	given := m.view.Given(viewer.User)
	m.own, m.context = given.Teams, account.ResponsibilitiesOf(viewer, given)
	m.blocks = dashboard.Available(viewer, m.context.Coordinator)
	return m, nil
}

// roled is moment for who has a role-based dashboard. Whoever has none any more loses the layout that is kept of it.
func (s *Service) roled(ctx context.Context, viewer access.Viewer) (moment, error) {
	m, err := s.moment(viewer)
	if err == nil && !m.context.Any() {
		err = cmp.Or(s.forget(ctx, viewer), error(fault.ErrForbidden))
	}
	return m, err
}

// Workspace is the role-based dashboard of a viewer (contract §4.2). What needs a capability is nil without it.
type Workspace struct {
	Context    account.Responsibilities
	Today, End civil.Date
	Layout     Layout
	Birthdays  []dashboard.Birthday
	Attention  []dashboard.Notice
	Tasks      []Task
	Squads     []dashboard.Squad
	Training   []training.Block // of the viewer's teams, in the window; without labels and the teams of others
	Scheduled  bool             // the club has a training schedule
	Pitches    []training.Pitch // of that training
	Backup     *Backup          // the last one; nil for who is no administrator

	Anniversaries *[]directory.Jubilee
	Membership    *dashboard.Figures
	Volunteers    *volunteer.Shortages
	Screening     *screening.Counts
}

// Workspace returns the dashboard of a board member, a coordinator or a match secretary, and fault.ErrForbidden to others. A
// block that is no longer available goes from the layout that is kept.
func (s *Service) Workspace(ctx context.Context, viewer access.Viewer) (w Workspace, err error) {
	m, err := s.roled(ctx, viewer)
	if err != nil {
		return w, err
	}
	w = Workspace{
		Context: m.context, Today: m.today, End: m.today.AddDays(dashboard.MatchDays - 1),
		Birthdays: m.view.Birthdays(m.as, dashboard.BirthdayDays), Squads: m.view.Squads(m.own, m.today),
	}
	if w.Layout, err = s.layout(ctx, &m); err != nil {
		return w, err
	}
	if w.Tasks, err = s.tasks(ctx, &m); err != nil {
		return w, err
	}
	schedule := m.view.Training()
	w.Training, w.Scheduled = schedule.Between(m.today, w.End, m.own), len(schedule.Blocks) > 0
	w.Pitches = schedule.PitchesOf(w.Training)
	if err := s.gated(ctx, &m, &w); err != nil {
		return w, err
	}
	if w.Backup, err = s.backup(ctx, &m); err != nil {
		return w, err
	}
	w.Attention, err = s.attention(ctx, &m, w.Backup)
	return w, err
}

// mostShifts is how many shifts of the next days are looked at.
const mostShifts = 10_000

// gated adds what needs a capability.
func (s *Service) gated(ctx context.Context, m *moment, w *Workspace) error {
	if m.viewer.Can(access.Anniversaries) {
		list := m.view.Jubilees(m.view.JubileeSettings(), m.as, m.today, m.today.AddDays(dashboard.AnniversaryDays-1))
		w.Anniversaries = &list
	}
	if m.viewer.Can(access.Administration) {
		figures := m.view.Membership(m.today)
		w.Membership = &figures
	}
	if m.viewer.Can(access.Volunteers) {
		found, err := s.Shifts.Page(ctx, volunteer.Query{
			From: m.today, To: m.today.AddDays(volunteer.ShortageDays), Published: true, Limit: mostShifts, Bare: true,
		})
		if err != nil {
			return err
		}
		shortages := volunteer.ShortagesAt(m.now, s.Zone, found.Records, m.view.Serves)
		w.Volunteers = &shortages
	}
	if m.viewer.Can(access.Certificates) {
		counts := m.view.Screening(m.as)
		w.Screening = &counts
	}
	return nil
}
