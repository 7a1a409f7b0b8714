package inmem

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/clubhuis/clubhuis/core/sync/dues"
	"github.com/clubhuis/clubhuis/ports"
)

// Contributions is a provider of contributions in memory. The zero value is one that asks nothing of anybody.
type Contributions struct {
	// Fail is asked when a year is read: what it returns is the call's error. Of a *dues.Unreadable the members' items are left out.
	// It may be nil.
	Fail func(year int) error

	mu    sync.Mutex
	items map[int][]dues.Item // by year
	asked int
}

var _ ports.Contributions = (*Contributions)(nil)

// Put lets the provider have these items in a year, instead of those that it had.
func (c *Contributions) Put(year int, items ...dues.Item) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.items == nil {
		c.items = map[int][]dues.Item{}
	}
	c.items[year] = slices.Clone(items)
}

// Asked returns how often a year was asked for.
func (c *Contributions) Asked() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.asked
}

// Year implements ports.Contributions.
func (c *Contributions) Year(ctx context.Context, year int) ([]dues.Item, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	c.mu.Lock()
	c.asked++
	items := append([]dues.Item{}, c.items[year]...)
	c.mu.Unlock()
	if c.Fail != nil {
		err := c.Fail(year)
		unread, some := errors.AsType[*dues.Unreadable](err)
		if err != nil && !some {
			return nil, err
		}
		for i := 0; some && i < len(unread.Items); i++ {
			items = slices.DeleteFunc(items, func(item dues.Item) bool { return item.Member == unread.Items[i].Member })
		}
		return items, err
	}
	return items, nil
}
