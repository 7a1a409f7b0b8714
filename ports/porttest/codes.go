package porttest

import (
	"reflect"
	"slices"
	"sync"
	"testing"

	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/ports"
)

func coded(t *testing.T, s ports.Stores, code string, administered bool) person.ID {
	t.Helper()
	p := personNamed("Jan", "", "Kok")
	p.Membership.Code, p.Administered = code, administered
	return create(t, s.People, p)
}

// holds expects who has a code.
func holds(t *testing.T, s ports.Stores, code string, want ...person.Holder) {
	t.Helper()
	if got := must(s.MemberCodes.Holders(t.Context(), code))(t); !slices.Equal(got, want) {
		t.Errorf("%q: got %v, want %v", code, got, want)
	}
}

// MemberCodes is the contract of ports.MemberCodes.
func MemberCodes(t *testing.T, open Open) {
	suite{
		{"holders by number, codes folded, without the removed", codeHolders},
		{"doubles", doubleCodes},
		{"steps that ask for one code run one after the other", codesAskedAtOnce},
	}.run(t, open)
}

func codeHolders(t *testing.T, db Database) {
	ctx := t.Context()
	one, other := coded(t, db.Stores, "abc123", true), coded(t, db.Stores, " ÁBC123", false)
	removed := coded(t, db.Stores, "ABC123", true)
	coded(t, db.Stores, "abc1234", true)
	coded(t, db.Stores, "", true)
	ok(t, db.People.Remove(ctx, removed, 1, at, anybody))
	want := []person.Holder{{ID: one, Administered: true}, {ID: other}}
	holds(t, db.Stores, "ABC123", want...)
	holds(t, db.Stores, "abc123 ", want...)
	holds(t, db.Stores, "abc12")
	holds(t, db.Stores, "")
	ok(t, update(ctx, db.People, one, func(p *person.Person) error { p.Membership.Code = "x1"; return nil }))
	ok(t, update(ctx, db.People, other, func(p *person.Person) error { p.Administered = true; return nil }))
	holds(t, db.Stores, "abc123", person.Holder{ID: other, Administered: true})
}

func doubleCodes(t *testing.T, db Database) {
	ctx := t.Context()
	equal(t, "at first", len(must(db.MemberCodes.Doubles(ctx))(t)), 0)
	one, single, other := coded(t, db.Stores, "AA1", true), coded(t, db.Stores, "BB2", true), coded(t, db.Stores, "aa1", false)
	coded(t, db.Stores, "", true)
	coded(t, db.Stores, "", true)
	removed := coded(t, db.Stores, "BB2", true)
	ok(t, db.People.Remove(ctx, removed, 1, at, anybody))
	if got := must(db.MemberCodes.Doubles(ctx))(t); !reflect.DeepEqual(got, map[string][]person.ID{"aa1": {one, other}}) {
		t.Errorf("got %v; %d has a code of its own", got, single)
	}
}

func codesAskedAtOnce(t *testing.T, db Database) {
	const steps = 8
	var begun sync.WaitGroup
	begun.Add(steps)
	inParallel(t, steps, func(int) error {
		begun.Done()
		return db.Do(t.Context(), func(s ports.Stores) error {
			holders, err := s.MemberCodes.Holders(t.Context(), "CC3")
			if err != nil || len(holders) > 0 {
				return err
			}
			begun.Wait() // the others are about to look as well
			p := personNamed("Jan", "", "Kok")
			p.Membership.Code = "cc3"
			_, err = s.People.Create(t.Context(), p)
			return err
		})
	})
	equal(t, "holders", len(must(db.MemberCodes.Holders(t.Context(), "CC3"))(t)), 1)
}
