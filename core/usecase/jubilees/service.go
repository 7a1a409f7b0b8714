// Package jubilees owns who sees the anniversaries of members, and who decides which the club celebrates.
//
// It does not own when somebody has one (core/jubilee).
package jubilees

import (
	"context"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/jubilee"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/season"
	"github.com/clubhuis/clubhuis/core/sheet"
	"github.com/clubhuis/clubhuis/ports"
)

// Service is the anniversaries of one club. All its fields are needed but Looked.
type Service struct {
	Directory    ports.Directory
	Atomic       ports.Atomic // of the same stores
	Spreadsheets ports.Spreadsheets
	Now          func() time.Time
	Zone         *time.Location // the club's

	// Looked is told whom the viewer took along in a file. It may be nil.
	Looked func(viewer access.Viewer, exported bool, people ...person.ID)
}

// Today is the day at the club.
func (s *Service) Today() civil.Date { return civil.On(s.Now(), s.Zone) }

// mostDays is how long a time is at most.
const mostDays = 3 * 366

// List returns the anniversaries from one day to another: without them those of the season.
func (s *Service) List(_ context.Context, viewer access.Viewer, from, to civil.Date) ([]directory.Jubilee, error) {
	if err := viewer.Require(access.Anniversaries); err != nil {
		return nil, err
	}
	current := season.On(s.Today())
	if from.IsZero() {
		from = current.First()
	}
	if to.IsZero() {
		to = max(season.On(from), current).Last()
	}
	switch {
	case to.Before(from):
		return nil, fault.Param("to", endsBeforeStart)
	case from.AddDays(mostDays).Before(to):
		return nil, fault.Param("to", tooLong)
	}
	view, today := s.Directory.View(), s.Today()
	return view.Jubilees(view.JubileeSettings(), record.View{Day: today, Reader: viewer.Reader(today)}, from, to), nil
}

// Table is List as a table.
func (s *Service) Table(ctx context.Context, viewer access.Viewer, from, to civil.Date) (sheet.Table, error) {
	list, err := s.List(ctx, viewer, from, to)
	if err != nil {
		return sheet.Table{}, err
	}
	table := sheet.Table{Title: sheetTitle, Header: columns}
	people := make([]person.ID, 0, len(list))
	for i := range list {
		one := &list[i]
		people = append(people, one.ID)
		table.Rows = append(table.Rows, []sheet.Cell{
			sheet.Text(one.Name), sheet.Text(dutch(one.Span)), sheet.Date(one.Date), sheet.Date(one.Since),
		})
	}
	entry := audit.New(audit.PeopleExported, audit.By(viewer), s.Now(), audit.Object{}).With(audit.Values{"count": len(table.Rows)})
	err = s.Atomic.Do(ctx, func(stores ports.Stores) error { return stores.Audit.Append(ctx, entry) })
	if err == nil && s.Looked != nil {
		s.Looked(viewer, true, people...)
	}
	return table, err
}

// Workbook is Table as an Excel workbook.
func (s *Service) Workbook(ctx context.Context, viewer access.Viewer, from, to civil.Date) ([]byte, error) {
	table, err := s.Table(ctx, viewer, from, to)
	if err != nil {
		return nil, err
	}
	return s.Spreadsheets.Workbook(ctx, table)
}

// Settings returns which anniversaries the club celebrates, to who sees them.
func (s *Service) Settings(_ context.Context, viewer access.Viewer) (jubilee.Settings, error) {
	if err := viewer.Require(access.Anniversaries); err != nil {
		return jubilee.Settings{}, err
	}
	return s.Directory.View().JubileeSettings(), nil
}

// Change decides which anniversaries the club celebrates, for administrators.
func (s *Service) Change(
	ctx context.Context, viewer access.Viewer, settings jubilee.Settings,
) (after jubilee.Settings, err error) {
	if err := viewer.Require(access.Manage); err != nil {
		return after, err
	}
	err = s.Atomic.Do(ctx, func(stores ports.Stores) error {
		var before jubilee.Settings
		after, err = stores.Jubilee.Change(ctx, func(j *jubilee.Settings) error {
			before, *j = j.Clone(), settings.Clone()
			return nil
		})
		if err != nil {
			return err
		}
		entry := audit.New(audit.SettingsChanged, audit.By(viewer), s.Now(), audit.Object{Noun: audit.Settings, Name: "anniversaries"})
		return stores.Audit.Append(ctx, entry.Changed(
			audit.Values{"milestones": before.Years()}, audit.Values{"milestones": after.Years()}))
	})
	return after, err
}
