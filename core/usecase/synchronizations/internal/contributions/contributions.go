// Package contributions tells the application what members were asked to pay for a calendar year, and what is left of it, as the
// provider of contributions says (ports.Contributions).
//
// It does not add up what a member owes (core/sync/dues), nor compare it with what the club asks for (core/fee). It reads and
// changes nothing else of a person.
package contributions

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/diff"
	"github.com/clubhuis/clubhuis/core/sync/dues"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/engine"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/sets"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/texts"
	"github.com/clubhuis/clubhuis/ports"
)

// Contributions are the contributions of a run.
type Contributions struct {
	*engine.Runner
	Provider ports.Contributions
	App      People
	Members  Members

	years   []int                  // that are read
	read    map[int]int            // how many items came of those whose reading went well
	unread  map[int][]string       // the keys of members of whom an item of the year cannot be read; "" for who knows whose
	known   map[string][]dues.Year // as they were told last, by the key of the member
	wanted  map[string][]dues.Year
	vanish  map[string][]int         // the years of which nothing is known any more, by member code
	members map[string]*ledger.Entry // by code
	entries map[string]*ledger.Entry // what the application was told, by code
}

// People are the people of the application (ports.ApplicationPeople).
type People interface {
	Person(ctx context.Context, id int64) (payload.Person, error)
	Change(ctx context.Context, id int64, change payload.Person) (payload.Person, error)
}

// Members knows the members.
type Members interface {
	// BeforeWrite is told of the record of a member that is about to change.
	BeforeWrite(ctx context.Context, code string, record payload.Person) error
	// IsMember reports whether a record is that of the member with the code.
	IsMember(ctx context.Context, code string, record payload.Person) (bool, error)
	// Gone is told of a member whose person is gone from the application.
	Gone(ctx context.Context, member *ledger.Entry) error
}

// state is what the ledger knows of what was told of a member.
type state struct {
	Years []int `json:"years"` // of which something stands in the application
}

// Download reads the years. One that cannot be read stays as it was.
func (c *Contributions) Download(ctx context.Context, step *engine.Step) error {
	c.years = dues.Years(civil.On(c.Now(), c.Zone).Year)
	c.read, c.unread = map[int]int{}, map[int][]string{}
	_, before, err := sets.Dues.All(ctx, c.Runner)
	if err != nil {
		return err
	}
	c.known = map[string][]dues.Year{}
	for n, year := range c.years {
		if err := step.Advance(ctx, n, len(c.years)); err != nil {
			return err
		}
		items, err := c.Provider.Year(ctx, year)
		if engine.Stops(ctx, err) {
			return err
		}
		if unread, some := errors.AsType[*dues.Unreadable](err); some {
			err = nil
			for _, item := range unread.Items {
				c.unread[year] = append(c.unread[year], dues.Key(item.Member))
				step.Fail(ctx, item.Member, run.ContributionsSystem, item)
			}
		}
		if err != nil {
			step.Fail(ctx, strconv.Itoa(year), run.ContributionsSystem, err)
			step.Note(texts.OldContributions, year)
			c.keep(before, year, func(string) bool { return true })
			if fault.KindOf(err) == fault.Unauthenticated { // the other years are refused as well
				return engine.Stop(err)
			}
			continue
		}
		c.read[year] = len(items)
		step.Counts().Total += len(items)
		c.take(before, year, dues.Sum(year, items))
	}
	if len(c.read) == 0 {
		return engine.Stop(texts.ErrNoContributions)
	}
	return nil
}

// take takes the sums of a year, but for members of whom an item cannot be read: of those it goes on with what was known before.
// When nobody knows whose an item is, it may be anybody's: then nothing vanishes, and no sum becomes less.
func (c *Contributions) take(before map[string][]dues.Year, year int, sums map[string]dues.Year) {
	for key, sum := range sums {
		less := slices.ContainsFunc(before[key], func(y dues.Year) bool { return y.Year == year && y.Total > sum.Total })
		if slices.Contains(c.unread[year], key) || less && c.anybodys(year) {
			delete(sums, key)
			continue
		}
		c.known[key] = append(c.known[key], sum)
	}
	c.keep(before, year, func(key string) bool {
		_, taken := sums[key]
		return !taken && c.stays(key, year)
	})
}

// stays reports whether what was known before of a member's year stays when nothing of it was read.
func (c *Contributions) stays(key string, year int) bool {
	return slices.Contains(c.unread[year], key) || c.anybodys(year)
}

// anybodys reports whether an item of the year cannot be read of which nobody knows whose it is.
func (c *Contributions) anybodys(year int) bool { return slices.Contains(c.unread[year], "") }

// keep goes on with what was known before of a year, of the members that count.
func (c *Contributions) keep(before map[string][]dues.Year, year int, counts func(key string) bool) {
	for key, years := range before {
		for _, y := range years {
			if y.Year == year && counts(key) {
				c.known[key] = append(c.known[key], y)
			}
		}
	}
}

