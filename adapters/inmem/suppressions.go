package inmem

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/suppression"
	"github.com/clubhuis/clubhuis/ports"
)

// suppressed is what is kept about addresses that mail does not reach.
type suppressed struct {
	known map[string]suppression.Suppression // by address
	heard map[string]time.Time
	last  int64
}

func newSuppressed() suppressed {
	return suppressed{known: map[string]suppression.Suppression{}, heard: map[string]time.Time{}}
}

// blocked returns the addresses to which nothing is sent.
func (s *suppressed) blocked() []string {
	addresses := []string{}
	for address, known := range s.known {
		if known.Blocked {
			addresses = append(addresses, address)
		}
	}
	slices.Sort(addresses)
	return addresses
}

type suppressions struct{ handle }

var _ ports.Suppressions = suppressions{}

func (s suppressions) Hear(ctx context.Context, news string, at time.Time) (bool, error) {
	return ask(ctx, s.handle, func(t *tables) (bool, error) {
		_, again := t.suppressed.heard[news]
		if !again {
			t.suppressed.heard[news] = at
		}
		return !again, nil
	})
}

func (s suppressions) Change(
	ctx context.Context, address string, change func(*suppression.Suppression) error,
) (suppression.Suppression, error) {
	return ask(ctx, s.handle, func(t *tables) (suppression.Suppression, error) {
		before, there := t.suppressed.known[address]
		edited := before.Clone()
		if err := change(&edited); err != nil {
			return suppression.Suppression{}, err
		}
		if edited.ID, edited.Address = before.ID, address; !there {
			t.suppressed.last++
			edited.ID = t.suppressed.last
		}
		t.suppressed.known[address] = edited.Clone()
		if edited.Blocked != before.Blocked {
			t.note(theSuppressed, 0)
		}
		return edited, nil
	})
}

func (s suppressions) Page(ctx context.Context, q suppression.Query) (suppression.Page, error) {
	return ask(ctx, s.handle, func(t *tables) (page suppression.Page, err error) {
		all := picked(t.suppressed.known, func(one *suppression.Suppression) bool { return one.Blocked || !q.Blocked },
			func(a, b suppression.Suppression) int { return cmp.Or(b.Last.Compare(a.Last), cmp.Compare(b.ID, a.ID)) })
		page.Total = len(all)
		from := min(q.Offset, len(all))
		for _, one := range all[from:min(from+q.Limit, len(all))] {
			page.Records = append(page.Records, one.Clone())
		}
		return page, nil
	})
}

func (s suppressions) Remove(ctx context.Context, id int64) (suppression.Suppression, error) {
	return ask(ctx, s.handle, func(t *tables) (suppression.Suppression, error) {
		for address, one := range t.suppressed.known {
			if one.ID == id {
				t.forget(address)
				return one, nil
			}
		}
		return suppression.Suppression{}, suppression.ErrAbsent
	})
}

func (s suppressions) Known(ctx context.Context, addresses ...string) ([]string, error) {
	return ask(ctx, s.handle, func(t *tables) (known []string, err error) {
		for _, address := range addresses {
			if _, there := t.suppressed.known[address]; there {
				known = append(known, address)
			}
		}
		return known, nil
	})
}

func (s suppressions) Forget(ctx context.Context, addresses ...string) ([]suppression.Suppression, error) {
	return ask(ctx, s.handle, func(t *tables) (forgotten []suppression.Suppression, err error) {
		for _, address := range addresses {
			if one, there := t.suppressed.known[address]; there {
				t.forget(address)
				forgotten = append(forgotten, one)
			}
		}
		return forgotten, nil
	})
}

func (t *tables) forget(address string) {
	if t.suppressed.known[address].Blocked {
		t.note(theSuppressed, 0)
	}
	delete(t.suppressed.known, address)
}

func (s suppressions) Purge(ctx context.Context, before time.Time) (int, error) {
	return ask(ctx, s.handle, func(t *tables) (int, error) {
		return dropped(t.suppressed.heard, func(_ string, at time.Time) bool { return at.Before(before) }), nil
	})
}
