package clubapi

import (
	"context"
	"errors"
	"net/url"

	"github.com/clubhuis/clubhuis/core/sync/payload"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports"
)

type groups struct{ client *Client }

var _ ports.ApplicationGroups = groups{}

func pathOf(kind work.Kind) collection {
	if kind == work.Committee {
		return "cms/v2/commissies"
	}
	return "cms/v2/teams"
}

func (g groups) List(ctx context.Context, kind work.Kind) ([]payload.Group, error) {
	list := []payload.Group{}
	err := g.client.each(ctx, pathOf(kind), url.Values{}, payload.ListedOfGroups, func(r record) error {
		list = append(list, r.group(kind))
		return nil
	})
	var unreadable *payload.Unreadable
	if err != nil && !errors.As(err, &unreadable) {
		return nil, err
	}
	return list, err
}

func (g groups) Create(ctx context.Context, change payload.Group) (payload.Group, error) {
	kept, err := g.client.create(ctx, pathOf(change.Kind), aboutGroup(change))
	return kept.group(change.Kind), err
}

func (g groups) Change(ctx context.Context, id int64, change payload.Group) (payload.Group, error) {
	kept, err := g.client.change(ctx, pathOf(change.Kind), id, aboutGroup(change))
	return kept.group(change.Kind), err
}

func (g groups) Remove(ctx context.Context, kind work.Kind, id int64) error {
	return g.client.remove(ctx, pathOf(kind), id)
}
