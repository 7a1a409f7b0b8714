// Package trainings owns who sees the training schedule, how much of it, and who changes it.
//
// It does not own what a schedule may hold (core/training).
package trainings

import (
	"context"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/season"
	"github.com/clubhuis/clubhuis/core/training"
	"github.com/clubhuis/clubhuis/ports"
)

// Service is the training of one club. All its fields are needed.
type Service struct {
	Directory ports.Directory
	Atomic    ports.Atomic // of the same stores
	Now       func() time.Time
}

// Shown is the schedule as a viewer sees it: who keeps it all of it, others their own teams' part without labels (contract
// §2.11-9).
type Shown struct {
	Pitches []training.Pitch
	Blocks  []training.Block
	Clashes map[int64][]int64 // of a block that clashes: with which others; for who keeps the schedule
}

// Show returns the schedule to who keeps it, and to who has a role-based dashboard.
func (s *Service) Show(_ context.Context, viewer access.Viewer) (shown Shown, err error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return shown, err
	}
	view := s.Directory.View()
	schedule, given := view.Training().Clone(), view.Given(viewer.User)
	shown = Shown{Pitches: schedule.Pitches, Clashes: map[int64][]int64{}}
	switch {
	case keeps(viewer):
		shown.Blocks = schedule.Blocks
		for i := range shown.Blocks {
			if clashes := schedule.Clashes(&shown.Blocks[i]); len(clashes) > 0 {
				shown.Clashes[shown.Blocks[i].ID] = clashes
			}
			shown.Blocks[i].Teams = there(view, shown.Blocks[i].Teams)
		}
	case account.ResponsibilitiesOf(viewer, given).Any():
		for _, b := range schedule.Blocks {
			if own, theirs := b.For(given.Teams); theirs {
				shown.Blocks = append(shown.Blocks, own)
			}
		}
	default:
		return Shown{}, fault.ErrForbidden
	}
	training.Sort(shown.Blocks)
	return shown, nil
}

func there(view *directory.View, teams []int64) (list []int64) {
	for _, id := range teams {
		if view.IsTeam(id) {
			list = append(list, id)
		}
	}
	return list
}

func keeps(viewer access.Viewer) bool { return viewer.Can(access.Teams) || viewer.Can(access.Manage) }

// Change changes the schedule, for who keeps it. isTeam reports which teams there are.
func (s *Service) Change(
	ctx context.Context, viewer access.Viewer, change func(schedule *training.Schedule, isTeam func(int64) bool) error,
) error {
	if err := viewer.Require(access.Teams, access.Manage); err != nil {
		return err
	}
	view := s.Directory.View()
	return s.Atomic.Do(ctx, func(stores ports.Stores) error {
		before := training.Schedule{}
		after, err := stores.Training.Change(ctx, func(schedule *training.Schedule) error {
			before = schedule.Clone()
			return change(schedule, view.IsTeam)
		})
		if err != nil {
			return err
		}
		return stores.Audit.Append(ctx, audit.New(audit.SettingsChanged, audit.By(viewer), s.Now(), about).
			Changed(told(&before), told(&after)))
	})
}

// about is the schedule as the log names it.
var about = audit.Object{Noun: audit.Settings, Name: "training"}

func told(s *training.Schedule) audit.Values {
	return audit.Values{"pitches": len(s.Pitches), "blocks": len(s.Blocks), "last": s.Last}
}

// Copy repeats the season before in a season, and returns how many blocks that added.
func (s *Service) Copy(ctx context.Context, viewer access.Viewer, to season.Season) (added int, err error) {
	err = s.Change(ctx, viewer, func(schedule *training.Schedule, isTeam func(int64) bool) (err error) {
		added, err = schedule.Copy(to, isTeam)
		return err
	})
	return added, err
}
