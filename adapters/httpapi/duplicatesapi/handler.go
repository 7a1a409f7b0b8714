// Package duplicatesapi is the HTTP area of people who are probably one: /club/v1/duplicates.
package duplicatesapi

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/usecase/duplicates"
)

// Handler is the area. Mount adds its routes to the API.
type Handler struct{ duplicates *duplicates.Service }

// New makes the area.
func New(service *duplicates.Service) *Handler { return &Handler{service} }

// Mount adds the area's routes.
func (h *Handler) Mount(api huma.API) {
	const collection, tag = "/club/v1/duplicates", "people"
	rest.Handle(api, rest.Operation{Name: "duplicates.list", Method: http.MethodGet, Path: collection, Tag: tag,
		Summary: "Pairs of people who are probably one, as far as the user may change and delete both"}, h.list)
	rest.Handle(api, rest.Operation{Name: "duplicates.compare", Method: http.MethodGet, Path: collection + "/{winner}/{loser}",
		Tag:     tag,
		Summary: "In what two people differ who are to become one"}, h.compare)
	rest.Handle(api, rest.Operation{Name: "duplicates.merge", Method: http.MethodPost, Path: collection + "/{winner}/{loser}",
		Tag:     tag,
		Audit:   true,
		Summary: "Make one person of two: all that is kept about the loser is about the winner, and the loser goes to the trash"},
		h.merge)
	rest.Handle(api, rest.Operation{Name: "duplicates.dismiss", Method: http.MethodDelete, Path: collection + "/{winner}/{loser}",
		Tag:     tag,
		Summary: "Say that two people are not one: they come in the list no more"}, h.dismiss)
	rest.Handle(api, rest.Operation{Name: "people.merged", Method: http.MethodGet, Path: "/club/v1/people/{id}/merged-into",
		Tag:     tag,
		Summary: "Who somebody became who is not there any more"}, h.leadsTo)
}

// Duplicate is a pair of people who are probably one.
type Duplicate struct {
	People  []DuplicatePerson `json:"people" doc:"Two, the lower number first."`
	Reasons []string          `json:"reasons" doc:"Why: code, email, phone, birthdate, address, name or similar_name."`
}

// DuplicatePerson is one of a pair.
type DuplicatePerson struct {
	ID     int64  `json:"id"`
	Name   string `json:"name"`
	Former bool   `json:"former_member"`
}

type listInput struct {
	Page    int `query:"page" minimum:"1" default:"1" doc:"Page of the list; one beyond the end is empty."`
	PerPage int `query:"per_page" minimum:"1" maximum:"100" default:"50" doc:"Pairs a page."`
}

type listOutput struct {
	rest.Paged
	Body []Duplicate
}

func (h *Handler) list(ctx context.Context, in *listInput) (*listOutput, error) {
	page, err := h.duplicates.List(ctx, session.Viewer(ctx), rest.Offset(in.Page, in.PerPage), in.PerPage)
	if err != nil {
		return nil, err
	}
	output := &listOutput{
		Paged: rest.Paged{Total: page.Total, TotalPages: rest.Pages(page.Total, in.PerPage)}, Body: make([]Duplicate,
			len(page.Records)),
	}
	for i, one := range page.Records {
		for _, p := range one.People {
			output.Body[i].People = append(output.Body[i].People, DuplicatePerson{p.ID, p.Name.Full(), p.Former})
		}
		for _, reason := range one.Reasons {
			output.Body[i].Reasons = append(output.Body[i].Reasons, string(reason))
		}
	}
	return output, nil
}

type pairInput struct {
	Winner int64 `path:"winner" minimum:"1" doc:"The number of who stays."`
	Loser  int64 `path:"loser" minimum:"1" doc:"The number of who goes."`
}

// DuplicateField is a field in which two people differ.
type DuplicateField struct {
	Field  string          `json:"field" doc:"Of acf."`
	Winner json.RawMessage `json:"winner" doc:"What who stays has, null for nothing."`
	Loser  json.RawMessage `json:"loser" doc:"What who goes has, null for nothing."`
}

type compareOutput struct {
	Body struct {
		Winner string           `json:"winner" doc:"The name of who stays."`
		Loser  string           `json:"loser" doc:"The name of who goes."`
		Fields []DuplicateField `json:"fields"`
	}
}

func (h *Handler) compare(ctx context.Context, in *pairInput) (*compareOutput, error) {
	compared, err := h.duplicates.Compare(ctx, session.Viewer(ctx), in.Winner, in.Loser)
	if err != nil {
		return nil, err
	}
	output := new(compareOutput)
	output.Body.Winner, output.Body.Loser = compared.Winner.Name.Full(), compared.Loser.Name.Full()
	output.Body.Fields = []DuplicateField{}
	for _, d := range compared.Differences {
		output.Body.Fields = append(output.Body.Fields, DuplicateField{d.Field, orNull(d.Keeps), orNull(d.Takes)})
	}
	return output, nil
}

func orNull(value json.RawMessage) json.RawMessage {
	if value == nil {
		return json.RawMessage("null")
	}
	return value
}

type mergeInput struct {
	Winner int64 `path:"winner" minimum:"1" doc:"The number of who stays."`
	Loser  int64 `path:"loser" minimum:"1" doc:"The number of who goes."`
	Body   struct {
		Take []string `json:"take,omitempty" maxItems:"200" doc:"The fields of acf that who stays gets of who goes."`
	}
}

// Merged is who somebody became.
type Merged struct {
	ID int64 `json:"id"`
}

type mergedOutput struct{ Body Merged }

func (h *Handler) merge(ctx context.Context, in *mergeInput) (*mergedOutput, error) {
	rest.EventOf(ctx).Record = in.Winner
	merged, err := h.duplicates.Merge(ctx, session.Viewer(ctx), in.Winner, in.Loser, in.Body.Take)
	return into(merged.ID, err)
}

func into(id person.ID, err error) (*mergedOutput, error) {
	if err != nil {
		return nil, err
	}
	return &mergedOutput{Merged{id}}, nil
}

type dismissedOutput struct {
	Body struct {
		Dismissed bool `json:"dismissed"`
	}
}

func (h *Handler) dismiss(ctx context.Context, in *pairInput) (*dismissedOutput, error) {
	if err := h.duplicates.Dismiss(ctx, session.Viewer(ctx), in.Winner, in.Loser); err != nil {
		return nil, err
	}
	output := new(dismissedOutput)
	output.Body.Dismissed = true
	return output, nil
}

type oneInput struct {
	ID int64 `path:"id" minimum:"1" doc:"The person's number."`
}

func (h *Handler) leadsTo(ctx context.Context, in *oneInput) (*mergedOutput, error) {
	return into(h.duplicates.LeadsTo(ctx, session.Viewer(ctx), in.ID))
}
