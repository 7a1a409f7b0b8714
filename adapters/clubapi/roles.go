package clubapi

import (
	"context"
	"errors"
	"net/http"

	"github.com/clubhuis/clubhuis/core/sync/refresh"
	"github.com/clubhuis/clubhuis/ports"
)

type roles struct{ client *Client }

var _ ports.ApplicationRoles = roles{}

// Tell implements ports.ApplicationRoles. Told twice, it is the same.
func (r roles) Tell(ctx context.Context, code string, functions []string) (refresh.Roles, error) {
	asked, err := sending(http.MethodPost, "club/v1/capability-sync", map[string]any{
		"assoc_id": code, "functies": append([]string{}, functions...),
	})
	if err != nil {
		return refresh.Roles{}, err
	}
	var told refresh.Roles
	if _, err := r.client.send(ctx, asked, &told); err != nil {
		return refresh.Roles{}, err
	}
	if told.Status == "" {
		return refresh.Roles{}, errUnreadable.Because(errors.New("an answer without a status"))
	}
	return told, nil
}
