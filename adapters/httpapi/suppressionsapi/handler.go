// Package suppressionsapi is the HTTP area of addresses that mail does not reach: what the provider that delivers mail tells of
// them (contract §6), and the list of them, for administrators.
package suppressionsapi

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/suppression"
	"github.com/clubhuis/clubhuis/core/usecase/suppressions"
)

// Handler is the area. Mount adds its routes to the API.
type Handler struct{ suppressions *suppressions.Service }

// New makes the area.
func New(service *suppressions.Service) *Handler { return &Handler{service} }

// Mount adds the area's routes.
func (h *Handler) Mount(api huma.API) {
	const tag, collection = "mails", "/club/v1/suppressions"
	rest.Handle(api, rest.Operation{Name: "suppressions.list", Method: http.MethodGet, Path: collection, Tag: tag,
		Needs: access.Manage, Summary: "Addresses that mail does not reach, the last told first, for administrators"}, h.list)
	rest.Handle(api, rest.Operation{Name: "suppressions.delete", Method: http.MethodDelete, Path: collection + "/{id}", Tag: tag,
		Needs: access.Manage, Summary: "Let mail go to an address again, for administrators", Audit: true}, h.remove)
	h.mountWebhook(api)
}

// Suppression is an address that mail does not reach.
type Suppression struct {
	ID      int64  `json:"id"`
	Email   string `json:"email" doc:"In lower case."`
	Kind    string `json:"kind" enum:"hard_bounce,soft_bounce,spam_complaint" doc:"What blocked it, else what was told last."`
	Blocked bool   `json:"blocked" doc:"Nothing is sent to it: after a hard bounce, a complaint, or the third soft bounce within 30 days."`
	First   string `json:"first" doc:"When the provider first told of it: YYYY-MM-DD HH:MM:SS in UTC."`
	Last    string `json:"last" doc:"And when last, likewise."`
}

func wire(s *suppression.Suppression) Suppression {
	stamp := func(t time.Time) string { return t.UTC().Format(civil.StampLayout) }
	return Suppression{
		ID: s.ID, Email: s.Address, Kind: string(s.Kind), Blocked: s.Blocked, First: stamp(s.First), Last: stamp(s.Last),
	}
}

type listInput struct {
	Page    int  `query:"page" minimum:"1" default:"1" doc:"Page of the list; one beyond the end is empty."`
	PerPage int  `query:"per_page" minimum:"1" maximum:"100" default:"50" doc:"Addresses a page."`
	Blocked bool `query:"blocked" doc:"Only addresses to which nothing is sent."`
}

type listOutput struct {
	rest.Paged
	Body []Suppression
}

func (h *Handler) list(ctx context.Context, in *listInput) (*listOutput, error) {
	page, err := h.suppressions.List(ctx, session.Viewer(ctx), suppression.Query{
		Blocked: in.Blocked, Offset: rest.Offset(in.Page, in.PerPage), Limit: in.PerPage,
	})
	if err != nil {
		return nil, err
	}
	output := &listOutput{
		Paged: rest.Paged{Total: page.Total, TotalPages: rest.Pages(page.Total, in.PerPage)},
		Body:  make([]Suppression, len(page.Records)),
	}
	for i := range page.Records {
		output.Body[i] = wire(&page.Records[i])
	}
	return output, nil
}

type removeInput struct {
	ID int64 `path:"id" minimum:"1"`
}

type liftedOutput struct {
	Body struct {
		Deleted  bool        `json:"deleted"`
		Previous Suppression `json:"previous"`
	}
}

func (h *Handler) remove(ctx context.Context, in *removeInput) (*liftedOutput, error) {
	rest.EventOf(ctx).Record = in.ID
	lifted, err := h.suppressions.Lift(ctx, session.Viewer(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	output := new(liftedOutput)
	output.Body.Deleted, output.Body.Previous = true, wire(&lifted)
	return output, nil
}
