package gormstore_test

import (
	"sync"
	"testing"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/discipline"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/fee"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/season"
	"github.com/clubhuis/clubhuis/ports"
)

// Somebody is removed while a user makes an invoice or a case about that person: it waits, and is refused.
func TestNothingIsBilledOrFiledAboutWhoIsRemovedMeanwhileConcurrently(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, location string) {
		store, club := process(t, location)
		treasurer, err := store.Stores().Users.Create(t.Context(), userOf(0))
		ok(t, err)
		viewer := access.Viewer{User: treasurer, Roles: []access.Role{access.Administrator}}
		known, err := store.Stores().Cases.Create(t.Context(), discipline.Case{
			Head: record.NewHead(treasurer, "Piet", at), Dossier: "T-1", Person: create(t, store.Stores(), jan()),
		})
		ok(t, err)
		about := func(id person.ID) func(*discipline.Case, *fault.Problems) {
			return func(c *discipline.Case, _ *fault.Problems) { c.Dossier, c.Person = "T-2", id }
		}
		for _, deed := range []struct {
			what string
			do   func(person.ID, *fee.Fee) error
			want error
		}{
			{"an invoice", func(id person.ID, _ *fee.Fee) error {
				_, err := club.Invoices.Create(t.Context(), viewer, id, []invoice.Line{{Description: "Boete", Amount: 1000}})
				return err
			}, fault.Param("person_id", invoice.NoPerson)},
			{"a membership", func(_ person.ID, due *fee.Fee) error {
				_, err := club.Invoices.Bill(t.Context(), viewer, due, season.On(civil.Of(at)), nil)
				return err
			}, invoice.ErrNoFee},
			{"a case", func(id person.ID, _ *fee.Fee) error {
				_, err := club.Cases.Create(t.Context(), viewer, about(id))
				return err
			}, fault.Param("acf.person", discipline.NoSuchPerson)},
			{"another's case", func(id person.ID, _ *fee.Fee) error {
				_, err := club.Cases.Change(t.Context(), viewer, known, nil, about(id))
				return err
			}, fault.Param("acf.person", discipline.NoSuchPerson)},
		} {
			member := jan()
			member.Membership.Type, member.Membership.AgeGroup = "Bondslid", "Onder 10"
			id := create(t, store.Stores(), member)
			due, err := club.Invoices.Fee(t.Context(), id, season.On(civil.Of(at)))
			ok(t, err)
			removed := make(chan struct{})
			var once sync.Once
			var all sync.WaitGroup
			all.Go(func() {
				err := store.Do(t.Context(), func(s ports.Stores) error {
					err := s.People.Remove(t.Context(), id, 0, at, anybody)
					once.Do(func() { close(removed) })
					until(t, deed.what+" waits", func() bool { return waiting(t, store) > 0 })
					return err
				})
				if err != nil {
					t.Error(err)
				}
			})
			<-removed
			err = deed.do(id, &due)
			all.Wait()
			if fault.KindOf(err) != fault.KindOf(deed.want) || fault.As(err).Code != fault.As(deed.want).Code {
				t.Errorf("%s: %v, want %v", deed.what, err, deed.want)
			}
			bills, err := store.Stores().Invoices.Page(t.Context(), invoice.Query{Person: id, On: civil.Of(at), Limit: 9})
			ok(t, err)
			cases, err := store.Stores().Cases.Page(t.Context(), discipline.Query{Person: id, Limit: 9})
			if ok(t, err); bills.Total+cases.Total > 0 {
				t.Errorf("%s: there are %d invoices, %d cases about who is gone", deed.what, bills.Total, cases.Total)
			}
		}
		if _, err := club.Cases.Change(t.Context(), viewer, known, nil, func(c *discipline.Case, _ *fault.Problems) {
			c.Charge = "Natrappen"
		}); err != nil {
			t.Errorf("the case itself: %v", err)
		}
	})
}
