// Package settingsapi is the HTTP area of what an administrator sets for the whole club.
package settingsapi

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/usecase/settings"
	"github.com/clubhuis/clubhuis/core/work"
)

// Handler is the area. Mount adds its routes to the API.
type Handler struct {
	settings *settings.Service
	begin    func(access.Viewer) (end func(), err error)
	format   rest.Format
}

// New makes the area. begin takes a viewer's turn to bring a picture.
func New(service *settings.Service, begin func(access.Viewer) (end func(), err error), format rest.Format) *Handler {
	return &Handler{service, begin, format}
}

// Mount adds the area's routes.
func (h *Handler) Mount(api huma.API) {
	const volunteers, tag = "/club/v1/volunteer-roles/settings", "settings"
	rest.Handle(api, rest.Operation{Name: "volunteer-roles.show", Method: http.MethodGet, Path: volunteers, Tag: tag,
		Summary: "Which roles make a volunteer"}, h.show)
	rest.Handle(api, rest.Operation{Name: "volunteer-roles.change", Method: http.MethodPost, Path: volunteers, Tag: tag,
		Summary: "Change which roles make a volunteer, for administrators"}, h.change)
	h.mountIdentity(api)
	const matrix = "/club/v1/capability-matrix"
	rest.Handle(api, rest.Operation{Name: "capability-matrix.show", Method: http.MethodGet, Path: matrix, Tag: tag,
		Summary: "Which capabilities roles bring, for administrators"}, h.showMatrix)
	rest.Handle(api, rest.Operation{Name: "capability-matrix.change", Method: http.MethodPost, Path: matrix, Tag: tag, Audit: true,
		Summary: "Decide which capabilities roles bring, for administrators"}, h.decide)
}

// VolunteerRoles are the rules for who counts as a volunteer. It takes effect at once: nothing is recalculated.
type VolunteerRoles struct {
	PlayerRoles      []string `json:"player_roles" doc:"Titles that make a player of a team."`
	ExcludedRoles    []string `json:"excluded_roles" doc:"Honorary and membership titles, which never count."`
	ExemptCommittees []int64  `json:"exempt_commissies" doc:"Committees that make no volunteer."`
}

type rolesOutput struct{ Body VolunteerRoles }

func body(rules work.Rules, err error) (*rolesOutput, error) {
	if err != nil {
		return nil, err
	}
	return &rolesOutput{VolunteerRoles{
		PlayerRoles:      append([]string{}, rules.PlayerRoles...),
		ExcludedRoles:    append([]string{}, rules.ExcludedRoles...),
		ExemptCommittees: append([]int64{}, rules.ExemptCommittees...),
	}}, nil
}

func (h *Handler) show(ctx context.Context, _ *struct{}) (*rolesOutput, error) {
	return body(h.settings.VolunteerRules(ctx, session.Viewer(ctx)))
}

type changeInput struct {
	Body struct {
		PlayerRoles      *[]string `json:"player_roles,omitempty" maxItems:"200"`
		ExcludedRoles    *[]string `json:"excluded_roles,omitempty" maxItems:"200"`
		ExemptCommittees *[]int64  `json:"exempt_commissies,omitempty" maxItems:"200"`
	}
}

func (h *Handler) change(ctx context.Context, in *changeInput) (*rolesOutput, error) {
	return body(h.settings.ChangeVolunteerRules(ctx, session.Viewer(ctx), func(rules *work.Rules) {
		if in.Body.PlayerRoles != nil {
			rules.PlayerRoles = *in.Body.PlayerRoles
		}
		if in.Body.ExcludedRoles != nil {
			rules.ExcludedRoles = *in.Body.ExcludedRoles
		}
		if in.Body.ExemptCommittees != nil {
			rules.ExemptCommittees = *in.Body.ExemptCommittees
		}
	}))
}
