package inmem

import (
	"cmp"
	"context"
	"slices"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/sync/payload"
	usegroups "github.com/clubhuis/clubhuis/core/usecase/groups"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports"
)

type applicationGroups struct {
	*Application
	byHand, stranger bool
}

var _ ports.ApplicationGroups = applicationGroups{}

func (g applicationGroups) List(ctx context.Context, kind work.Kind) (list []payload.Record, err error) {
	do := func() error {
		list, err = g.listed(ctx, kind)
		return err
	}
	if g.byHand {
		err = do()
	} else {
		err = g.read(ctx, CallList+" "+string(kind), 0, do)
	}
	if err != nil {
		return nil, err
	}
	list, err = g.readable(kind, list)
	for i := range list {
		list[i] = list[i].Short()
	}
	return list, err
}

// listed returns the groups of a kind, by number.
func (a *Application) listed(ctx context.Context, kind work.Kind) ([]payload.Record, error) {
	page, err := a.groups.Collection(ctx, administrator, record.Filter{}.With(group.OfKind(kind)), record.Window{Limit: everybody})
	if err != nil {
		return nil, err
	}
	list := []payload.Record{}
	for i := range page.Records {
		list = append(list, groupRecord(&page.Records[i]))
	}
	slices.SortFunc(list, func(a, b payload.Record) int { return cmp.Compare(a.ID, b.ID) })
	return list, nil
}

func (g applicationGroups) Create(
	ctx context.Context, kind work.Kind, change payload.Payload,
) (record payload.Record, err error) {
	err = g.changed(CallCreate, kind, 0, change, func(edit usegroups.Edit) (int64, error) {
		made, err := g.groups.Register(ctx, administrator, kind, edit)
		if err == nil && g.stranger {
			made.Administered = false
			err = g.Distrust(ctx, kind, made.ID)
		}
		record = answered(err, func() payload.Record { return groupRecord(&made) })
		return made.ID, err
	})
	return cleared(record, err)
}

func (g applicationGroups) Change(
	ctx context.Context, kind work.Kind, id int64, change payload.Payload,
) (record payload.Record, err error) {
	err = g.changed(CallChange, kind, id, change, func(edit usegroups.Edit) (int64, error) {
		made, err := g.groups.Change(ctx, administrator, kind, id, edit)
		record = answered(err, func() payload.Record { return groupRecord(&made) })
		return id, err
	})
	return cleared(record, err)
}

func (g applicationGroups) Remove(ctx context.Context, kind work.Kind, id int64) error {
	remove := func() (int64, error) {
		_, _, err := g.groups.Remove(ctx, administrator, kind, id)
		return id, err
	}
	if g.byHand {
		_, err := remove()
		return err
	}
	return g.write(CallRemove+" "+string(kind), id, nil, remove)
}

func (g applicationGroups) changed(
	call string, kind work.Kind, id int64, change payload.Payload, do func(usegroups.Edit) (int64, error),
) error {
	acf, _, err := members(change)
	if err != nil {
		return err
	}
	write := func() (int64, error) {
		return do(func(edited *group.Group, problems *fault.Problems) {
			if change.Title != "" {
				edited.Title = change.Title
			}
			group.Fields(kind).Decode(edited, acf, "acf", problems)
		})
	}
	if g.byHand {
		_, err := write()
		return err
	}
	return g.write(call+" "+string(kind), id, named(change), write)
}

// groupRecord returns a group as the real application's interface returns it.
func groupRecord(r *group.Record) payload.Record {
	return payload.Record{
		ID: r.ID, Title: r.Title, Modified: wholeSeconds(r.Modified), ACF: object(r.Document), Administered: r.Administered,
	}
}
