// Package erasuresapi is the HTTP area of people who are erased: /club/v1/people/{id}/erasure and /club/v1/erasures.
package erasuresapi

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/erasure"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/usecase/erasures"
)

// Handler is the area. Mount adds its routes to the API.
type Handler struct {
	erasures *erasures.Service
	format   rest.Format
}

// New makes the area.
func New(service *erasures.Service, format rest.Format) *Handler { return &Handler{service, format} }

// Mount adds the area's routes.
func (h *Handler) Mount(api huma.API) {
	const of, all, tag = "/club/v1/people/{id}/erasure", "/club/v1/erasures", "people"
	rest.Handle(api, rest.Operation{Name: "erasures.rehearse", Method: http.MethodGet, Path: of, Tag: tag, Needs: access.Manage,
		Summary: "What would be destroyed if a person were erased, and what would stay, for administrators"}, h.rehearse)
	rest.Handle(api, rest.Operation{Name: "erasures.plan", Method: http.MethodPost, Path: of, Tag: tag, Needs: access.Manage,
		Status: http.StatusCreated, Confirm: true, Audit: true,
		Summary: "Take a person out of every list, to be destroyed after 30 days, for administrators"}, h.plan)
	rest.Handle(api, rest.Operation{Name: "erasures.list", Method: http.MethodGet, Path: all, Tag: tag, Needs: access.Manage,
		Summary: "Who is to be erased, and how often somebody was, the newest first, for administrators"}, h.list)
	rest.Handle(api, rest.Operation{Name: "erasures.withdraw", Method: http.MethodDelete, Path: all + "/{id}", Tag: tag,
		Needs: access.Manage, Audit: true,
		Summary: "Bring a person back who was to be erased, for administrators"}, h.withdraw)
}

// ErasurePart is one kind of what there is about a person.
type ErasurePart struct {
	Kind  string `json:"kind" doc:"A stable word: record, notes, invoices …"`
	Fate  string `json:"fate" enum:"goes,unnamed,stays" doc:"Destroyed, kept without the person, or kept with name and address."`
	Title string `json:"title" doc:"What it is, in Dutch."`
	Why   string `json:"why" doc:"What becomes of it, in Dutch."`
	Count int    `json:"count"`
}

func partsOf(parts []erasure.Part) []ErasurePart {
	list := make([]ErasurePart, len(parts))
	for i, p := range parts {
		list[i] = ErasurePart{string(p.Kind), string(p.Fate), p.Title, p.Why, p.Count}
	}
	return list
}

// ErasureRehearsal is what an erasure would do.
type ErasureRehearsal struct {
	Person  int64         `json:"person"`
	Name    string        `json:"name"`
	Due     string        `json:"due" doc:"YYYY-MM-DD HH:MM:SS in the club's zone: when it would be destroyed."`
	Parts   []ErasurePart `json:"parts" doc:"Of what there is."`
	Refused string        `json:"refused" doc:"Why the person may not be erased now, in Dutch; empty when that is possible."`
}

type personInput struct {
	ID int64 `path:"id" minimum:"1" doc:"The person's number."`
}

type rehearsalOutput struct{ Body ErasureRehearsal }

func (h *Handler) rehearse(ctx context.Context, in *personInput) (*rehearsalOutput, error) {
	found, err := h.erasures.Rehearse(ctx, session.Viewer(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	body := ErasureRehearsal{Person: found.Person, Name: found.Name, Due: h.stamp(found.Due), Parts: partsOf(found.Parts)}
	if found.Refused != nil {
		body.Refused = fault.As(found.Refused).Message
	}
	return &rehearsalOutput{body}, nil
}

// Erasure is that a person is to be erased, was, or was not after all.
type Erasure struct {
	ID     int64         `json:"id"`
	Person int64         `json:"person" doc:"The number; nobody has it any more once the person is destroyed."`
	Name   string        `json:"name" doc:"Empty once the person is destroyed."`
	State  string        `json:"state" enum:"planned,withdrawn,destroyed"`
	Cause  string        `json:"cause" enum:"asked,left" doc:"An administrator asked for it, or the rule about who left did."`
	Asked  string        `json:"asked" doc:"YYYY-MM-DD HH:MM:SS in the club's zone."`
	By     string        `json:"by" doc:"Who asked; empty for the rule, and for who is gone."`
	Due    string        `json:"due" doc:"When it is destroyed."`
	Ended  string        `json:"ended" doc:"When it was destroyed or taken back; empty while it is planned."`
	Open   []string      `json:"open" doc:"Numbers of invoices that it waits for although it is due, as of the last daily run."`
	Parts  []ErasurePart `json:"parts" doc:"What there was, once it is destroyed."`
}

func (h *Handler) wire(e *erasure.Erasure, names map[int64]string) Erasure {
	return Erasure{
		ID: e.ID, Person: e.Person, Name: e.Name, State: string(e.State), Cause: string(e.Cause), Asked: h.stamp(e.Asked),
		By: names[e.By], Due: h.stamp(e.Due), Ended: h.stamp(e.Ended),
		Open: append([]string{}, e.Open...), Parts: partsOf(erasure.Plan(e.Counts)),
	}
}

func (h *Handler) stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.In(h.format.Zone).Format(civil.StampLayout)
}

type erasureOutput struct{ Body Erasure }

func (h *Handler) plan(ctx context.Context, in *personInput) (*erasureOutput, error) {
	rest.EventOf(ctx).Record = in.ID
	planned, err := h.erasures.Plan(ctx, session.Viewer(ctx), in.ID)
	return h.one(ctx, &planned, err)
}

func (h *Handler) one(ctx context.Context, e *erasure.Erasure, err error) (*erasureOutput, error) {
	if err != nil {
		return nil, err
	}
	names, err := h.erasures.Names(ctx, []erasure.Erasure{*e})
	if err != nil {
		return nil, err
	}
	return &erasureOutput{h.wire(e, names)}, nil
}

type listInput struct {
	Page    int `query:"page" minimum:"1" default:"1" doc:"Page of the list; one beyond the end is empty."`
	PerPage int `query:"per_page" minimum:"1" maximum:"100" default:"20" doc:"Erasures a page."`
}

type listOutput struct {
	rest.Paged
	Body []Erasure
}

func (h *Handler) list(ctx context.Context, in *listInput) (*listOutput, error) {
	page, err := h.erasures.List(ctx, session.Viewer(ctx), rest.Offset(in.Page, in.PerPage), in.PerPage)
	if err != nil {
		return nil, err
	}
	names, err := h.erasures.Names(ctx, page.Records)
	if err != nil {
		return nil, err
	}
	output := &listOutput{
		Paged: rest.Paged{Total: page.Total, TotalPages: rest.Pages(page.Total, in.PerPage)}, Body: make([]Erasure, len(page.Records)),
	}
	for i := range page.Records {
		output.Body[i] = h.wire(&page.Records[i], names)
	}
	return output, nil
}

type erasureInput struct {
	ID int64 `path:"id" minimum:"1" doc:"The number of the erasure."`
}

func (h *Handler) withdraw(ctx context.Context, in *erasureInput) (*erasureOutput, error) {
	ended, err := h.erasures.Withdraw(ctx, session.Viewer(ctx), in.ID)
	return h.one(ctx, &ended, err)
}
