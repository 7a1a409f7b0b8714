// Package suppressions owns what the provider or the server that delivers mail tells of addresses: it is heard once, it blocks
// the address, and somebody gets to do something about it.
//
// It does not own when that blocks one (core/suppression), and holds no mail back (core/usecase/mails).
package suppressions

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/suppression"
	"github.com/clubhuis/clubhuis/core/task"
	"github.com/clubhuis/clubhuis/ports"
)

// Service is the suppressions of one club. All its fields are needed, but for Secret.
type Service struct {
	Directory    ports.Directory
	Suppressions ports.Suppressions
	Users        ports.Users
	Atomic       ports.Atomic // of the same stores
	Now          func() time.Time
	Zone         *time.Location // the club's

	Secret    string        // that the provider signs with; without one nothing is heard
	Tolerance time.Duration // how far the moment of a signature may be from now

	// Holders returns who has a function in the club, else the administrators.
	Holders func(ctx context.Context, function string) ([]account.User, error)
}

// Hear hears what the provider tells, by whatever it sent along: news that it did not sign is suppression.ErrSignature, and
// what it told already is nothing new.
func (s *Service) Hear(ctx context.Context, signature, delivery string, body []byte) error {
	if err := suppression.Verify(s.Secret, signature, delivery, body, s.Now(), s.Tolerance); err != nil {
		return err
	}
	news, acts, err := suppression.Read(body)
	if err != nil || !acts {
		return err
	}
	return s.note(ctx, news)
}

// NoMailbox notes that addresses have no mailbox, as a mail server tells when it is handed a mail.
func (s *Service) NoMailbox(ctx context.Context, addresses []string) error {
	for _, address := range addresses {
		news := suppression.News{Kind: suppression.HardBounce, Address: suppression.Address(address)}
		if err := s.note(ctx, news); err != nil {
			return err
		}
	}
	return nil
}

// note keeps news of an address, once if it has a number, and gives somebody something to do about it.
func (s *Service) note(ctx context.Context, news suppression.News) error {
	if err := s.Directory.Refresh(ctx); err != nil {
		return err
	}
	holders, err := s.Holders(ctx, suppression.Secretary)
	if err != nil {
		return err
	}
	people, err := s.reached(ctx, news.Address)
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
		return s.giveTasks(ctx, stores, &known, holders, people)
	})
}

// giveTasks gives everybody who has no open task about an address one.
func (s *Service) giveTasks(
	ctx context.Context, stores ports.Stores, known *suppression.Suppression, holders []account.User, people []person.ID,
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
		view, name := stores.Directory.View(), ""
		about := view.Names(people, holder.Viewer(view.Matrix()).Reader(today)) // of others the holder learns no names
		var ids []person.ID
		for j := range about {
			ids = append(ids, about[j].ID)
		}
		if len(about) > 0 {
			name = about[0].Name.Full()
		}
		id, err := stores.Tasks.Create(ctx, known.Task(holder, name, ids, s.Now(), today))
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

// reached returns who is reached at an address, who has it as the first one first: people, else whoever's account it is.
func (s *Service) reached(ctx context.Context, address string) ([]person.ID, error) {
	people := With(s.Directory.View(), address)
	if len(people) > 0 {
		return people[:min(len(people), task.MostPeople)], nil
	}
	users, err := s.Users.Named(ctx, nil, address, 1)
	if err != nil || len(users) == 0 || users[0].Person == 0 {
		return nil, err
	}
	return []person.ID{users[0].Person}, nil
}

// With returns the people about whom mail goes to an e-mail address, by number: adults first, of whom a child's address is, and
// last those who have it for invoices alone.
func With(view *directory.View, address string) (people []person.ID) {
	page := view.People(record.Query{
		View:   record.View{Reader: access.Everything},
		Filter: record.Filter{}.With(person.Line(address)), Window: record.Window{Limit: view.Size()},
	})
	var children, invoiced []person.ID
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
	return slices.Concat(people, children, invoiced)
}

// List returns a part of the addresses that mail does not reach, the last told first: for administrators.
func (s *Service) List(ctx context.Context, viewer access.Viewer, q suppression.Query) (suppression.Page, error) {
	if err := viewer.Require(access.Manage); err != nil {
		return suppression.Page{}, err
	}
	return s.Suppressions.Page(ctx, q)
}

// Lift lets mail go to an address again, for administrators, and returns what was known of it. The tasks about it are done.
func (s *Service) Lift(ctx context.Context, viewer access.Viewer, id int64) (lifted suppression.Suppression, err error) {
	if err := viewer.Require(access.Manage); err != nil {
		return suppression.Suppression{}, err
	}
	err = s.Atomic.Do(ctx, func(stores ports.Stores) error {
		lifted, err = stores.Suppressions.Remove(ctx, id)
		if err != nil {
			return err
		}
		if err := s.finish(ctx, stores, viewer.User, &lifted); err != nil {
			return err
		}
		return stores.Audit.Append(ctx, audit.New(audit.SuppressionLifted, audit.By(viewer), s.Now(),
			audit.Object{Noun: audit.Settings}).With(audit.Values{"suppression": id}))
	})
	return lifted, err
}

// Changed forgets, in the step that changes a person, what is known of addresses that nobody has any more, and no account. They
// are in lower case.
func (s *Service) Changed(
	ctx context.Context,
	stores ports.Stores,
	editor account.UserID,
	changed person.ID,
	addresses []string,
) error {
	if len(addresses) == 0 {
		return nil
	}
	known, err := stores.Suppressions.Known(ctx, addresses...)
	if err != nil {
		return err
	}
	view := stores.Directory.View()
	var gone []string
	for _, address := range known {
		if slices.ContainsFunc(With(view, address), func(id person.ID) bool { return id != changed }) {
			continue
		}
		user, err := stores.Users.ByLogin(ctx, address)
		if err != nil && !errors.Is(err, account.ErrAbsent) {
			return err
		}
		if err != nil || account.LoginKey(user.Email) != address { // else mail goes there still
			gone = append(gone, address)
		}
	}
	if len(gone) == 0 {
		return nil
	}
	forgotten, err := stores.Suppressions.Forget(ctx, gone...)
	if err != nil {
		return err
	}
	for i := range forgotten {
		if err := s.finish(ctx, stores, editor, &forgotten[i]); err != nil {
			return err
		}
	}
	return nil
}

// finish completes what was to be done about an address.
func (s *Service) finish(ctx context.Context, stores ports.Stores, editor int64, gone *suppression.Suppression) error {
	standing, err := stores.Tasks.ByID(ctx, gone.Tasks...)
	if err != nil {
		return err
	}
	for i := range standing {
		if err := stores.Tasks.Update(ctx, standing[i].ID, func(t *task.Task) error {
			if t.Status != task.Completed {
				t.Enter(task.Completed, s.Now())
				t.Touch(editor, s.Now())
			}
			return nil
		}); err != nil {
			return err
		}
	}
	return nil
}

// Purge forgets which news was heard long ago, and returns how many.
func (s *Service) Purge(ctx context.Context) (int, error) {
	return s.Suppressions.Purge(ctx, s.Now().Add(-suppression.Remembered))
}
