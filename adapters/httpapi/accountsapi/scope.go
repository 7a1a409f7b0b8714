package accountsapi

import (
	"context"

	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/usecase/accounts"
)

// Scope is what a user was given to read beside what their roles open.
type Scope struct {
	Teams     []int64   `json:"teams" doc:"With the people on their rosters."`
	AgeGroups []string  `json:"age_groups" doc:"The people who have exactly one of these."`
	Available Available `json:"available"`
}

// Available is what there is to give.
type Available struct {
	Teams     []TeamName `json:"teams"`
	AgeGroups []string   `json:"age_groups"`
}

// TeamName is a team by name.
type TeamName struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
}

type scopeOutput struct{ Body Scope }

func scopeBody(extended accounts.Extended, err error) (*scopeOutput, error) {
	if err != nil {
		return nil, err
	}
	body := Scope{
		Teams: append([]int64{}, extended.Given.Teams...), AgeGroups: append([]string{}, extended.Given.AgeGroups...),
		Available: Available{Teams: []TeamName{}, AgeGroups: append([]string{}, extended.AgeGroups...)},
	}
	for i := range extended.Teams {
		body.Available.Teams = append(body.Available.Teams, TeamName{extended.Teams[i].ID, extended.Teams[i].Title})
	}
	return &scopeOutput{body}, nil
}

type scopeInput struct {
	ID int64 `path:"id"`
}

func (h *Handler) scope(ctx context.Context, in *scopeInput) (*scopeOutput, error) {
	return scopeBody(h.accounts.Given(ctx, session.Viewer(ctx), in.ID))
}

type giveInput struct {
	ID   int64 `path:"id"`
	Body struct {
		Teams     []int64  `json:"teams" maxItems:"500"`
		AgeGroups []string `json:"age_groups" maxItems:"500"`
	}
}

func (h *Handler) give(ctx context.Context, in *giveInput) (*scopeOutput, error) {
	given := access.Given{Teams: in.Body.Teams, AgeGroups: in.Body.AgeGroups}
	return scopeBody(h.accounts.Give(ctx, session.Viewer(ctx), in.ID, given))
}
