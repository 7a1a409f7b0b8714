package usecase

import (
	"context"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/identity"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/usecase/accounts"
	"github.com/clubhuis/clubhuis/core/usecase/predecessors"
	"github.com/clubhuis/clubhuis/ports"
)

// moving returns what moves a club from the application that it had before.
func (c *Club) moving(a *Adapters) *predecessors.Service {
	return &predecessors.Service{
		Stores: a.Stores, Atomic: a.Atomic, Markup: a.Markup, Now: a.Now, Zone: a.Zone, Token: c.Invoices.Token,
		Given: identity.Given{Name: a.ClubName, Sender: a.Sender},
		Hang: func(
			ctx context.Context, viewer access.Viewer, data []byte, name string, of person.ID, vectors bool,
			place func(ports.Stores, int64) (int64, error),
		) error {
			_, err := c.Pictures.Hang(ctx, viewer, data, name, of, vectors, place)
			return err
		},
		Provision: func(ctx context.Context, viewer access.Viewer, of person.ID, send bool) (int64, error) {
			made, err := c.Accounts.Provision(ctx, viewer, of, accounts.Provision{Send: &send})
			return made.User, err
		},
	}
}
