package inmem

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/peoplefile"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/ports"
)

// imported is what is kept of imports.
type imported struct {
	byID map[int64]peoplefile.Import
	rows map[int64][]peoplefile.Result // of an import, by number; replaced, never changed in place
	last int64
}

func newImported() imported {
	return imported{byID: map[int64]peoplefile.Import{}, rows: map[int64][]peoplefile.Result{}}
}

func (i imported) snapshot() imported {
	i.byID, i.rows = maps.Clone(i.byID), maps.Clone(i.rows)
	return i
}

// put keeps an import, unless two would be at work.
func (i *imported) put(v peoplefile.Import) error {
	for id, other := range i.byID {
		if id != v.ID && other.Working() && v.Working() {
			return peoplefile.ErrBusy
		}
	}
	i.byID[v.ID] = v.Clone()
	return nil
}

type imports struct{ handle }

var _ ports.Imports = imports{}

func (s imports) Create(ctx context.Context, i peoplefile.Import, rows []peoplefile.Row) (int64, error) {
	return ask(ctx, s.handle, func(t *tables) (int64, error) {
		i.ID = t.imports.last + 1
		if err := t.imports.put(i); err != nil {
			return 0, err
		}
		t.imports.last = i.ID
		list := make([]peoplefile.Result, len(rows))
		for n, row := range rows {
			list[n].Row = peoplefile.Row{Number: row.Number, Cells: slices.Clone(row.Cells)}
		}
		t.imports.rows[i.ID] = list
		return i.ID, nil
	})
}

func (s imports) ByID(ctx context.Context, id int64) (peoplefile.Import, error) {
	return ask(ctx, s.handle, func(t *tables) (peoplefile.Import, error) {
		i, there := t.imports.byID[id]
		if !there {
			return i, peoplefile.ErrAbsent
		}
		return i.Clone(), nil
	})
}

func (s imports) Page(ctx context.Context, offset, limit int) (record.Page[peoplefile.Import], error) {
	return ask(ctx, s.handle, func(t *tables) (page record.Page[peoplefile.Import], err error) {
		all := picked(t.imports.byID, func(*peoplefile.Import) bool { return true },
			func(a, b peoplefile.Import) int { return cmp.Compare(b.ID, a.ID) })
		page.Total = len(all)
		from := min(offset, len(all))
		for _, one := range all[from:min(from+limit, len(all))] {
			page.Records = append(page.Records, one.Clone())
		}
		return page, nil
	})
}

func (s imports) Change(
	ctx context.Context, id int64, change func(*peoplefile.Import) error,
) (peoplefile.Import, error) {
	return ask(ctx, s.handle, func(t *tables) (peoplefile.Import, error) {
		before, there := t.imports.byID[id]
		if !there {
			return before, peoplefile.ErrAbsent
		}
		edited := before.Clone()
		if err := change(&edited); err != nil {
			return peoplefile.Import{}, err
		}
		edited.ID, edited.Made = id, before.Made
		if err := t.imports.put(edited); err != nil {
			return peoplefile.Import{}, err
		}
		return edited, nil
	})
}

func (s imports) Rows(ctx context.Context, id int64, after, limit int) ([]peoplefile.Result, error) {
	return ask(ctx, s.handle, func(t *tables) (list []peoplefile.Result, err error) {
		for _, row := range t.imports.rows[id] {
			if row.Number > after && (limit == 0 || len(list) < limit) {
				list = append(list, copied(row))
			}
		}
		return list, nil
	})
}

func copied(r peoplefile.Result) peoplefile.Result {
	r.Cells, r.Changes = slices.Clone(r.Cells), slices.Clone(r.Changes)
	r.Kept, r.Reasons = slices.Clone(r.Kept), slices.Clone(r.Reasons)
	if r.Before != nil {
		before := *r.Before
		before.Labels = slices.Clone(before.Labels)
		r.Before = &before
	}
	return r
}

func (s imports) KeepRows(
	ctx context.Context, id int64, rows []peoplefile.Result, back map[person.ID]peoplefile.Restored,
) error {
	return s.run(ctx, func(t *tables) error {
		if _, there := t.imports.byID[id]; !there {
			return peoplefile.ErrAbsent
		}
		list := slices.Clone(t.imports.rows[id])
		for _, row := range rows {
			at := slices.IndexFunc(list, func(r peoplefile.Result) bool { return r.Number == row.Number })
			if at >= 0 {
				cells := list[at].Cells
				list[at] = copied(row)
				list[at].Cells = cells
			}
		}
		t.imports.rows[id] = list
		for id, rows := range t.imports.rows {
			rows = slices.Clone(rows)
			for n := range rows {
				if to, there := back[rows[n].Person]; there {
					rows[n].Follow(to)
				}
			}
			t.imports.rows[id] = rows
		}
		return nil
	})
}

func (s imports) Remove(ctx context.Context, id int64, allowed func(*peoplefile.Import) error) error {
	return s.run(ctx, func(t *tables) error {
		i, there := t.imports.byID[id]
		if !there {
			return peoplefile.ErrAbsent
		}
		i = i.Clone()
		if err := allowed(&i); err != nil {
			return err
		}
		delete(t.imports.byID, id)
		delete(t.imports.rows, id)
		return nil
	})
}

func (s imports) Purge(ctx context.Context, before time.Time) (int, error) {
	return ask(ctx, s.handle, func(t *tables) (count int, err error) {
		for id, i := range t.imports.byID {
			if !i.Old(before) {
				continue
			}
			count++
			delete(t.imports.rows, id)
			if i.State == peoplefile.Draft {
				delete(t.imports.byID, id)
				continue
			}
			i.Forget()
			t.imports.byID[id] = i
		}
		return count, nil
	})
}
