package predecessors

import (
	"cmp"
	"context"
	"fmt"
	"reflect"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/fee"
	"github.com/clubhuis/clubhuis/core/finance"
	"github.com/clubhuis/clubhuis/core/identity"
	"github.com/clubhuis/clubhuis/core/origin"
	"github.com/clubhuis/clubhuis/core/predecessor"
	"github.com/clubhuis/clubhuis/core/screening"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports"
)

// setting is one of the club's that may come over: only over what a new club has.
type setting struct {
	part  predecessor.Part
	told  bool   // the application told it
	stays string // what to tell when it was set here already, "" for the usual
	fresh func() bool
	set   func(ctx context.Context, stores ports.Stores) error
}

// bringSettings brings settings, once. What somebody set here stays.
func (r *run) bringSettings(ctx context.Context) error {
	report, choices := &r.club.Report, &r.club.Settings
	if !choices.Any() && len(choices.Later) == 0 {
		return nil
	}
	if r.id(origin.Set, 1) != 0 {
		report.Count(origin.Set, func(c *predecessor.Count) { c.Already++ })
		return nil
	}
	view := r.Stores.Directory.View()
	called := cmp.Or(r.Given.Name, view.Identity().Name)
	list := []setting{
		{predecessor.FinanceSettings, choices.Finance != nil, "", func() bool {
			return reflect.DeepEqual(view.Finance(), finance.Default())
		}, func(ctx context.Context, stores ports.Stores) error {
			return put(ctx, stores.Finance, *choices.Finance)
		}},
		{predecessor.ScreeningSettings, choices.Screening != nil, "", func() bool {
			return reflect.DeepEqual(view.ScreeningSettings(), screening.Settings{})
		}, func(ctx context.Context, stores ports.Stores) error {
			return put(ctx, stores.Screening, *choices.Screening)
		}},
		{predecessor.VolunteerSettings, choices.Volunteers != nil, "", func() bool {
			return reflect.DeepEqual(view.VolunteerRules(), work.DefaultRules())
		}, func(ctx context.Context, stores ports.Stores) error {
			rules := choices.Volunteers.Clone()
			rules.ExemptCommittees = r.groupsOf(rules.ExemptCommittees)
			return put(ctx, stores.VolunteerRules, rules)
		}},
		{predecessor.FunctionMap, len(choices.Functions) > 0, "", func() bool { return len(view.Functions()) == 0 },
			func(ctx context.Context, stores ports.Stores) error {
				return put[access.FunctionMap](ctx, stores.FunctionMap, choices.Functions)
			}},
		{predecessor.WelcomeSettings, choices.Welcome != nil, "", func() bool { return view.Welcome() == account.DefaultWelcome() },
			func(ctx context.Context, stores ports.Stores) error {
				return put(ctx, stores.Welcome, *choices.Welcome)
			}},
		{predecessor.FeeSettings, len(choices.Fees) > 0, "", func() bool { return len(view.FeeBook().Seasons) == 0 },
			func(ctx context.Context, stores ports.Stores) error {
				book := fee.Book{}
				for of, settings := range choices.Fees {
					settings = settings.Clone()
					for i := range settings.Categories {
						settings.Categories[i].Teams = r.groupsOf(settings.Categories[i].Teams)
					}
					book = book.With(of, settings)
				}
				return put(ctx, stores.FeeBook, book)
			}},
		{predecessor.Config, choices.Name != "" && choices.Name != called,
			fmt.Sprintf("the club is called %q there: its name here, %q, stays", choices.Name, called),
			func() bool { return called == "" },
			func(ctx context.Context, stores ports.Stores) error {
				_, err := stores.Identity.Change(ctx, func(set *identity.Settings) error { set.Name = choices.Name; return nil })
				return err
			}},
	}
	var brought []setting
	for _, one := range list {
		switch {
		case !one.told:
		case !one.fresh():
			report.Count(origin.Set, func(c *predecessor.Count) { c.Read, c.Left = c.Read+1, c.Left+1 })
			report.Add(origin.Set, 0, "%s",
				cmp.Or(one.stays, fmt.Sprintf("the %s were set here already and stay as they are", one.part)))
		default:
			report.Count(origin.Set, func(c *predecessor.Count) { c.Read, c.Brought = c.Read+1, c.Brought+1 })
			brought = append(brought, one)
		}
	}
	for _, part := range choices.Later {
		report.Leave(origin.Set, 0, "the "+string(part)+" come with the next run, for a group that they name could not be read now")
	}
	if r.options.Rehearse {
		return nil
	}
	return r.Atomic.Do(ctx, func(stores ports.Stores) error {
		for _, one := range brought {
			if err := one.set(ctx, stores); err != nil {
				return err
			}
		}
		if len(choices.Later) > 0 {
			return nil
		}
		return stores.Origins.Keep(ctx, origin.Origin{Kind: origin.Set, Old: 1, New: 1})
	})
}

// put gives a setting a value.
func put[T any](ctx context.Context, into ports.Setting[T], value T) error {
	_, err := into.Change(ctx, func(v *T) error { *v = value; return nil })
	return err
}

// groupsOf returns the new numbers of groups, without those that did not come over.
func (r *run) groupsOf(old []int64) []int64 {
	ids := []int64{}
	for _, one := range old {
		if id := r.id(origin.Group, one); id != 0 {
			ids = append(ids, id)
		}
	}
	return ids
}
