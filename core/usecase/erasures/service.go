// Package erasures owns who asks that somebody is erased (AVG, article 17), what is told before, and the daily work that erases.
//
// It does not own what goes and what stays (core/erasure), nor accounts and people: it is given what it needs of them.
package erasures

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/erasure"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/relation"
	"github.com/clubhuis/clubhuis/ports"
)

// Service erases people of one club.
type Service struct {
	Directory ports.Directory
	Erasures  ports.Erasures
	Users     ports.Users
	Invoices  ports.Invoices
	Atomic    ports.Atomic
	Now       func() time.Time
	Zone      *time.Location

	// Hold, Release and Erase are those of the use case of accounts: they keep a user out, let one in again, and destroy one.
	Hold    func(ctx context.Context, stores ports.Stores, by audit.Actor, id account.UserID) (bool, error)
	Release func(ctx context.Context, stores ports.Stores, id account.UserID) error
	Erase   func(ctx context.Context, stores ports.Stores, id, heir account.UserID) error

	// Restore is that of the use case of people: it brings somebody back from the trash.
	Restore func(ctx context.Context, viewer access.Viewer, id person.ID) (person.Record, error)
}

// JobName is the daily work that erases.
const JobName = "erase-people"

// Rehearsal is what an erasure would do.
type Rehearsal struct {
	Person  person.ID
	Name    string
	Due     time.Time // when it would be destroyed
	Parts   []erasure.Part
	Refused error // why it may not be, nil when it may
}

// Rehearse counts what would become of what there is about somebody, for administrators, and changes nothing.
func (s *Service) Rehearse(ctx context.Context, viewer access.Viewer, id person.ID) (r Rehearsal, err error) {
	if err := viewer.Require(access.Manage); err != nil {
		return r, err
	}
	view := s.Directory.View()
	p, user, err := look(view, id)
	if err != nil {
		return r, err
	}
	subject, err := subjectOf(ctx, view, s.Users, &p, user)
	if err != nil {
		return r, err
	}
	counts, err := s.Erasures.Count(ctx, subject)
	if err != nil {
		return r, err
	}
	now := civil.Instant(s.Now())
	r = Rehearsal{Person: id, Name: p.Name.Full(), Due: now.Add(person.KeptAfterRemoval), Parts: erasure.Plan(counts)}
	r.Refused, err = s.refusal(ctx, view, s.Invoices, viewer, &p, user)
	return r, err
}

// look returns a person with the user who the person is, 0 for nobody.
func look(view *directory.View, id person.ID) (p person.Person, user account.UserID, err error) {
	stored, there := view.Stored(id)
	if !there {
		return p, 0, person.ErrAbsent
	}
	if p, err = stored.Person(); err != nil {
		return p, 0, err
	}
	found, err := view.Person(id, record.View{})
	return p, found.LinkedUser, err
}

// refusal is why somebody may not be erased, nil when that is possible.
func (s *Service) refusal(
	ctx context.Context, view *directory.View, bills ports.Invoices, viewer access.Viewer, p *person.Person, user account.UserID,
) (refused, err error) {
	if user != 0 && user == viewer.User {
		return erasure.ErrOwn, nil
	}
	if listed(p) {
		return erasure.ErrMember, nil
	}
	for _, r := range p.Relations {
		stored, there := view.Stored(r.To)
		if !there || r.Type != relation.Child {
			continue
		}
		child, err := stored.Person()
		if err != nil {
			return nil, err
		}
		if listed(&child) {
			return erasure.ErrParent, nil
		}
	}
	numbers, err := s.unsettled(ctx, bills, p.ID)
	if err != nil || len(numbers) == 0 {
		return nil, err
	}
	return erasure.ErrOpen(numbers), nil
}

// listed reports whether the federation's administration has somebody as a member: what it tells comes back.
func listed(p *person.Person) bool { return p.Membership.Code != "" && !p.Membership.Former }

// most is how many records are read at once.
const most = 500

