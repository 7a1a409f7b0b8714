package leaver

import (
	"maps"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/person"
)

// Every is how long after one proposal the next one is made.
const Every = 30 * 24 * time.Hour

// Counts is of how many people something goes, by kind.
type Counts map[Kind]int

// Add counts the kinds of one person.
func (c Counts) Add(kinds ...Kind) {
	for _, kind := range kinds {
		c[kind]++
	}
}

// Proposal is what the rules would destroy. It is told first, and carried out when nobody stopped it.
type Proposal struct {
	ID        int64 `json:"-"`
	State     State
	Made      time.Time
	Due       time.Time // when it is carried out
	Ended     time.Time // when it was carried out or stopped; zero while it waits
	Stopper   string    // who stopped it, by name
	StoppedBy int64     // and by number of the user, 0 for nobody
	People    int       // of how many something goes
	Counts    Counts    // of each kind
	Done      Counts    // what went, as far as it was carried out
	LeftOut   int       // people of whom nothing went after all
	Mails     []int64   // the mails that tell of it
}

// State is how far a proposal is.
type State string

// The states.
const (
	Waiting State = "waiting" // for its day, or it is being carried out
	Stopped State = "stopped"
	Carried State = "done"
)

// Item is what of one person goes by a proposal.
type Item struct {
	Person person.ID
	Kinds  []Kind
}

// Propose makes a proposal of whom the rules touch.
func (s *Settings) Propose(items []Item, at time.Time) Proposal {
	at = civil.Instant(at)
	due := at.Add(time.Duration(s.Notice) * 24 * time.Hour)
	p := Proposal{State: Waiting, Made: at, Due: due, People: len(items), Counts: Counts{}}
	for _, item := range items {
		p.Counts.Add(item.Kinds...)
	}
	return p
}

// Clone returns a copy that shares nothing with p.
func (p *Proposal) Clone() Proposal {
	c := *p
	c.Counts, c.Done, c.Mails = maps.Clone(p.Counts), maps.Clone(p.Done), slices.Clone(p.Mails)
	return c
}

// Ready reports whether a proposal is to be carried out: its day has come, and somebody was mailed of it a week ago or longer.
// told is when the first mail went out, zero for not yet. Days count, not hours, for the mail names a day.
func (p *Proposal) Ready(told, at time.Time, zone *time.Location) bool {
	today := civil.On(at, zone)
	return p.State == Waiting && !told.IsZero() && !today.Before(civil.On(p.Due, zone)) &&
		!today.Before(civil.On(told, zone).AddDays(LeastNotice))
}

// Next returns from when on the next proposal may be made.
func (p *Proposal) Next() time.Time { return p.Made.Add(Every) }

// Stop ends a proposal that was not carried out.
func (p *Proposal) Stop(user int64, name string, at time.Time) error {
	if p.State != Waiting {
		return ErrEnded
	}
	p.State, p.StoppedBy, p.Stopper, p.Ended = Stopped, user, name, civil.Instant(at)
	return nil
}

// Rename gives users another name where the proposal has one of them, and reports whether it had.
func (p *Proposal) Rename(whose func(user int64, name string) bool, name string) bool {
	if !whose(p.StoppedBy, p.Stopper) {
		return false
	}
	p.Stopper = name
	return true
}

// Settle counts what went of one person: nothing for who was left out.
func (p *Proposal) Settle(kinds []Kind) error {
	if p.State != Waiting {
		return ErrEnded
	}
	if len(kinds) == 0 {
		p.LeftOut++
		return nil
	}
	if p.Done == nil {
		p.Done = Counts{}
	}
	p.Done.Add(kinds...)
	return nil
}

// Finish ends a proposal of which all is done.
func (p *Proposal) Finish(at time.Time) error {
	if p.State != Waiting {
		return ErrEnded
	}
	p.State, p.Ended = Carried, civil.Instant(at)
	return nil
}

// Query asks for a part of the proposals. The zero State is all.
type Query struct {
	State         State
	Offset, Limit int
}

// Both returns the kinds that are in both lists, in the order of the first.
func Both(kinds, others []Kind) (both []Kind) {
	for _, kind := range kinds {
		if slices.Contains(others, kind) {
			both = append(both, kind)
		}
	}
	return both
}
