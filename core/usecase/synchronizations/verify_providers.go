package synchronizations

import (
	"context"
	"strconv"
	"strings"

	"github.com/clubhuis/clubhuis/core/sync/diff"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/contributions"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/engine"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/helpdesk"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/members"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/texts"
)

// plan lets a room read and plan as its pipeline does, and names what could not be read.
func (v *verification) plan(
	ctx context.Context, step string, read, plan func(context.Context, *engine.Step) error,
) error {
	before := len(v.Run.Problems)
	for _, do := range []func(context.Context, *engine.Step) error{read, plan} {
		if err := v.Step(ctx, step, engine.OrStop(do)); err != nil {
			return err
		}
	}
	for _, p := range v.Run.Problems[before:] {
		v.byHand(p.System, p.Key, "%s", p.Message)
	}
	return nil
}

// ran reports whether a pipeline has ever remembered something of a kind. Before its first run there is nothing to compare.
func (v *verification) ran(ctx context.Context, kind ledger.Kind) (bool, error) {
	entries, err := v.Entries(ctx, kind)
	return len(entries) > 0, err
}

// contributions compares what the application says of the contributions of members with what it was told, and names members of
// whom nothing was told yet.
func (v *verification) contributions(ctx context.Context) error {
	if ran, err := v.ran(ctx, ledger.Contribution); !ran || v.service.Contributions == nil {
		return err
	}
	c := &contributions.Contributions{Runner: v.Runner, Provider: v.service.Contributions, App: v.service.People}
	var plan diff.Plan
	err := v.plan(ctx, run.StepContributionsDownload, c.Download, func(ctx context.Context, step *engine.Step) (err error) {
		plan, err = c.Plan(ctx, step)
		return err
	})
	if err != nil {
		return err
	}
	waits := map[string]bool{} // who changed since the last run is left to the next one
	for _, a := range plan.Actions {
		waits[a.Key] = true
		if !c.Told(a.Key) {
			v.say(run.Application, a.Key, texts.DuesNotTold)
		}
	}
	err = v.service.Dues.Each(ctx, c.Years(), func(record payload.Person) error {
		code := v.codeOf(record.ID)
		if code == "" || waits[code] || !record.Administered {
			return nil
		}
		if years := c.Differing(code, record); len(years) > 0 {
			v.again(ledger.Contribution, run.Application, code, texts.DuesGone, record.ID, strings.Join(years, ", "))
		}
		return nil
	})
	return v.readable(err, func(payload.UnreadableRecord) {})
}

// codeOf is the code of the member whom a person is, "" for nobody.
func (v *verification) codeOf(person int64) string {
	if v.numbers == nil {
		v.numbers = map[int64]string{}
		for code, e := range v.club.Entries {
			if n := e.Number(); n != 0 {
				v.numbers[n] = code
			}
		}
	}
	return v.numbers[person]
}

// helpdesk compares the customers of the helpdesk with what it was told, and names conversations that wait.
func (v *verification) helpdesk(ctx context.Context) error {
	if ran, err := v.ran(ctx, ledger.Customer); !ran || v.service.Helpdesk == nil {
		return err
	}
	h := &helpdesk.Helpdesk{
		Runner: v.Runner, Desk: v.service.Helpdesk, App: v.service.People, Numbers: v.service.Settings.CustomerFields,
		Members: knownMembers{&members.Members{Runner: v.Runner}},
	}
	var plan diff.Plan
	err := v.plan(ctx, run.StepCustomersPrepare, h.Read, func(ctx context.Context, step *engine.Step) (err error) {
		plan, err = h.Plan(ctx, step)
		return err
	})
	if err != nil {
		return err
	}
	found, err := h.Compare(ctx, plan)
	if err != nil {
		return err
	}
	for _, d := range found {
		key := strconv.FormatInt(d.Person, 10)
		switch {
		case d.Customer == 0:
			v.say(run.HelpdeskSystem, key, texts.NoCustomer, d.Person)
		case len(d.Parts) == 0:
			v.again(ledger.Customer, run.HelpdeskSystem, key, texts.CustomerGone, d.Customer, d.Person)
		default:
			v.again(ledger.Customer, run.HelpdeskSystem, key, texts.CustomerOther, d.Customer, d.Person, strings.Join(d.Parts, ", "))
		}
	}
	waiting, err := h.Waiting(ctx)
	for _, w := range waiting {
		v.say(run.Application, w.Conversation, texts.QuestionWaits, w.Conversation, w.Person)
	}
	return err
}
