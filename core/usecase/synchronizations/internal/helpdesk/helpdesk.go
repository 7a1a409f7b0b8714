// Package helpdesk owns the customers of the helpdesk in a run: who of the club is one, what the helpdesk is told of them, and
// what of their conversations is logged in the application (contract §2.5).
//
// Who has an address that several people have, and what a customer consists of, are rules of core/sync/customer.
package helpdesk

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/sync/customer"
	"github.com/clubhuis/clubhuis/core/sync/diff"
	"github.com/clubhuis/clubhuis/core/sync/dues"
	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/engine"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/sets"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/texts"
	"github.com/clubhuis/clubhuis/ports"
)

// Helpdesk is the customers of a run.
type Helpdesk struct {
	*engine.Runner
	Desk       ports.Helpdesk
	App        People
	Photos     Photos
	Activities ports.ApplicationActivities
	Members    Members
	Numbers    customer.Numbers

	people    []customer.Person
	at        map[int64]*customer.Person // by number
	claims    customer.Claims
	entries   map[string]*ledger.Entry // by the number of the person
	customers map[int64]int64          // whose customer it is
	complete  bool                     // everybody in the application was read
	owned     []ledger.Entry           // entries that say anew whose customer it is
	astray    []string                 // keys of entries whose number is not their person's any more
}

// People are the people of the application (ports.ApplicationPeople).
type People interface {
	Person(ctx context.Context, id int64) (payload.Person, error)
	Change(ctx context.Context, id int64, change payload.Person) (payload.Person, error)
	Each(ctx context.Context, changedAfter time.Time, visit func(payload.Person) error) error
}

// Photos opens photos to the helpdesk (ports.ApplicationPhotos).
type Photos interface {
	Link(ctx context.Context, person int64) (payload.PhotoLink, error)
}

// Members knows the members.
type Members interface {
	// BeforeWrite is told of the record of a member that is about to change.
	BeforeWrite(ctx context.Context, code string, record payload.Person) error
	// IsMember reports whether a record is that of the member with the code.
	IsMember(ctx context.Context, code string, record payload.Person) (bool, error)
}

// state is what the ledger knows of a customer besides.
type state struct {
	customer.Owner
	Emails      []string `json:"emails,omitempty"` // that the customer was given
	RelationEnd string   `json:"relation_end,omitempty"`
	// Gone is a customer whom the helpdesk has no more, of somebody without an address.
	Gone int64 `json:"gone,omitempty"`
}

// Read reads who may be a customer: the members, and parents who are none, as they stand in the application.
func (h *Helpdesk) Read(ctx context.Context, step *engine.Step) (err error) {
	if h.entries, err = h.Entries(ctx, ledger.Customer); err != nil {
		return err
	}
	club, err := h.recall(ctx)
	if err != nil {
		return err
	}
	h.people, h.complete = nil, true
	err = h.App.Each(ctx, time.Time{}, func(record payload.Person) error {
		code, err := h.memberOf(ctx, club, record)
		if p, ours := club.person(&record, code); ours {
			h.people = append(h.people, p)
		}
		return err
	})
	err = payload.Readable(err, func(r payload.UnreadableRecord) {
		h.complete = false
		h.NoteOnce("%v", r)
	})
	if err != nil {
		return err
	}
	customer.Sort(h.people)
	h.at = map[int64]*customer.Person{}
	for i := range h.people {
		h.at[h.people[i].Number] = &h.people[i]
	}
	if err := h.recallOwners(step); err != nil {
		return err
	}
	for i := range h.people {
		if err := h.recallEnd(&h.people[i], club); err != nil {
			return err
		}
	}
	step.Counts().Total = len(h.people)
	return nil
}

// club is what is remembered of the club.
type club struct {
	members map[int64][]string // codes by the number of the person
	left    map[string]bool    // who has left, by code
	parents map[int64]bool
	teams   map[string][]string // names by code
	details map[string]federation.Detail
	dues    map[string][]dues.Year
}