// Owes reports whether somebody owes or is owed money.
func (s *Service) Owes(ctx context.Context, bills ports.Invoices, id person.ID) (bool, error) {
	numbers, err := s.unsettled(ctx, bills, id)
	return len(numbers) > 0, err
}

// unsettled returns the numbers of invoices for which something is to be paid or given back, or may come in still.
func (s *Service) unsettled(ctx context.Context, bills ports.Invoices, id person.ID) (numbers []string, err error) {
	today := civil.On(s.Now(), s.Zone)
	err = s.eachBill(ctx, bills, id, func(v *invoice.Invoice) {
		if !v.Settled() || v.Unsent() && len(v.Watched(today)) > 0 {
			numbers = append(numbers, v.Number)
		}
	})
	slices.Sort(numbers)
	return numbers, err
}

// eachBill reads the invoices of somebody.
func (s *Service) eachBill(ctx context.Context, bills ports.Invoices, id person.ID, read func(*invoice.Invoice)) error {
	for offset := 0; ; offset += most {
		page, err := bills.Page(ctx, invoice.Query{On: civil.On(s.Now(), s.Zone), Person: id, Offset: offset, Limit: most})
		if err != nil {
			return err
		}
		for i := range page.Records {
			read(&page.Records[i])
		}
		if len(page.Records) < most {
			return nil
		}
	}
}

// Addresses returns of whom the e-mail addresses are taken out of texts: those that nobody else has.
func (s *Service) Addresses(ctx context.Context, stores ports.Stores, id person.ID) (of erasure.Subject, err error) {
	p, user, err := look(stores.Directory.View(), id)
	if err != nil {
		return of, err
	}
	whole, err := subjectOf(ctx, stores.Directory.View(), stores.Users, &p, user)
	of = erasure.Subject{Person: id, Emails: whole.Emails, Address: whole.Address}
	for _, email := range of.Emails {
		of.Words = append(of.Words, erasure.Words(email)...)
	}
	return of, err
}

// subjectOf is of whom all is counted and destroyed: what others share with the person is no mark of that person.
func subjectOf(
	ctx context.Context, view *directory.View, users ports.Users, p *person.Person, user account.UserID,
) (of erasure.Subject, err error) {
	of = erasure.Subject{Person: p.ID, User: user, Address: p.BilledAt()}
	emails := p.Mailed()
	all, err := users.List(ctx, nil, 0)
	if err != nil {
		return of, err
	}
	named := names{person: name{text: p.Name.Full()}}
	of.Phones = phones(p)
	for i := range all {
		email := strings.ToLower(all[i].Email)
		if all[i].ID != user { // whoever signs in with it goes on doing so
			emails = slices.DeleteFunc(emails, func(e string) bool { return e == email })
			continue
		}
		if named.account.text = strings.TrimSpace(all[i].DisplayName); email != "" && !slices.Contains(emails, email) {
			emails = append(emails, email)
		}
	}
	for i := range all {
		if all[i].ID != user {
			named.account.meet(strings.TrimSpace(all[i].DisplayName))
			named.account.meet(all[i].Email) // an account may be called by an address
		}
	}
	for _, stored := range view.Everybody() {
		if stored.ID == p.ID {
			continue
		}
		other, err := stored.Person()
		if err != nil {
			return of, fmt.Errorf("compare with person %d: %w", stored.ID, err)
		}
		named.person.meet(other.Name.Full())
		for _, called := range append(other.Mailed(), other.Name.Full()) {
			named.account.meet(called)
		}
		theirs := phones(&other)
		of.Phones = slices.DeleteFunc(of.Phones, func(phone string) bool { return slices.Contains(theirs, phone) })
		invoices := other.Invoicing().Email
		emails = slices.DeleteFunc(emails, func(email string) bool {
			return other.Reached(email) || strings.EqualFold(invoices, email)
		})
	}
	of.Emails = emails
	named.into(&of)
	for _, email := range emails {
		of.Words = append(of.Words, erasure.Words(email)...)
	}
	return of, nil
}

