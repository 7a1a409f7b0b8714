// Package dashboardapi is the HTTP area of dashboards and reminders (contract §4.2).
package dashboardapi

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/dashboard"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/usecase/dashboards"
)

// Handler is the area. Mount adds its routes to the API.
type Handler struct {
	dashboards *dashboards.Service
	format     rest.Format
	written    rest.Written[string, string] // matches of a view, in their version
}

// New makes the area.
func New(service *dashboards.Service, format rest.Format) *Handler {
	return &Handler{dashboards: service, format: format}
}

// Mount adds the area's routes.
func (h *Handler) Mount(api huma.API) {
	const root, tag = "/club/v1/dashboard", "dashboard"
	rest.Handle(api, rest.Operation{Name: "dashboard", Method: http.MethodGet, Path: root, Tag: tag,
		Summary: "The overview of the club, of what the caller may see"}, h.club)
	rest.Handle(api, rest.Operation{Name: "dashboard.workspace", Method: http.MethodGet, Path: root + "/workspace", Tag: tag,
		Summary: "The dashboard of a board member, a coordinator or a match secretary"}, h.workspace)
	rest.Handle(api, rest.Operation{Name: "dashboard.matches", Method: http.MethodGet, Path: root + "/matches", Tag: tag,
		Summary: "The matches of seven days: of the club for the match secretary, or of a team for its coordinator"}, h.matches)
	rest.Handle(api, rest.Operation{Name: "dashboard.layout", Method: http.MethodPost, Path: root + "/layout", Tag: tag,
		Summary: "Say which blocks of the dashboard stand where, and which are hidden"}, h.layout)
	rest.Handle(api, rest.Operation{Name: "reminders", Method: http.MethodGet, Path: "/club/v1/reminders", Tag: tag,
		Summary: "Birthdays that come, of the people whom the caller may see"}, h.reminders)
}

type clubOutput struct{ Body Dashboard }

func (h *Handler) club(ctx context.Context, _ *struct{}) (*clubOutput, error) {
	found, err := h.dashboards.Club(ctx, session.Viewer(ctx))
	if err != nil {
		return nil, err
	}
	return &clubOutput{h.overview(&found)}, nil
}

type workspaceOutput struct{ Body WorkspaceDashboard }

func (h *Handler) workspace(ctx context.Context, _ *struct{}) (*workspaceOutput, error) {
	found, err := h.dashboards.Workspace(ctx, session.Viewer(ctx))
	if err != nil {
		return nil, err
	}
	return &workspaceOutput{h.wire(&found)}, nil
}

type matchesInput struct {
	Team int64 `query:"team_id" minimum:"1" doc:"A team that the caller was given; without it the programme of the club."`
}

// Resolve implements huma.Resolver.
func (in *matchesInput) Resolve(ctx huma.Context) []error {
	address := ctx.URL()
	if values, given := address.Query()["team_id"]; given && (len(values) != 1 || values[0] == "") {
		return []error{&huma.ErrorDetail{Location: "query.team_id", Message: fault.NotAnID}}
	}
	return nil
}

type matchesOutput struct{ Body programmeBody }

func (h *Handler) matches(ctx context.Context, in *matchesInput) (*matchesOutput, error) {
	ask := h.dashboards.ClubMatches
	if in.Team != 0 {
		ask = func(ctx context.Context, viewer access.Viewer) (dashboards.Matches, error) {
			return h.dashboards.TeamMatches(ctx, viewer, in.Team)
		}
	}
	found, err := ask(ctx, session.Viewer(ctx))
	if err != nil {
		return nil, err
	}
	return &matchesOutput{h.programme(&found)}, nil
}

type layoutInput struct{ Body LayoutChoice }

// LayoutChoice is how the caller likes the dashboard.
type LayoutChoice struct {
	Order  []string `json:"order" doc:"Ids of available blocks, each once. Those that are missing come behind them."`
	Hidden []string `json:"hidden" doc:"Likewise: the blocks that are hidden. A block may stand in both."`
}

type layoutOutput struct{ Body LayoutAnswer }

// LayoutAnswer is the layout that holds from now on.
type LayoutAnswer struct {
	Layout DashboardLayout `json:"layout"`
}

func (h *Handler) layout(ctx context.Context, in *layoutInput) (*layoutOutput, error) {
	chosen, err := h.dashboards.Choose(ctx, session.Viewer(ctx), blocks(in.Body.Order), blocks(in.Body.Hidden))
	if err != nil {
		return nil, err
	}
	return &layoutOutput{LayoutAnswer{wireLayout(&chosen)}}, nil
}

func blocks(ids []string) []dashboard.Block {
	list := make([]dashboard.Block, len(ids))
	for i, id := range ids {
		list[i] = dashboard.Block(id)
	}
	return list
}

type remindersInput struct {
	Days int `query:"days_ahead" minimum:"1" maximum:"365" default:"30" doc:"How many days ahead."`
}

type remindersOutput struct{ Body []Reminder }

func (h *Handler) reminders(ctx context.Context, in *remindersInput) (*remindersOutput, error) {
	found, err := h.dashboards.Reminders(ctx, session.Viewer(ctx), in.Days)
	if err != nil {
		return nil, err
	}
	return &remindersOutput{each(found, h.reminder)}, nil
}
