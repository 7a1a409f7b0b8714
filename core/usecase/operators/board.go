package operators

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/run"
)

// Card is how one pipeline stands.
type Card struct {
	Offer
	run.Latest
	run.Standing
	State   State
	Working Working // with State AtWork, when it is this process that works
	Lock    *Lock   // that stands in its way
}

// State is what can be said of a pipeline in a word.
type State string

// The states.
const (
	NotConfigured State = "not-configured"
	NeverRan      State = "never"
	AtWork        State = "at-work"
	Died          State = "died"
	Good          State = "good"
	WithErrors    State = "with-errors"
	Failed        State = "failed"
)

// Board returns a card of each pipeline. It takes as long with many runs as with few.
func (d *Desk) Board(ctx context.Context) ([]Card, error) {
	return d.cards(ctx, d.s.House.Pipelines())
}

func (d *Desk) cards(ctx context.Context, offers []Offer) ([]Card, error) {
	pipelines := make([]run.Pipeline, len(offers))
	for i, offer := range offers {
		pipelines[i] = offer.Pipeline
	}
	latest, err := d.s.Stores.Runs.Latest(ctx, pipelines...)
	if err != nil {
		return nil, err
	}
	locks, err := d.s.House.Locks(ctx)
	if err != nil {
		return nil, err
	}
	now := d.s.Now()
	cards := make([]Card, len(offers))
	for i, offer := range offers {
		card := Card{Offer: offer, Latest: latest[offer.Pipeline]}
		slots, last := run.Schedule, card.Run.Started
		if offer.Pipeline == run.Feedback { // a run that finds nothing is not kept, so that nobody knows when it last looked
			slots, last = run.AgentSchedule, time.Time{}
		}
		card.Standing = run.StandingOf(offer.Pipeline, last, now, d.s.Zone, slots)
		card.Working = d.s.House.Working(string(offer.Pipeline))
		at := slices.IndexFunc(locks, func(l Lock) bool { return l.Kind == offer.Pipeline.Type() && l.Life != Alive })
		if at >= 0 {
			card.Lock = &locks[at]
		}
		card.State = d.state(&card)
		cards[i] = card
	}
	return cards, nil
}

func (d *Desk) state(c *Card) State {
	switch {
	case !c.Configured:
		return NotConfigured
	case c.Working.What != "":
		return AtWork
	case c.Run.ID == 0:
		return NeverRan
	case c.Run.Outcome == run.Running && d.s.House.Dead(&c.Run):
		return Died
	}
	return map[run.Outcome]State{run.Running: AtWork, run.Success: Good, run.Partial: WithErrors}[c.Run.Outcome].or(Failed)
}

func (s State) or(other State) State { return cmp.Or(s, other) }

// PerPage is how many runs stand on a page.
const PerPage = 20

// History is a pipeline with its runs.
type History struct {
	Card
	Runs  []run.Run
	Total int
}

// Pipeline returns a page of the runs of one pipeline, from 1. It is ErrUnknown for no pipeline.
func (d *Desk) Pipeline(ctx context.Context, name run.Pipeline, page int) (h History, err error) {
	offer, err := d.offer(name)
	if err != nil {
		return h, err
	}
	cards, err := d.cards(ctx, []Offer{offer})
	if err != nil {
		return h, err
	}
	found, err := d.s.Stores.Runs.Find(ctx, run.Query{Pipeline: name, Skip: (max(1, page) - 1) * PerPage, Limit: PerPage})
	return History{Card: cards[0], Runs: found.Runs, Total: found.Total}, err
}

func (d *Desk) offer(name run.Pipeline) (Offer, error) {
	for _, offer := range d.s.House.Pipelines() {
		if offer.Pipeline == name {
			return offer, nil
		}
	}
	return Offer{}, ErrUnknown
}

// Begin starts a pipeline. It is ErrUnknown, ErrNotSetUp, ErrAtWork or ErrLocked when it does not begin.
func (d *Desk) Begin(ctx context.Context, name run.Pipeline, dryRun bool, accept int) error {
	offer, err := d.offer(name)
	if err != nil {
		return err
	}
	if !offer.Configured {
		return ErrNotSetUp
	}
	return d.s.House.Begin(ctx, Order{What: string(name), DryRun: dryRun, Accept: max(0, accept), Ordered: d.User.Username})
}

