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

func (g groups) List(ctx context.Context, kind work.Kind) ([]payload.Record, error) {
	list := []payload.Record{}
	err := g.client.each(ctx, pathOf(kind), url.Values{}, func(r payload.Record) error {
		list = append(list, r)
		return nil
	})
	var unreadable *payload.Unreadable
	if err != nil && !errors.As(err, &unreadable) {
		return nil, err
	}
	return list, err
}

func (g groups) Create(ctx context.Context, kind work.Kind, change payload.Payload) (payload.Record, error) {
	return g.client.create(ctx, pathOf(kind), change)
}

func (g groups) Change(ctx context.Context, kind work.Kind, id int64, change payload.Payload) (payload.Record, error) {
	return g.client.change(ctx, pathOf(kind), id, change)
}

func (g groups) Remove(ctx context.Context, kind work.Kind, id int64) error {
	return g.client.remove(ctx, pathOf(kind), id)
}
