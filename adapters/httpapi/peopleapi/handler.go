// Package peopleapi is the HTTP area of people: the raw collection /cms/v2/people (contract §4.1) and the people list
// /club/v1/people/filtered (§4.3).
package peopleapi

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/usecase/people"
)

// Handler is the area. Mount adds its routes to the API.
type Handler struct {
	people *people.Service
	format format
}

// New makes the area; baseURL is where members reach the page, apiURL is the REST root.
func New(service *people.Service, baseURL, apiURL string) *Handler {
	return &Handler{people: service, format: format{zone: service.Zone, baseURL: baseURL, apiURL: apiURL}}
}

// Mount adds the area's routes.
func (h *Handler) Mount(api huma.API) {
	const collection, one, tag = "/cms/v2/people", "/cms/v2/people/{id}", "people"
	rest.Handle(api, rest.Operation{Name: "people.list", Method: http.MethodGet, Path: collection, Tag: tag,
		Summary: "List people, former members included"}, h.list)
	rest.Handle(api, rest.Operation{Name: "people.create", Method: http.MethodPost, Path: collection, Tag: tag,
		Summary: "Register a person", Status: http.StatusCreated, OwnBody: true}, h.create)
	rest.Handle(api, rest.Operation{Name: "people.show", Method: http.MethodGet, Path: one, Tag: tag,
		Summary: "Show a person"}, h.show)
	for _, update := range []struct{ name, method string }{
		{"people.update", http.MethodPut}, {"people.patch", http.MethodPatch}, {"people.post", http.MethodPost},
	} {
		rest.Handle(api, rest.Operation{Name: update.name, Method: update.method, Path: one, Tag: tag,
			Summary: "Change the given fields of a person", OwnBody: true}, h.update)
	}
	rest.Handle(api, rest.Operation{Name: "people.delete", Method: http.MethodDelete, Path: one, Tag: tag,
		Summary: "Remove a person"}, h.remove)
	rest.Handle(api, rest.Operation{Name: "people.filtered", Method: http.MethodGet, Path: "/club/v1/people/filtered", Tag: tag,
		Summary: "The people list: without former members, sorted and paged"}, h.filtered)
}

type listInput struct {
	rest.List
}

type listOutput struct {
	rest.Paged
	Body list
}

// orders are the sort columns of the raw collection, by orderby.
var orders = map[string]person.Column{"date": person.ByCreated, "title": person.ByTitle, "modified": person.ByModified}

func (h *Handler) list(ctx context.Context, in *listInput) (*listOutput, error) {
	filter := person.Filter{Include: in.Include, Exclude: in.Exclude, Slugs: in.Slug, Words: fold.Words(in.Search)}
	if in.ModifiedAfter != "" {
		after, ok := civil.ParseInstant(in.ModifiedAfter, h.format.zone)
		if !ok {
			var problems fault.Problems
			problems.Add("modified_after", fault.NotATime)
			return nil, problems.Fault()
		}
		filter.ModifiedAfter = after
	}
	page, err := h.people.List(ctx, session.Viewer(ctx), person.Query{
		Filter: filter, Order: person.Order{{By: orders[in.OrderBy], Desc: in.Desc()}}, Offset: in.Offset(), Limit: in.PerPage,
	})
	if err != nil {
		return nil, err
	}
	paged, err := in.Paged(page.Total)
	if err != nil {
		return nil, err
	}
	views := make(list, len(page.Records))
	for i, record := range page.Records {
		views[i] = view{record, &h.format, &in.Fields}
	}
	return &listOutput{Paged: paged, Body: views}, nil
}

type oneInput struct {
	ID int64 `path:"id" doc:"The person's number."`
	rest.Fields
}

type oneOutput struct {
	Body view
}

func (h *Handler) one(record person.Record, choice *rest.Fields, err error) (*oneOutput, error) {
	if err != nil {
		return nil, err
	}
	return &oneOutput{Body: view{record, &h.format, choice}}, nil
}

func (h *Handler) show(ctx context.Context, in *oneInput) (*oneOutput, error) {
	record, err := h.people.Show(ctx, session.Viewer(ctx), in.ID)
	return h.one(record, &in.Fields, err)
}

type createInput struct {
	rest.Fields
	Body write
}

type createOutput struct {
	Location string `header:"Location" doc:"Where the person is."`
	Body     view
}

func (h *Handler) create(ctx context.Context, in *createInput) (*createOutput, error) {
	patch, err := in.Body.patch()
	if err != nil {
		return nil, err
	}
	record, err := h.people.Register(ctx, session.Viewer(ctx), patch)
	if err != nil {
		return nil, err
	}
	return &createOutput{Location: h.format.api(record.ID), Body: view{record, &h.format, &in.Fields}}, nil
}

type updateInput struct {
	ID int64 `path:"id" doc:"The person's number."`
	rest.Fields
	Body write
}

func (h *Handler) update(ctx context.Context, in *updateInput) (*oneOutput, error) {
	patch, err := in.Body.patch()
	if err != nil {
		return nil, err
	}
	record, err := h.people.Change(ctx, session.Viewer(ctx), in.ID, patch)
	return h.one(record, &in.Fields, err)
}

// patch checks the outer shape of what a client sent; person.Patch checks the rest.
func (w *write) patch() (person.Patch, error) {
	var patch person.Patch
	var problems fault.Problems
	for _, part := range []struct {
		name string
		raw  json.RawMessage
		into *map[string]json.RawMessage
	}{{"acf", w.Fields, &patch.Fields}, {"meta", w.Meta, &patch.Meta}} {
		if len(part.raw) == 0 || string(part.raw) == "[]" { // an empty object, as the predecessor's clients send one
			continue
		}
		if err := json.Unmarshal(part.raw, part.into); err != nil {
			problems.Add(part.name, fault.NotAnObject)
		}
	}
	var status string
	if len(w.Status) > 0 && (json.Unmarshal(w.Status, &status) != nil || status != "publish") {
		problems.Add("status", fault.NotAChoice)
	}
	return patch, problems.Fault()
}

type removeInput struct {
	ID int64 `path:"id" doc:"The person's number."`
	rest.Fields
	Force bool `query:"force" doc:"Accepted; the answer is the same with and without."`
}

type removeOutput struct {
	Body removed
}

func (h *Handler) remove(ctx context.Context, in *removeInput) (*removeOutput, error) {
	previous, err := h.people.Remove(ctx, session.Viewer(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return &removeOutput{Body: removed{view{previous, &h.format, &rest.Fields{}}}}, nil
}
