package inmem

import (
	"context"

	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports"
)

type volunteerRules struct{ handle }

var _ ports.Setting[work.Rules] = volunteerRules{}

func (s volunteerRules) Get(ctx context.Context) (rules work.Rules, err error) {
	err = s.run(ctx, func(t *tables) error {
		rules = t.volunteerRules()
		return nil
	})
	return rules, err
}

func (t *tables) volunteerRules() work.Rules {
	if t.rules == nil {
		return work.DefaultRules()
	}
	return t.rules.Clone()
}

func (s volunteerRules) Change(ctx context.Context, change func(*work.Rules) error) (rules work.Rules, err error) {
	err = s.run(ctx, func(t *tables) error {
		rules = t.volunteerRules()
		if err := change(&rules); err != nil {
			rules = work.Rules{}
			return err
		}
		kept := rules.Clone()
		t.rules = &kept
		return nil
	})
	return rules, err
}
