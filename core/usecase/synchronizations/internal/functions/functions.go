// Package functions tells the application which functions members have in the club: those bring roles there.
//
// It does not know which roles: the application decides. It remembers of each member what it told last, and tells it again only
// when that changed.
package functions

import (
	"context"
	"maps"
	"slices"

	"github.com/clubhuis/clubhuis/core/sync/diff"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/refresh"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/engine"
	"github.com/clubhuis/clubhuis/ports"
)

// Functions tells the functions of members.
type Functions struct {
	*engine.Runner
	App ports.ApplicationRoles
}

// Tell tells the functions of those members of whom they changed since they were told last; held has them by member code. Who has
// left the club has none any more. Who is not in the application yet is told of by a later run.
func (f *Functions) Tell(ctx context.Context, step *engine.Step, held map[string][]string) error {
	told, err := f.Entries(ctx, ledger.Functions)
	if err != nil {
		return err
	}
	members, err := f.Entries(ctx, ledger.Member)
	if err != nil {
		return err
	}
	now := maps.Clone(held)
	for code := range told {
		if m := members[code]; m == nil || ledger.Left(m) {
			now[code] = nil
		}
	}
	var plan diff.Plan
	for _, code := range slices.Sorted(maps.Keys(now)) {
		e, m := told[code], members[code]
		switch {
		case m == nil && e == nil, m != nil && m.Remote == "": // nobody there to have a function
		case e == nil && len(now[code]) == 0, e != nil && e.Synced == hash(now[code]) && !f.Force:
			plan.Unchanged++
		default:
			plan.Actions = append(plan.Actions, diff.Action{Kind: diff.Update, Key: code, Reason: diff.Changed})
		}
	}
	return step.Apply(ctx, run.Application, plan, engine.NoWait, func(ctx context.Context, a diff.Action) error {
		_, err := f.tell(ctx, a.Key, now[a.Key])
		return err
	})
}

// TellOne tells the functions of one member, whether they changed or not, and returns what came of it.
func (f *Functions) TellOne(
	ctx context.Context, step *engine.Step, code string, held []string,
) (roles refresh.Roles, err error) {
	err = step.Apply(ctx, run.Application, diff.Plan{Actions: []diff.Action{{Kind: diff.Update, Key: code, Reason: diff.Forced}}},
		engine.NoWait, func(ctx context.Context, _ diff.Action) (err error) {
			roles, err = f.tell(ctx, code, held)
			return err
		})
	return roles, err
}

func (f *Functions) tell(ctx context.Context, code string, held []string) (refresh.Roles, error) {
	roles, err := f.App.Tell(ctx, code, held)
	if err != nil {
		return roles, err
	}
	entry := ledger.Entry{Kind: ledger.Functions, Key: code, Synced: hash(held)}
	if roles.Status == refresh.Withheld && len(held) > 0 {
		entry.Synced = "" // told again by the next run: an administrator may have said by then who the user is
	}
	return roles, f.Remember(ctx, entry)
}

func hash(held []string) string {
	sorted := slices.Sorted(slices.Values(held))
	return diff.Hash(append([]string{}, sorted...))
}