// phones are the telephone numbers of somebody, as they are compared.
func phones(p *person.Person) (numbers []string) {
	for _, c := range p.Contacts {
		digits := erasure.Digits(c.Value)
		if (c.Type == person.Phone || c.Type == person.Mobile) && digits != "" && !slices.Contains(numbers, digits) {
			numbers = append(numbers, digits)
		}
	}
	return numbers
}

// names are what somebody is called: as a person, and as a user.
type names struct{ person, account name }

// name is one of them, with the names of others that hold it.
type name struct {
	text   string
	shared bool // somebody else is called so, too
	within []string
}

// meet compares the name with that of somebody else.
func (n *name) meet(other string) {
	switch {
	case n.text == "":
	case strings.EqualFold(other, n.text):
		n.shared = true
	case strings.Contains(strings.ToLower(other), strings.ToLower(n.text)):
		n.within = append(n.within, other)
	}
}

// into tells a subject of the names by which texts name nobody else.
func (n *names) into(of *erasure.Subject) {
	if words := erasure.Words(n.person.text); words != nil && !n.person.shared {
		of.Name = n.person.text
	}
	for _, one := range []*name{&n.person, &n.account} {
		if one.shared || one == &n.account && strings.EqualFold(one.text, n.person.text) {
			continue
		}
		of.Words = append(of.Words, erasure.Words(one.text)...)
		for _, other := range one.within {
			of.Others = append(of.Others, erasure.Words(other)...)
		}
	}
}

// KeepAddress writes the address of somebody who is removed, or loses it, on the invoices that were sent: the books need it.
func (s *Service) KeepAddress(ctx context.Context, stores ports.Stores, id person.ID) error {
	stored, there := stores.Directory.View().Stored(id)
	if !there {
		return nil
	}
	p, err := stored.Person()
	if err != nil {
		return err
	}
	address := p.BilledAt()
	if len(address) == 0 {
		return nil
	}
	var bills []int64
	err = s.eachBill(ctx, stores.Invoices, id, func(v *invoice.Invoice) {
		if !v.Unsent() && !slices.Equal(v.Addressee, address) {
			bills = append(bills, v.ID)
		}
	})
	if err != nil {
		return err
	}
	for _, bill := range bills {
		err := stores.Invoices.Update(ctx, bill, func(v *invoice.Invoice) error { v.Addressee = address; return nil })
		if err != nil {
			return err
		}
	}
	return nil
}

// Plan takes somebody out of every list at once, to be destroyed after 30 days, for administrators. The account can't sign in
// meanwhile. Who is planned already is erasure.ErrPlanned; why else it may not be says Rehearse.
func (s *Service) Plan(ctx context.Context, viewer access.Viewer, id person.ID) (planned erasure.Erasure, err error) {
	if err := viewer.Require(access.Manage); err != nil {
		return planned, err
	}
	now := civil.Instant(s.Now())
	err = s.Atomic.Do(ctx, func(stores ports.Stores) error {
		planned, err = s.plan(ctx, stores, viewer, erasure.New(id, "", erasure.Asked, viewer.User, now), audit.By(viewer))
		return err
	})
	return planned, err
}

// PlanLeaver is Plan in a step, for the rules about who left.
func (s *Service) PlanLeaver(ctx context.Context, stores ports.Stores, id person.ID, by audit.Actor) error {
	_, err := s.plan(ctx, stores, access.Viewer{}, erasure.New(id, "", erasure.Left, 0, civil.Instant(s.Now())), by)
	return err
}

