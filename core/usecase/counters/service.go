// Package counters owns the numbers that stand behind the items of the menu: how much there is of what the viewer may see.
//
// It does not own who may see what (core/access), and counts nothing that the page behind an item does not list.
package counters

import (
	"context"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/discipline"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/screening"
	"github.com/clubhuis/clubhuis/core/season"
	"github.com/clubhuis/clubhuis/core/task"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports"
)

// Service counts for one club. All its fields are needed.
type Service struct {
	Directory ports.Directory
	Tasks     ports.TaskLists
	Cases     ports.Cases
	Now       func() time.Time
	Zone      *time.Location // the club's
}

// Counts are the numbers of the menu.
type Counts struct {
	People            int // without former members
	Teams, Committees int
	Tasks             int  // the open ones that concern the viewer
	Cases             *int // of this season; nil for who may not read them

	Certificates *screening.Counts // nil for who does not keep them
}

// Count counts for the viewer.
func (s *Service) Count(ctx context.Context, viewer access.Viewer) (counts Counts, err error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return counts, err
	}
	today := civil.On(s.Now(), s.Zone)
	seen := record.View{Day: today, Reader: viewer.Reader(today)}
	view := s.Directory.View()
	counts.People = view.People(record.Query{View: seen, Filter: record.Filter{}.With(person.WithoutFormer())}).Total
	for kind, count := range map[work.Kind]*int{work.Team: &counts.Teams, work.Committee: &counts.Committees} {
		*count = view.Groups(record.Query{View: seen, Filter: record.Filter{}.With(group.OfKind(kind))}).Total
	}
	tasks, err := s.Tasks.Page(ctx, task.Query{User: viewer.User, Status: task.Open})
	if err != nil {
		return counts, err
	}
	counts.Tasks = tasks.Total
	if viewer.Can(access.Certificates) {
		counts.Certificates = new(view.Screening(seen))
	}
	if viewer.Can(access.FairPlay) {
		cases, err := s.Cases.Page(ctx, discipline.Query{Seasons: []season.Season{season.On(today)}})
		if err != nil {
			return counts, err
		}
		counts.Cases = &cases.Total
	}
	return counts, nil
}
