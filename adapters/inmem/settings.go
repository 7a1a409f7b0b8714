package inmem

import (
	"context"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports"
)

type settings struct{ handle }

var _ ports.Settings = settings{}

func (s settings) VolunteerRules(ctx context.Context) (rules work.Rules, err error) {
	rules = work.DefaultRules()
	err = s.run(ctx, func(t *tables) error {
		if t.rules != nil {
			rules = cloneRules(*t.rules)
		}
		return nil
	})
	return rules, err
}

func (s settings) SetVolunteerRules(ctx context.Context, rules work.Rules) error {
	return s.run(ctx, func(t *tables) error {
		rules = cloneRules(rules)
		t.rules = &rules
		return nil
	})
}

func cloneRules(r work.Rules) work.Rules {
	return work.Rules{
		PlayerRoles: slices.Clone(r.PlayerRoles), ExcludedRoles: slices.Clone(r.ExcludedRoles),
		ExemptCommittees: slices.Clone(r.ExemptCommittees),
	}
}

type jobRuns struct{ handle }

var _ ports.JobRuns = jobRuns{}

func (s jobRuns) Last(ctx context.Context, job string) (last time.Time, err error) {
	err = s.run(ctx, func(t *tables) error {
		last = t.runs[job]
		return nil
	})
	return last, err
}

func (s jobRuns) Claim(ctx context.Context, job string, last, at time.Time) (claimed bool, err error) {
	err = s.run(ctx, func(t *tables) error {
		if claimed = t.runs[job].Equal(civil.Instant(last)); claimed {
			t.runs[job] = civil.Instant(at)
		}
		return nil
	})
	return claimed, err
}