func (s *Service) plan(
	ctx context.Context, stores ports.Stores, viewer access.Viewer, planned erasure.Erasure, by audit.Actor,
) (erasure.Erasure, error) {
	view, id := stores.Directory.View(), planned.Person
	p, user, err := look(view, id)
	if errors.Is(err, person.ErrAbsent) {
		return planned, s.alreadyPlanned(ctx, stores, id)
	}
	if err != nil {
		return planned, err
	}
	refused, err := s.refusal(ctx, view, stores.Invoices, viewer, &p, user)
	if err = errors.Join(refused, err); err != nil {
		return planned, err
	}
	planned.Name = p.Name.Full()
	if user != 0 {
		held, err := s.Hold(ctx, stores, by, user)
		if err != nil {
			return planned, err
		}
		if held {
			planned.User = user
		}
	}
	anybody := func(access.Subject, record.Edition) error { return nil }
	if err := stores.People.Remove(ctx, id, planned.By, planned.Asked, anybody); err != nil {
		if errors.Is(err, person.ErrAbsent) {
			return planned, s.alreadyPlanned(ctx, stores, id)
		}
		return planned, err
	}
	if planned.ID, err = stores.Erasures.Create(ctx, planned); err != nil {
		return planned, err
	}
	return planned, stores.Audit.Append(ctx, audit.New(audit.ErasurePlanned, by, planned.Asked, audit.PersonNumbered(id)).
		With(audit.Values{"cause": audit.Word(planned.Cause), "erasure": planned.ID}))
}

// alreadyPlanned says why somebody is not there.
func (s *Service) alreadyPlanned(ctx context.Context, stores ports.Stores, id person.ID) error {
	page, err := stores.Erasures.Page(ctx, erasure.Query{State: erasure.Planned, Person: id, Limit: 1})
	if err == nil && page.Total > 0 {
		return erasure.ErrPlanned
	}
	return errors.Join(person.ErrAbsent, err)
}

// List returns a page of the erasures, for administrators, the newest first.
func (s *Service) List(
	ctx context.Context, viewer access.Viewer, offset, limit int,
) (page record.Page[erasure.Erasure], err error) {
	if err := viewer.Require(access.Manage); err != nil {
		return page, err
	}
	return s.Erasures.Page(ctx, erasure.Query{Offset: offset, Limit: limit})
}

// Withdraw brings somebody back who was to be erased, for administrators, and returns the erasure that ended by it.
func (s *Service) Withdraw(ctx context.Context, viewer access.Viewer, id int64) (e erasure.Erasure, err error) {
	if err := viewer.Require(access.Manage); err != nil {
		return e, err
	}
	if e, err = s.find(ctx, id); err != nil {
		return e, err
	}
	if e.State != erasure.Planned {
		return e, erasure.ErrEnded
	}
	if _, err = s.Restore(ctx, viewer, e.Person); errors.Is(err, person.ErrNotRemoved) {
		return e, erasure.ErrEnded
	}
	if err != nil {
		return e, err
	}
	return s.find(ctx, id)
}

func (s *Service) find(ctx context.Context, id int64) (e erasure.Erasure, err error) {
	err = s.Atomic.Do(ctx, func(stores ports.Stores) error {
		return stores.Erasures.Update(ctx, id, func(kept *erasure.Erasure) error {
			e = kept.Clone()
			return nil
		})
	})
	return e, err
}

// Restored ends the erasure of somebody who came back from the trash, in the same step.
func (s *Service) Restored(ctx context.Context, stores ports.Stores, viewer access.Viewer, id person.ID) error {
	page, err := stores.Erasures.Page(ctx, erasure.Query{State: erasure.Planned, Person: id, Limit: 1})
	if err != nil || page.Total == 0 {
		return err
	}
	e, now := page.Records[0], civil.Instant(s.Now())
	if err := stores.Erasures.Update(ctx, e.ID, func(kept *erasure.Erasure) error { return kept.Withdraw(now) }); err != nil {
		return err
	}
	if e.User != 0 && !e.Blocked {
		if err := s.Release(ctx, stores, e.User); err != nil {
			return err
		}
	}
	return stores.Audit.Append(ctx, audit.New(audit.ErasureWithdrawn, audit.By(viewer), now, audit.PersonNumbered(id)).
		With(audit.Values{"erasure": e.ID}))
}

// Names returns what the users are called who asked for erasures, by number. Who is gone is not named.
func (s *Service) Names(ctx context.Context, of []erasure.Erasure) (map[account.UserID]string, error) {
	if len(of) == 0 {
		return nil, nil
	}
	all, err := s.Users.List(ctx, nil, 0)
	names := make(map[account.UserID]string, len(all))
	for i := range all {
		names[all[i].ID] = all[i].DisplayName
	}
	return names, err
}