// Plan works out of whom something changed, stops the run when too much would vanish, and keeps what was read.
func (c *Contributions) Plan(ctx context.Context, step *engine.Step) (plan diff.Plan, err error) {
	if c.members, err = c.Entries(ctx, ledger.Member); err != nil {
		return plan, err
	}
	if c.entries, err = c.Entries(ctx, ledger.Contribution); err != nil {
		return plan, err
	}
	c.wanted, c.vanish = map[string][]dues.Year{}, map[string][]int{}
	there := map[string]bool{} // the keys of members who are in the application
	told, gone := map[int]int{}, map[int]int{}
	for _, code := range slices.Sorted(maps.Keys(c.members)) {
		if c.members[code].Number() == 0 {
			continue
		}
		there[dues.Key(code)] = true
		if err := c.planOne(code, &plan, told, gone); err != nil {
			return plan, err
		}
	}
	for key := range c.known {
		if !there[key] {
			step.Counts().Excluded++
		}
	}
	var removals []engine.Removals
	for _, year := range c.years {
		removals = append(removals, engine.Removals{
			What: fmt.Sprintf(texts.ContributionsOf, year), Removed: gone[year], Tracked: told[year],
		})
	}
	if err := c.Check(removals...); err != nil {
		return plan, err
	}
	return plan, sets.Dues.ReplaceAll(ctx, c.Runner, c.known)
}

// planOne works out what is told of one member, and counts the years of which something was told, and is no more.
func (c *Contributions) planOne(code string, plan *diff.Plan, told, gone map[int]int) error {
	key, e := dues.Key(code), c.entries[code]
	years := c.known[key]
	dues.Sort(years)
	var before state
	if e != nil {
		var err error
		if before, err = ledger.State[state](e); err != nil {
			return err
		}
	}
	for _, year := range before.Years {
		if !slices.Contains(c.years, year) {
			continue // no longer read: it stays as it was in the end
		}
		told[year]++
		if !slices.ContainsFunc(years, func(y dues.Year) bool { return y.Year == year }) {
			gone[year]++
			c.vanish[code] = append(c.vanish[code], year)
		}
	}
	number := c.members[code].Remote
	switch {
	case e == nil && len(years) == 0:
	case e != nil && e.Remote == number && e.Synced == diff.Hash(years) && len(c.vanish[code]) == 0 && !c.Force:
		plan.Unchanged++
	default:
		c.wanted[code] = years
		plan.Actions = append(plan.Actions, diff.Action{Kind: diff.Update, Key: code, Reason: diff.Changed})
	}
	return nil
}

// Send tells the application what changed, and remembers it.
func (c *Contributions) Send(ctx context.Context, step *engine.Step, plan diff.Plan) error {
	return step.Apply(ctx, run.Application, plan, engine.NoWait, func(ctx context.Context, a diff.Action) error {
		return c.send(ctx, a.Key)
	})
}

func (c *Contributions) send(ctx context.Context, code string) error {
	member := c.members[code]
	record, err := c.App.Person(ctx, member.Number())
	switch {
	case engine.Absent(err):
		return cmp.Or(c.Members.Gone(ctx, member), engine.ErrSkipped)
	case err != nil:
		return err
	}
	if is, err := c.Members.IsMember(ctx, code, record); err != nil {
		return err
	} else if !is {
		c.NoteOnce(texts.NotMember(record.Administered), code, record.ID)
		return cmp.Or(c.Members.Gone(ctx, member), engine.ErrSkipped)
	}
	change := payload.Dues(c.wanted[code], c.vanished(code, record))
	if record.SaysDues(change) {
		return cmp.Or(c.remember(ctx, code), engine.ErrSkipped)
	}
	if err := c.Members.BeforeWrite(ctx, code, record); err != nil {
		return err
	}
	if _, err := c.App.Change(ctx, record.ID, change.MergeInto(record)); err != nil {
		return err
	}
	return c.remember(ctx, code)
}

// vanished returns the years of which something stands in a record and nothing is known: those that were told, and when nothing
// was told to this record yet, all that were read.
func (c *Contributions) vanished(code string, record payload.Person) []int {
	years := slices.Clone(c.vanish[code])
	if e := c.entries[code]; e != nil && e.Remote == c.members[code].Remote && e.Synced != "" {
		return years
	}
	return append(years, c.foreign(code, record, years)...)
}

// foreign returns the years that were read, of which something stands in a record and nothing is known, but for those. A year of
// which no item came at all says nothing of anybody.
func (c *Contributions) foreign(code string, record payload.Person, but []int) (years []int) {
	for _, year := range c.years {
		known := slices.ContainsFunc(c.known[dues.Key(code)], func(y dues.Year) bool { return y.Year == year })
		if c.read[year] > 0 && !known && !c.stays(dues.Key(code), year) && record.HasDues(year) && !slices.Contains(but, year) {
			years = append(years, year)
		}
	}
	return years
}

// Years are the years that were read.
func (c *Contributions) Years() []int { return c.years }

// Told reports whether the application was told of the contributions of a member.
func (c *Contributions) Told(code string) bool {
	return c.entries[code] != nil && c.entries[code].Synced != ""
}

// Differing returns the years of which a record does not say what is known of the member.
func (c *Contributions) Differing(code string, record payload.Person) (years []string) {
	if c.entries[code] == nil {
		return nil
	}
	for _, y := range c.known[dues.Key(code)] {
		if !record.SaysDues(payload.Dues([]dues.Year{y}, nil)) {
			years = append(years, strconv.Itoa(y.Year))
		}
	}
	for _, year := range c.foreign(code, record, nil) {
		years = append(years, strconv.Itoa(year))
	}
	return years
}

func (c *Contributions) remember(ctx context.Context, code string) error {
	e := ledger.Entry{Kind: ledger.Contribution, Key: code, Remote: c.members[code].Remote, Synced: diff.Hash(c.wanted[code])}
	var told state
	for _, y := range c.wanted[code] {
		told.Years = append(told.Years, y.Year)
	}
	e.SetState(told)
	return c.Remember(ctx, e)
}
