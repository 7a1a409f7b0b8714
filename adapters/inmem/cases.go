package inmem

import (
	"context"
	"reflect"
	"slices"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/discipline"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/season"
	"github.com/clubhuis/clubhuis/ports"
)

type cases struct{ handle }

var _ ports.Cases = cases{}

// filed returns a case as a database keeps it.
func filed(v *discipline.Case) discipline.Case {
	row := v.Row()
	c, _ := row.Load(v.Head) // it was just written
	c.Created, c.Modified = civil.Instant(c.Created), civil.Instant(c.Modified)
	return c
}

func (t *tables) fileCase(v discipline.Case) error {
	for id, other := range t.cases.byID {
		if id != v.ID && other.Dossier == v.Dossier {
			return discipline.ErrTaken
		}
	}
	t.cases.byID[v.ID] = v
	return nil
}

func (s cases) Create(ctx context.Context, v discipline.Case) (int64, error) {
	return ask(ctx, s.handle, func(t *tables) (int64, error) {
		v := filed(&v)
		v.ID, v.Revision = t.cases.last+1, 1
		if err := t.fileCase(v); err != nil {
			return 0, err
		}
		t.cases.last = v.ID
		return v.ID, nil
	})
}

func (s cases) Update(ctx context.Context, id int64, change func(*discipline.Case) error) error {
	return s.run(ctx, func(t *tables) error {
		before, there := t.cases.byID[id]
		if !there {
			return discipline.ErrAbsent
		}
		var edited discipline.Case
		for range 2 { // as the contract allows
			edited = before.Clone()
			if err := change(&edited); err != nil {
				return err
			}
		}
		edited.ID, edited.Created, edited.Revision = id, before.Created, before.Revision
		if edited = filed(&edited); reflect.DeepEqual(edited, before) {
			return nil
		}
		edited.Revision++
		return t.fileCase(edited)
	})
}

func (s cases) Remove(ctx context.Context, id int64, allowed func(*discipline.Case) error) error {
	return s.run(ctx, func(t *tables) error {
		v, there := t.cases.byID[id]
		if !there {
			return discipline.ErrAbsent
		}
		v = v.Clone()
		if err := allowed(&v); err != nil {
			return err
		}
		delete(t.cases.byID, id)
		return nil
	})
}

func (s cases) ByID(ctx context.Context, ids ...int64) ([]discipline.Case, error) {
	return ask(ctx, s.handle, func(t *tables) (list []discipline.Case, err error) {
		for _, id := range slices.Compact(slices.Sorted(slices.Values(ids))) {
			if v, there := t.cases.byID[id]; there {
				list = append(list, v.Clone())
			}
		}
		return list, nil
	})
}

// Hold is ByID: a step has all to itself.
func (s cases) Hold(ctx context.Context, ids ...int64) ([]discipline.Case, error) {
	return s.ByID(ctx, ids...)
}

func (s cases) Page(ctx context.Context, q discipline.Query) (discipline.Page, error) {
	return ask(ctx, s.handle, func(t *tables) (page discipline.Page, err error) {
		type listed struct {
			discipline.Case
			row discipline.Row
		}
		var all []listed
		for _, v := range t.cases.byID {
			if row := v.Row(); q.Match(&v, &row) {
				all = append(all, listed{v, row})
				if v.Fee != nil {
					page.Fees += *v.Fee
				}
			}
		}
		slices.SortFunc(all, func(a, b listed) int { return q.Compare(&a.Case, &a.row, &b.Case, &b.row) })
		page.Total = len(all)
		window := record.Window{Offset: q.Offset, Limit: q.Limit}
		start, end := window.Bounds(len(all))
		for _, one := range all[start:end] {
			page.Records = append(page.Records, one.Clone())
		}
		return page, nil
	})
}

func (s cases) Seasons(ctx context.Context) (map[season.Season]int, error) {
	return ask(ctx, s.handle, func(t *tables) (map[season.Season]int, error) {
		counts := map[season.Season]int{}
		for _, v := range t.cases.byID {
			if v.Season != 0 {
				counts[v.Season]++
			}
		}
		return counts, nil
	})
}
