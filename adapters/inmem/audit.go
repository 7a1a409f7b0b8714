package inmem

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/ports"
)

type auditLog struct{ handle }

var _ ports.Audit = auditLog{}

// keptEntry is an entry as a database keeps it: nobody can change its values.
type keptEntry struct {
	audit.Entry
	before, after string
}

func (k keptEntry) entry() (e audit.Entry, err error) {
	e = k.Entry
	e.Fields = slices.Clone(e.Fields)
	if e.Before, err = audit.Decode(k.before); err == nil {
		e.After, err = audit.Decode(k.after)
	}
	return e, err
}

func (s auditLog) Append(ctx context.Context, entries ...audit.Entry) error {
	return s.run(ctx, func(t *tables) error {
		t.audit = slices.Clip(t.audit) // a snapshot may hold the same array
		for _, e := range audit.Kept(entries) {
			t.lastEntry++
			e.ID, e.At, e.Fields = t.lastEntry, civil.Instant(e.At), slices.Clone(e.Fields)
			t.audit = append(t.audit, keptEntry{e, e.Before.Encode(), e.After.Encode()})
		}
		return nil
	})
}

func (s auditLog) Page(ctx context.Context, q audit.Query) (record.Page[audit.Entry], error) {
	return ask(ctx, s.handle, func(t *tables) (page record.Page[audit.Entry], err error) {
		var found []keptEntry
		for _, k := range t.audit {
			if q.Match(&k.Entry) {
				found = append(found, k)
			}
		}
		slices.SortFunc(found, func(a, b keptEntry) int { return cmp.Or(b.At.Compare(a.At), cmp.Compare(b.ID, a.ID)) })
		page.Total = len(found)
		window := record.Window{Offset: q.Offset, Limit: q.Limit}
		start, end := window.Bounds(len(found))
		for _, k := range found[start:end] {
			e, err := k.entry()
			if err != nil {
				return page, err
			}
			page.Records = append(page.Records, e)
		}
		return page, nil
	})
}

func (s auditLog) Purge(ctx context.Context, before, books time.Time) (int, error) {
	return ask(ctx, s.handle, func(t *tables) (int, error) {
		there := len(t.audit)
		t.audit = slices.DeleteFunc(slices.Clone(t.audit), func(k keptEntry) bool {
			return k.At.Before(before) && (k.At.Before(books) || !k.OfMoney())
		})
		for i := range t.audit {
			if t.audit[i].At.Before(before) {
				t.audit[i].Actor.Address = ""
			}
		}
		return there - len(t.audit), nil
	})
}
