package inmem

import (
	"context"
	"slices"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/bulk"
	"github.com/clubhuis/clubhuis/core/fee"
	"github.com/clubhuis/clubhuis/core/finance"
	"github.com/clubhuis/clubhuis/core/identity"
	"github.com/clubhuis/clubhuis/core/jubilee"
	"github.com/clubhuis/clubhuis/core/leaver"
	"github.com/clubhuis/clubhuis/core/screening"
	"github.com/clubhuis/clubhuis/core/search"
	"github.com/clubhuis/clubhuis/core/training"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports"
)

// setting is one thing that is set for the whole club: get returns a copy, keep keeps one.
type setting[T any] struct {
	handle
	noun noun
	get  func(*tables) T
	keep func(*tables, T)
}

var _ ports.Setting[work.Rules] = setting[work.Rules]{}

func (h handle) volunteerRules() setting[work.Rules] {
	return setting[work.Rules]{h, theRules, (*tables).volunteerRules, func(t *tables, rules work.Rules) {
		rules = rules.Clone()
		t.rules = &rules
	}}
}

func (t *tables) volunteerRules() work.Rules {
	if t.rules == nil {
		return work.DefaultRules()
	}
	return t.rules.Clone()
}

func (h handle) searchSettings() setting[search.Settings] {
	return setting[search.Settings]{h, theSearch, (*tables).searchSettings, func(t *tables, s search.Settings) {
		t.searchable = slices.Clone(s.Fields)
	}}
}

func (t *tables) searchSettings() search.Settings {
	return search.Settings{Fields: slices.Clone(t.searchable)}
}

func (h handle) matrix() setting[access.Matrix] {
	return setting[access.Matrix]{h, theMatrix, func(t *tables) access.Matrix { return t.matrix.Clone() },
		func(t *tables, m access.Matrix) { t.matrix = m.Clone() }}
}

func (h handle) factorRule() setting[account.FactorRule] {
	return setting[account.FactorRule]{h, theFactorRule, func(t *tables) account.FactorRule { return t.factorRule.Clone() },
		func(t *tables, r account.FactorRule) { t.factorRule = r.Clone() }}
}

func (h handle) identity() setting[identity.Settings] {
	return setting[identity.Settings]{h, theIdentity, func(t *tables) identity.Settings { return t.identity },
		func(t *tables, s identity.Settings) { t.identity = s }}
}

func (h handle) firstStart() setting[account.FirstStart] {
	return setting[account.FirstStart]{h, theFirstStart, func(t *tables) account.FirstStart { return t.firstStart },
		func(t *tables, f account.FirstStart) { t.firstStart = f }}
}

func (h handle) functionMap() setting[access.FunctionMap] {
	return setting[access.FunctionMap]{h, theFunctions, func(t *tables) access.FunctionMap { return t.functionMap.Clone() },
		func(t *tables, m access.FunctionMap) { t.functionMap = m.Clone() }}
}

func (h handle) welcome() setting[account.Welcome] {
	return setting[account.Welcome]{h, theWelcome, (*tables).welcomeMail, func(t *tables, w account.Welcome) { t.welcome = &w }}
}

func (h handle) feeBook() setting[fee.Book] {
	return setting[fee.Book]{h, theFees, func(t *tables) fee.Book { return t.fees.Clone() },
		func(t *tables, b fee.Book) { t.fees = b.Clone() }}
}

func (t *tables) welcomeMail() account.Welcome {
	if t.welcome == nil {
		return account.DefaultWelcome()
	}
	return *t.welcome
}

func (h handle) finance() setting[finance.Settings] {
	return setting[finance.Settings]{h, theFinance, (*tables).financeSettings, func(t *tables, s finance.Settings) {
		s = s.Clone()
		t.finance = &s
	}}
}

func (t *tables) financeSettings() finance.Settings {
	if t.finance == nil {
		return finance.Default()
	}
	return t.finance.Clone()
}

func (h handle) screening() setting[screening.Settings] {
	return setting[screening.Settings]{h, theScreening, func(t *tables) screening.Settings { return t.screening.Clone() },
		func(t *tables, s screening.Settings) { t.screening = s.Clone() }}
}

func (h handle) jubilee() setting[jubilee.Settings] {
	return setting[jubilee.Settings]{h, theJubilee, (*tables).jubileeSettings, func(t *tables, s jubilee.Settings) {
		s = s.Clone()
		t.jubilee = &s
	}}
}

func (t *tables) jubileeSettings() jubilee.Settings {
	if t.jubilee == nil {
		return jubilee.Default()
	}
	return t.jubilee.Clone()
}

func (h handle) leaverRules() setting[leaver.Settings] {
	return setting[leaver.Settings]{h, theLeavers, (*tables).leaverSettings, func(t *tables, s leaver.Settings) {
		s = s.Clone()
		t.leaverRules = &s
	}}
}

func (t *tables) leaverSettings() leaver.Settings {
	if t.leaverRules == nil {
		return leaver.Default()
	}
	return t.leaverRules.Clone()
}

func (h handle) bulkJob() setting[bulk.Job] {
	return setting[bulk.Job]{h, theBulkJob, (*tables).bulkJob, func(t *tables, j bulk.Job) {
		j = j.Clone()
		t.bulk = &j
	}}
}

func (h handle) training() setting[training.Schedule] {
	return setting[training.Schedule]{h, theTraining, func(t *tables) training.Schedule { return t.training.Clone() },
		func(t *tables, s training.Schedule) { t.training = s.Clone() }}
}

func (t *tables) bulkJob() bulk.Job {
	if t.bulk == nil {
		return bulk.None()
	}
	return t.bulk.Clone()
}

func (s setting[T]) Change(ctx context.Context, change func(*T) error) (T, error) {
	return ask(ctx, s.handle, func(t *tables) (value T, err error) {
		edited := s.get(t)
		if err := change(&edited); err != nil {
			return value, err
		}
		s.keep(t, edited)
		t.note(s.noun, 0)
		value = s.get(t)
		return value, nil
	})
}
