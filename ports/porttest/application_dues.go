package porttest

import (
	"context"
	"errors"
	"testing"

	"github.com/clubhuis/clubhuis/core/money"
	"github.com/clubhuis/clubhuis/core/sync/dues"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/ports"
)

// ApplicationDues is the contract of ports.ApplicationDues. Its people are those of people.
func ApplicationDues(t *testing.T, people ports.ApplicationPeople, all ports.ApplicationDues) {
	ctx := context.Background()
	year := func(year int, total money.Cents, status string) dues.Year {
		return dues.Year{Year: year, Total: total, Balance: total / 2, Status: status}
	}
	paying := must(people.Create(ctx, acfOf("first_name", "Puck", "last_name", "Post", "assoc-id", "DUES001")))(t)
	told := payload.Dues([]dues.Year{year(2024, 10_050, "Betaald"), year(2026, 25_500, "Deels betaald")}, nil)
	must(people.Change(ctx, paying.ID, told.MergeInto(paying)))(t)
	other := must(people.Create(ctx, acfOf("first_name", "Niek", "last_name", "Post", "former_member", true)))(t)

	t.Run("everybody comes once, with what stands there of the years", func(t *testing.T) {
		found := map[int64]payload.Person{}
		ok(t, all.Each(ctx, []int{2024, 2025, 2026}, func(p payload.Person) error {
			if _, twice := found[p.ID]; twice {
				t.Errorf("person %d comes twice", p.ID)
			}
			found[p.ID] = p
			return nil
		}))
		p := found[paying.ID]
		equal(t, "code", p.Membership.Code, "DUES001")
		equal(t, "administered", p.Administered, true)
		equal(t, "all that was told", p.SaysDues(told), true)
		equal(t, "2025", p.HasDues(2025), false)
		if _, there := found[other.ID]; !there || found[other.ID].HasDues(2024) {
			t.Errorf("a former member who owes nothing: %v, %+v", there, found[other.ID])
		}
	})

	t.Run("other years are not told", func(t *testing.T) {
		ok(t, all.Each(ctx, []int{2026}, func(p payload.Person) error {
			if p.HasDues(2024) || p.ID == paying.ID && !p.HasDues(2026) {
				t.Errorf("person %d has 2024: %v, 2026: %v", p.ID, p.HasDues(2024), p.HasDues(2026))
			}
			return nil
		}))
	})

	t.Run("an error of visit ends it", func(t *testing.T) {
		enough := errors.New("enough")
		if err := all.Each(ctx, []int{2026}, func(payload.Person) error { return enough }); !errors.Is(err, enough) {
			t.Errorf("got %v", err)
		}
		if err := all.Each(cancelled(), []int{2026}, func(payload.Person) error { return nil }); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	})
}