// RunView is all that is known of a run.
type RunView struct {
	run.Run
	Dead    bool
	Causes  []run.Cause
	Log     string  // masked
	Working Working // with what it does now, when this process does it
}

// Run returns one run with everything: ErrNoRun for none.
func (d *Desk) Run(ctx context.Context, id run.ID) (v RunView, err error) {
	v.Run, err = d.s.Stores.Runs.Run(ctx, id)
	if errors.Is(err, fault.ErrNotFound) {
		return v, ErrNoRun
	}
	if err != nil {
		return v, err
	}
	v.Dead = v.Outcome == run.Running && d.s.House.Dead(&v.Run)
	v.Causes = run.Causes(v.Problems)
	if v.Outcome == run.Running && !v.Dead {
		v.Working = d.s.House.Working(string(v.Pipeline))
	}
	log, err := d.s.House.Log(ctx, &v.Run)
	v.Log = masked(log)
	return v, err
}

// Evidence returns the picture, or the text, that stays with a problem of a run, by its number from 1.
func (d *Desk) Evidence(ctx context.Context, id run.ID, problem int, picture bool) ([]byte, error) {
	r, err := d.s.Stores.Runs.Run(ctx, id)
	if err != nil {
		return nil, err
	}
	if problem < 1 || problem > len(r.Problems) || r.Problems[problem-1].Evidence == "" {
		return nil, fault.ErrNotFound
	}
	key := r.Problems[problem-1].Evidence
	if picture {
		key = run.Picture(key)
	}
	return d.s.Files.Read(ctx, key)
}

// Filter says which errors somebody wants to see. Days are of the club.
type Filter struct {
	Pipeline    run.Pipeline
	From, Until time.Time // the first moments of the first day, and of the day after the last one; zero for any
	Key         string
	Run         run.ID // 0 for all
	Page        int    // from 1
}

// Errors returns a page of the runs with the errors that the filter asks for, and how many such runs there are.
func (d *Desk) Errors(ctx context.Context, f Filter) (run.Page, error) {
	var page run.Page
	var err error
	if f.Run != 0 {
		r, failed := d.s.Stores.Runs.Run(ctx, f.Run)
		if errors.Is(failed, fault.ErrNotFound) {
			return page, ErrNoRun
		}
		page, err = run.Page{Runs: []run.Run{r}, Total: 1}, failed
	} else {
		page, err = d.s.Stores.Runs.Find(ctx, run.Query{
			Pipeline: f.Pipeline, From: f.From, Until: f.Until, Key: f.Key, Failed: true,
			Skip: (max(1, f.Page) - 1) * PerPage, Limit: PerPage,
		})
	}
	if f.Key != "" {
		for i := range page.Runs {
			page.Runs[i].Problems = slices.DeleteFunc(page.Runs[i].Problems, func(p run.Problem) bool { return p.Key != f.Key })
		}
	}
	return page, err
}

// ErrorsSince returns how many runs had errors since a moment.
func (d *Desk) ErrorsSince(ctx context.Context, since time.Time) (int, error) {
	page, err := d.s.Stores.Runs.Find(ctx, run.Query{Failed: true, From: since, Limit: 1})
	return page.Total, err
}

// errorsSeen is until when somebody has ticked off the errors.
const errorsSeen = "errors-seen"

// ErrorsSeen returns until when somebody has ticked off the errors, the zero time for never.
func (d *Desk) ErrorsSeen(ctx context.Context) (time.Time, error) {
	entry, err := d.s.Stores.Ledger.Find(ctx, ledger.Review, errorsSeen)
	if errors.Is(err, fault.ErrNotFound) {
		return time.Time{}, nil
	}
	return entry.At, err
}

// TickOffErrors notes that somebody has seen all errors until now.
func (d *Desk) TickOffErrors(ctx context.Context) error {
	return d.s.Stores.Ledger.Put(ctx, ledger.Entry{Kind: ledger.Review, Key: errorsSeen, Remote: d.User.Username, At: d.s.Now()})
}
