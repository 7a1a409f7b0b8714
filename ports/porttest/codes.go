package porttest

import (
	"context"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/ports"
)

// MemberCodes is the contract of ports.MemberCodes.
func MemberCodes(t *testing.T, open Open) {
	ctx := context.Background()
	coded := func(t *testing.T, s ports.Stores, code string, administered bool) person.ID {
		t.Helper()
		p := personNamed("Jan", "", "Kok")
		p.Membership.Code, p.Administered = code, administered
		return create(t, s.People, p)
	}
	holds := func(t *testing.T, s ports.Stores, code string, want ...person.Holder) {
		t.Helper()
		if got := must(s.MemberCodes.Holders(ctx, code))(t); !slices.Equal(got, want) {
			t.Errorf("%q: got %v, want %v", code, got, want)
		}
	}

	t.Run("holders by number, codes folded, without the removed", func(t *testing.T) {
		db := open(t)
		one, other, removed := coded(t, db.Stores, "abc123", true), coded(t, db.Stores, " ÁBC123", false), coded(t, db.Stores, "ABC123", true)
		coded(t, db.Stores, "abc1234", true)
		coded(t, db.Stores, "", true)
		ok(t, db.People.Remove(ctx, removed, at, anybody))
		want := []person.Holder{{ID: one, Administered: true}, {ID: other}}
		holds(t, db.Stores, "ABC123", want...)
		holds(t, db.Stores, "abc123 ", want...)
		holds(t, db.Stores, "abc12")
		holds(t, db.Stores, "")
		ok(t, update(ctx, db.People, one, func(p *person.Person) error { p.Membership.Code = "x1"; return nil }))
		ok(t, update(ctx, db.People, other, func(p *person.Person) error { p.Administered = true; return nil }))
		holds(t, db.Stores, "abc123", person.Holder{ID: other, Administered: true})
	})

	t.Run("doubles", func(t *testing.T) {
		db := open(t)
		equal(t, "at first", len(must(db.MemberCodes.Doubles(ctx))(t)), 0)
		one, single, other := coded(t, db.Stores, "AA1", true), coded(t, db.Stores, "BB2", true), coded(t, db.Stores, "aa1", false)
		coded(t, db.Stores, "", true)
		coded(t, db.Stores, "", true)
		removed := coded(t, db.Stores, "BB2", true)
		ok(t, db.People.Remove(ctx, removed, at, anybody))
		if got := must(db.MemberCodes.Doubles(ctx))(t); !reflect.DeepEqual(got, map[string][]person.ID{"aa1": {one, other}}) {
			t.Errorf("got %v; %d has a code of its own", got, single)
		}
	})

	t.Run("steps that ask for one code run one after the other", func(t *testing.T) {
		db := open(t)
		inParallel(t, 8, func(int) error {
			return db.Do(ctx, func(s ports.Stores) error {
				holders, err := s.MemberCodes.Holders(ctx, "CC3")
				if err != nil || len(holders) > 0 {
					return err
				}
				time.Sleep(time.Millisecond) // long enough for another one to look as well
				p := personNamed("Jan", "", "Kok")
				p.Membership.Code = "cc3"
				_, err = s.People.Create(ctx, p)
				return err
			})
		})
		equal(t, "holders", len(must(db.MemberCodes.Holders(ctx, "CC3"))(t)), 1)
	})
}
