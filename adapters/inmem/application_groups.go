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

func (g applicationGroups) List(ctx context.Context, kind work.Kind) (list []payload.Group, err error) {
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
	list, err = readable(g.Application, kind, list, func(r payload.Group) payload.UnreadableRecord {
		return payload.UnreadableRecord{ID: r.ID, Administered: r.Administered}
	})
	for i := range list {
		list[i] = list[i].Short()
	}
	return list, err
}

// listed returns the groups of a kind, by number.
func (a *Application) listed(ctx context.Context, kind work.Kind) ([]payload.Group, error) {
	page, err := a.groups.Collection(ctx, administrator, record.Filter{}.With(group.OfKind(kind)), record.Window{Limit: everybody})
	if err != nil {
		return nil, err
	}
	list := []payload.Group{}
	for i := range page.Records {
		list = append(list, groupRecord(&page.Records[i]))
	}
	slices.SortFunc(list, func(a, b payload.Group) int { return cmp.Compare(a.ID, b.ID) })
	return list, nil
}

func (g applicationGroups) Create(
	ctx context.Context, change payload.Group,
) (record payload.Group, err error) {
	err = g.changed(CallCreate, 0, change, func(edit usegroups.Edit) (int64, error) {
		made, err := g.groups.Register(ctx, administrator, change.Kind, edit)
		if err == nil && g.stranger {
			made.Administered = false
			err = g.Distrust(ctx, change.Kind, made.ID)
		}
		record = answered(err, func() payload.Group { return groupRecord(&made) })
		return made.ID, err
	})
	return cleared(record, err)
}

func (g applicationGroups) Change(
	ctx context.Context, id int64, change payload.Group,
) (record payload.Group, err error) {
	err = g.changed(CallChange, id, change, func(edit usegroups.Edit) (int64, error) {
		made, err := g.groups.Change(ctx, administrator, change.Kind, id, nil, edit)
		record = answered(err, func() payload.Group { return groupRecord(&made) })
		return id, err
	})
	return cleared(record, err)
}

func (g applicationGroups) Remove(ctx context.Context, kind work.Kind, id int64) error {
	remove := func() (int64, error) {
		_, _, err := g.groups.Remove(ctx, administrator, kind, id, nil)
		return id, err
	}
	if g.byHand {
		_, err := remove()
		return err
	}
	return g.write(CallRemove+" "+string(kind), id, nil, remove)
}

func (g applicationGroups) changed(
	call string, id int64, change payload.Group, do func(usegroups.Edit) (int64, error),
) error {
	sent, names := object(change.Encode()), slices.Sorted(slices.Values(change.Told))
	if change.Title != "" {
		names = append(names, "title")
	}
	write := func() (int64, error) {
		return do(func(edited *group.Group, problems *fault.Problems) {
			if change.Title != "" {
				edited.Title = change.Title
			}
			group.Fields(change.Kind).Decode(edited, sent, "acf", problems)
		})
	}
	if g.byHand {
		_, err := write()
		return err
	}
	return g.write(call+" "+string(change.Kind), id, names, write)
}

// groupRecord returns a group as the real application's interface returns it.
func groupRecord(r *group.Record) payload.Group {
	g := payload.Group{Group: group.Group{
		ID: r.ID, Kind: r.Kind, Title: r.Title, Modified: wholeSeconds(r.Modified), Administered: r.Administered,
	}}
	g.Read([]byte(r.Document))
	return g
}
