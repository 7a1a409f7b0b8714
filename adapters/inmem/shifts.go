package inmem

import (
	"context"

	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/volunteer"
	"github.com/clubhuis/clubhuis/ports"
)

func (h handle) shifts() records[volunteer.Shift, *volunteer.Shift] {
	return records[volunteer.Shift, *volunteer.Shift]{
		h, func(t *tables) *growing[volunteer.Shift] { return &t.shifts }, volunteer.ErrAbsent,
	}
}

type shiftLists struct{ handle }

var _ ports.ShiftLists = shiftLists{}

func (s shiftLists) Page(ctx context.Context, q volunteer.Query) (record.Page[volunteer.Shift], error) {
	return ask(ctx, s.handle, func(t *tables) (page record.Page[volunteer.Shift], err error) {
		found := picked(t.shifts.byID, q.Match, func(a, b volunteer.Shift) int { return a.Compare(&b) })
		window := record.Window{Offset: q.Offset, Limit: q.Limit}
		start, end := window.Bounds(len(found))
		for _, one := range found[start:end] {
			page.Records = append(page.Records, one.Clone())
		}
		page.Total = len(found)
		return page, nil
	})
}
