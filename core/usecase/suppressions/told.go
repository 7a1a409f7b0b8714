package suppressions

import (
	"context"
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/suppression"
	"github.com/clubhuis/clubhuis/core/task"
	"github.com/clubhuis/clubhuis/ports"
)

// note keeps news of an address, once if it has a number, and gives somebody something to do about it.
func (s *Service) note(ctx context.Context, news suppression.News) error {
	if err := s.Directory.Refresh(ctx); err != nil {
		return err
	}
	at, err := s.reached(ctx, news.Address)
	if err != nil {
		return err
	}
	holders, err := s.holders(ctx, &at)
	if err != nil {
		return err
	}
	return s.Atomic.Do(ctx, func(stores ports.Stores) error {
		if news.ID != "" {
			if first, err := stores.Suppressions.Hear(ctx, news.ID, s.Now()); err != nil || !first {
				return err
			}
		}
		known, err := stores.Suppressions.Change(ctx, news.Address, func(known *suppression.Suppression) error {
			known.Note(news.Kind, s.Now())
			return nil
		})
		if err != nil {
			return err
		}
		return s.giveTasks(ctx, stores, &known, holders, &at)
	})
}

// giveTasks gives everybody who has no open task about an address one.
func (s *Service) giveTasks(
	ctx context.Context, stores ports.Stores, known *suppression.Suppression, holders []account.User, at *reached,
) error {
	given, err := stores.Tasks.ByID(ctx, known.Tasks...)
	if err != nil {
		return err
	}
	given = slices.DeleteFunc(given, func(t task.Task) bool { return t.Status == task.Completed })
	today := civil.On(s.Now(), s.Zone)
	var made []int64
	for i := range holders {
		holder := &holders[i]
		if slices.ContainsFunc(given, func(t task.Task) bool { return t.Concerns(holder.ID) }) {
			continue
		}
		view := stores.Directory.View()
		about, knows := at.told(view, holder.Viewer(view.Matrix()).Reader(today))
		given := known.Withheld(holder, s.Now(), today)
		if knows {
			name, ids := "", make([]person.ID, len(about))
			for j := range about {
				ids[j] = about[j].ID
			}
			if len(about) > 0 {
				name = about[0].Name.Full()
			}
			given = known.Task(holder, name, ids, s.Now(), today)
		}
		id, err := stores.Tasks.Create(ctx, given)
		if err != nil {
			return err
		}
		made = append(made, id)
	}
	if len(made) == 0 && len(given) == len(known.Tasks) {
		return nil
	}
	tasks := made
	for i := range given {
		tasks = append(tasks, given[i].ID)
	}
	_, err = stores.Suppressions.Change(ctx, known.Address, func(known *suppression.Suppression) error {
		known.Tasks = tasks
		return nil
	})
	return err
}

// reached is to whom mail to an address goes.
type reached struct {
	people   []person.ID // who have it as a contact or for the account, who has it as the first one first
	invoiced []person.ID // who have it for invoices alone: of them it is told to who reads where invoices go
}

func (s *Service) reached(ctx context.Context, address string) (at reached, err error) {
	if at.people, at.invoiced = with(s.Directory.View(), address); len(at.people)+len(at.invoiced) > 0 {
		return at, nil
	}
	users, err := s.Users.Named(ctx, nil, address, 1)
	if err == nil && len(users) > 0 && users[0].Person != 0 {
		at.people = []person.ID{users[0].Person}
	}
	return at, err
}

// told returns of whom a reader learns that mail does not reach them at the address, and whether the reader may know the address:
// of others the reader learns no names, and one for invoices alone stays with the treasurer.
func (r *reached) told(view *directory.View, reader access.Reader) (about []person.Summary, knows bool) {
	ids := slices.Clone(r.people)
	for _, id := range r.invoiced {
		if view.Whole(reader, id) {
			ids = append(ids, id)
		}
	}
	about = view.Names(ids, reader)
	about = about[:min(len(about), task.MostPeople)]
	return about, len(about) > 0 || reader.Money || len(r.people) > 0 || len(r.invoiced) == 0
}

// holders returns who gets a task about an address: those with the function of secretary, else the administrators. When none of
// them may know the address, the treasurers get one, too, else the administrators.
func (s *Service) holders(ctx context.Context, at *reached) ([]account.User, error) {
	holders, err := s.Holders(ctx, suppression.Secretary)
	if err != nil {
		return nil, err
	}
	view, today := s.Directory.View(), civil.On(s.Now(), s.Zone)
	if slices.ContainsFunc(holders, func(u account.User) bool {
		_, knows := at.told(view, u.Viewer(view.Matrix()).Reader(today))
		return knows
	}) {
		return holders, nil
	}
	all, err := s.Users.List(ctx, nil, 0)
	if err != nil {
		return nil, err
	}
	var treasurers, administrators []account.User
	for i := range all {
		switch user := &all[i].User; {
		case user.Administers():
			administrators = append(administrators, *user)
		case user.MaySignIn() && user.Viewer(view.Matrix()).Can(access.Finance):
			treasurers = append(treasurers, *user)
		}
	}
	if len(treasurers) == 0 {
		treasurers = administrators
	}
	return append(holders, treasurers[:min(len(treasurers), task.MostHolders)]...), nil
}

// With returns the people about whom mail goes to an e-mail address, by number: adults first, of whom a child's address is, and
// last those who have it for invoices alone.
func With(view *directory.View, address string) []person.ID {
	people, invoiced := with(view, address)
	return slices.Concat(people, invoiced)
}

// with is With in two parts: whom the address reaches, and who has it for invoices alone.
func with(view *directory.View, address string) (people, invoiced []person.ID) {
	page := view.People(record.Query{
		View:   record.View{Reader: access.Everything},
		Filter: record.Filter{}.With(person.Line(address)), Window: record.Window{Limit: view.Size()},
	})
	var children []person.ID
	for i := range page.Records {
		p, err := page.Records[i].Person()
		switch {
		case err != nil || !p.Reached(address):
		case p.Membership.Parent || p.Birthdate.IsZero():
			people = append(people, p.ID)
		default:
			children = append(children, p.ID)
		}
	}
	everybody := view.Everybody()
	for i := range everybody { // no list finds these: a search does not look in what is not for everybody
		if !everybody[i].Invoiced() {
			continue
		}
		p, err := everybody[i].Person()
		if err == nil && strings.EqualFold(p.Invoicing().Email, address) && !p.Reached(address) {
			invoiced = append(invoiced, p.ID)
		}
	}
	slices.Sort(people)
	slices.Sort(children)
	return slices.Concat(people, children), invoiced
}