func (h *Helpdesk) recall(ctx context.Context) (*club, error) {
	c := &club{members: map[int64][]string{}, left: map[string]bool{}, parents: map[int64]bool{}, teams: map[string][]string{}}
	members, err := h.Entries(ctx, ledger.Member)
	if err != nil {
		return nil, err
	}
	for code, e := range members {
		if e.Number() != 0 {
			c.members[e.Number()] = append(c.members[e.Number()], code)
			c.left[code] = ledger.Left(e)
		}
	}
	parents, err := h.Entries(ctx, ledger.Parent)
	if err != nil {
		return nil, err
	}
	for _, e := range parents {
		c.parents[e.Number()] = e.Number() != 0
	}
	teams := map[string]string{}
	err = sets.Teams.Each(ctx, h.Runner, func(id string, team federation.Team) error { teams[id] = team.Name; return nil })
	if err != nil {
		return nil, err
	}
	err = sets.Rosters.Each(ctx, h.Runner, func(id string, places []federation.Place) error {
		for _, place := range places {
			if name := teams[id]; name != "" && !slices.Contains(c.teams[place.Member], name) {
				c.teams[place.Member] = append(c.teams[place.Member], name)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if _, c.details, err = sets.Details.All(ctx, h.Runner); err != nil {
		return nil, err
	}
	_, c.dues, err = sets.Dues.All(ctx, h.Runner)
	return c, err
}

// memberOf returns the code of the member whom a record is of, "" for none. A number may be remembered of more than one: of
// somebody who is gone, and of who got it later.
func (h *Helpdesk) memberOf(ctx context.Context, c *club, record payload.Person) (string, error) {
	for _, code := range c.members[record.ID] {
		is, err := h.Members.IsMember(ctx, code, record)
		if is || err != nil {
			return code, err
		}
	}
	return "", nil
}

// person returns somebody who may be a customer; code is "" for who is no member. A stranger is none, whatever stands in the
// record.
func (c *club) person(record *payload.Person, code string) (customer.Person, bool) {
	if !record.Administered || code == "" && !c.parents[record.ID] {
		return customer.Person{}, false
	}
	p := customer.Person{
		Number: record.ID, Code: code, First: record.Name.First, Emails: record.Emails(),
		Last: strings.TrimSpace(record.Name.Infix + " " + record.Name.Last), Born: record.Birthdate, Since: record.Membership.Since,
		Left: c.left[code], Deceased: record.Deceased(), Dues: c.dues[dues.Key(code)], Picture: record.Photo,
		Customer: record.Customer(),
	}
	for _, row := range record.Contacts {
		switch value := strings.TrimSpace(row.Value); {
		case value == "":
		case row.Type == person.Mobile:
			p.Phones = append(p.Phones, value)
		case row.Type == person.Website:
			p.Websites = append(p.Websites, value)
		}
	}
	if !p.Left {
		p.Teams = slices.Sorted(slices.Values(c.teams[code]))
	}
	return p, true
}

// recallEnd fills in when the last function ended. Of who has left it is known no more: it stays as it was told.
func (h *Helpdesk) recallEnd(p *customer.Person, c *club) error {
	if roles := c.details[p.Code].Roles; roles != nil {
		p.RelationEnd = roles.RelationEnd()
		return nil
	}
	e := h.entries[key(p.Number)]
	if e == nil {
		return nil
	}
	before, err := ledger.State[state](e)
	if err == nil {
		p.RelationEnd = parseDay(before.RelationEnd)
	}
	return err
}

func key(number int64) string { return strconv.FormatInt(number, 10) }

// Plan works out who is whose customer and whom the helpdesk must be told of, and stops the run when too many would lose their
// address.
func (h *Helpdesk) Plan(ctx context.Context, step *engine.Step) (plan diff.Plan, err error) {
	held := map[string]int64{}
	removals := engine.Removals{What: texts.CustomerEmails}
	before := map[int64]state{}
	for k, e := range h.entries {
		s, err := ledger.State[state](e)
		if err != nil {
			return plan, err
		}
		number, _ := strconv.ParseInt(k, 10, 64)
		before[number] = s
		for _, email := range s.Emails {
			held[customer.Key(email)] = number
		}
	}
	h.claims = customer.Claim(h.people, held)
	h.customers = map[int64]int64{}
	for i := range h.people {
		p := &h.people[i]
		e := h.entries[key(p.Number)]
		if e == nil {
			e = &ledger.Entry{Kind: ledger.Customer, Key: key(p.Number)}
		} else if e.Number() != 0 {
			h.customers[e.Number()] = p.Number
		}
		now := h.claims.Of[p.Number]
		removals.Count(strings.Join(before[p.Number].Emails, ""), strings.Join(now, ""))
		h.planOne(step, &plan, p, e, now, before[p.Number].Gone)
	}
	h.noteShared(step)
	gone := engine.Removals{What: texts.Customers, Tracked: len(h.entries)}
	if h.complete {
		gone.Removed = len(h.gone())
	}
	return plan, h.Check(removals, gone)
}

func (h *Helpdesk) planOne(
	step *engine.Step, plan *diff.Plan, p *customer.Person, e *ledger.Entry, emails []string, gone int64,
) {
	switch {
	// Nobody becomes a customer after they have left; who was one stays one.
	case e.Remote == "" && (len(emails) == 0 && p.Customer == gone || p.Deceased || p.Left && p.Customer == gone):
		step.Counts().Excluded++
	case e.Remote == "":
		plan.Actions = append(plan.Actions, diff.Action{Kind: diff.Create, Key: e.Key, Reason: diff.New})
	case e.Synced != p.Hash(emails, h.Numbers) || p.Customer != e.Number():
		plan.Actions = append(plan.Actions, diff.Action{Kind: diff.Update, Key: e.Key, Reason: diff.Changed})
	case h.Force:
		plan.Actions = append(plan.Actions, diff.Action{Kind: diff.Update, Key: e.Key, Reason: diff.Forced})
	default:
		plan.Unchanged++
	}
}

// mostShared is how many of those who share an address the report names.
const mostShared = 20

func (h *Helpdesk) noteShared(step *engine.Step) {
	var named []string
	others := map[int64]bool{}
	for _, s := range h.claims.Shared {
		if !others[s.Other] && len(named) < mostShared {
			named = append(named, fmt.Sprintf(texts.SharedAddress, s.Other, s.Holder))
		}
		others[s.Other] = true
	}
	if len(others) > len(named) {
		named = append(named, "…")
	}
	if len(others) > 0 {
		step.Note(texts.SharedAddresses, len(others), strings.Join(named, ", "))
	}
}

// Forget drops what is remembered of people who are gone from the application, and of those whose number is another person's.
// Their customers stay at the helpdesk.
func (h *Helpdesk) Forget(ctx context.Context) error {
	if h.DryRun {
		return nil
	}
	if len(h.owned) > 0 { // before the rest goes: a run may die in between
		if err := h.Remember(ctx, h.owned...); err != nil {
			return err
		}
	}
	if !h.complete { // whose it is may be unreadable now
		return nil
	}
	gone := h.gone()
	for _, k := range h.astray {
		if h.entries[k] == nil {
			gone = append(gone, k)
		}
	}
	if len(gone) == 0 {
		return nil
	}
	return h.Runner.Forget(ctx, "a customer", ledger.Customer, gone...)
}

// gone are the keys of the entries of people who are gone from the application.
func (h *Helpdesk) gone() (keys []string) {
	for _, k := range slices.Sorted(maps.Keys(h.entries)) {
		if number, _ := strconv.ParseInt(k, 10, 64); h.at[number] == nil {
			keys = append(keys, k)
		}
	}
	return keys
}

// refused reports whether an error says that an address is another customer's.
func refused(err error) bool { return err != nil && fault.KindOf(err) == fault.Conflict }
