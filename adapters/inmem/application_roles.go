package inmem

import (
	"context"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/sync/refresh"
	"github.com/clubhuis/clubhuis/ports"
)

type applicationRoles struct{ *Application }

var _ ports.ApplicationRoles = applicationRoles{}

// Tell implements ports.ApplicationRoles.
func (a applicationRoles) Tell(ctx context.Context, code string, functions []string) (told refresh.Roles, err error) {
	err = a.read(ctx, CallTell, 0, func() error {
		synced, err := a.accounts.SyncFunctions(ctx, administrator, code, functions)
		if err != nil {
			return err
		}
		told = refresh.Roles{Status: refresh.NoUser, Granted: short(synced.Granted), Revoked: short(synced.Revoked)}
		switch {
		case synced.Withheld:
			told.Status = refresh.Withheld
		case synced.User != 0:
			told.Status = refresh.Synced
		}
		return nil
	})
	if err != nil {
		return refresh.Roles{}, err
	}
	return told, nil
}

func short(roles []access.Role) []string {
	names := []string{}
	for _, role := range roles {
		names = append(names, role.Short())
	}
	return names
}

// Stores returns the stores of the application, for what a test has to find there.
func (a *Application) Stores() ports.Stores { return a.store.Stores() }
