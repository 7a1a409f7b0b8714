// Package peopleapi is the HTTP area of people: the raw collection /cms/v2/people (contract §4.1) and the people list
// /club/v1/people/filtered (§4.3) with the views that users keep of it.
package peopleapi

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/usecase/messages"
	"github.com/clubhuis/clubhuis/core/usecase/people"
	"github.com/clubhuis/clubhuis/core/usecase/savedviews"
)

// Handler is the area. Mount adds its routes to the API.
type Handler struct {
	people   *people.Service
	views    *savedviews.Service
	messages *messages.Service
	format   rest.Format
}

// New makes the area.
func New(
	service *people.Service, views *savedviews.Service, letters *messages.Service, format rest.Format,
) *Handler {
	return &Handler{people: service, views: views, messages: letters, format: format}
}

const collection = "/cms/v2/people"

// patience is how long an export, or a change of many people, may take.
const patience = 2 * time.Minute

// Mount adds the area's routes.
func (h *Handler) Mount(api huma.API) {
	const one, tag = collection + "/{id}", "people"
	rest.Handle(api, rest.Operation{Name: "people.list", Method: http.MethodGet, Path: collection, Tag: tag,
		Summary: "List people, former members included"}, h.list)
	rest.Handle(api, rest.Operation{Name: "people.create", Method: http.MethodPost, Path: collection, Tag: tag,
		Summary: "Register a person", Status: http.StatusCreated, OwnBody: true}, h.create)
	rest.Handle(api, rest.Operation{Name: "people.show", Method: http.MethodGet, Path: one, Tag: tag,
		Summary: "Show a person"}, h.show)
	rest.Handle(api, rest.Operation{Name: "people.household", Method: http.MethodGet,
		Path: "/club/v1/people/{id}/household", Tag: tag,
		Summary: "Who lives at the address of a person or is a relation, of those whom the caller may see"}, h.household)
	for _, update := range []struct{ name, method string }{
		{"people.update", http.MethodPut}, {"people.patch", http.MethodPatch}, {"people.post", http.MethodPost},
	} {
		rest.Handle(api, rest.Operation{Name: update.name, Method: update.method, Path: one, Tag: tag,
			Summary: "Change the given fields of a person", OwnBody: true, Guard: h.guard(access.Change)}, h.update)
	}
	rest.Handle(api, rest.Operation{Name: "people.delete", Method: http.MethodDelete, Path: one, Tag: tag,
		Summary: "Remove a person", Guard: h.guard(access.Delete)}, h.remove)
	const club = "/club/v1/people"
	rest.Handle(api, rest.Operation{Name: "people.filtered", Method: http.MethodGet, Path: club + "/filtered", Tag: tag,
		Summary: "The people list: without former members, filtered, sorted and paged"}, h.filtered)
	rest.Handle(api, rest.Operation{Name: "people.options", Method: http.MethodGet, Path: club + "/filter-options", Tag: tag,
		Summary: "What the people list can be narrowed to, with counts"}, h.options)
	rest.Handle(api, rest.Operation{Name: "people.export", Method: http.MethodGet, Path: club + "/export", Tag: tag,
		Summary: "The people list as a file for a spreadsheet program", Types: []string{"text/csv", typeWorkbook},
		Patience: patience, Audit: true}, h.export)
	rest.Handle(api, rest.Operation{Name: "people.find-by-email", Method: http.MethodGet, Path: club + "/find-by-email", Tag: tag,
		Summary: "Who has an e-mail address"}, h.findByEmail)
	rest.Handle(api, rest.Operation{Name: "people.adopt", Method: http.MethodPost, Path: club + "/{id}/adopt", Tag: tag,
		Summary: "Vouch for a person whom somebody else registered", Conditional: true, Audit: true}, h.adopt)
	rest.Handle(api, rest.Operation{Name: "people.block", Method: http.MethodPost, Path: club + "/{id}/financial-block", Tag: tag,
		Summary: "Set or lift a financial block, for who keeps the money", Audit: true}, h.block)
	rest.Handle(api, rest.Operation{Name: "people.restore", Method: http.MethodPost, Path: club + "/{id}/restore", Tag: tag,
		Summary: "Bring a person back from the trash, with the relations of others", Audit: true}, h.restore)
	rest.Handle(api, rest.Operation{Name: "people.bulk-endings", Method: http.MethodPost, Path: club + "/bulk-endings", Tag: tag,
		Summary: "What a bulk-update with the same body would end", Patience: patience, Audit: true}, h.bulkEndings)
	rest.Handle(api, rest.Operation{Name: "people.bulk-update", Method: http.MethodPost, Path: club + "/bulk-update", Tag: tag,
		Summary: "Change many people at once", Patience: patience, Audit: true}, h.bulkUpdate)
	rest.Handle(api, rest.Operation{Name: "people.addresses", Method: http.MethodPost, Path: club + "/addresses", Tag: tag,
		Summary:  "How to reach people: their own addresses, and those of the parents of children",
		Patience: patience, Audit: true}, h.addresses)
	h.mountMessages(api)
	h.mountViews(api)
}

type listInput struct {
	rest.Collection
}

type listOutput struct {
	rest.Paged
	Body rest.Answers[rest.Chosen[answer]]
}

// orders are the sort keys of the raw collection, by orderby.
var orders = map[string]string{"date": person.KeyCreated, "title": person.KeyTitle, "modified": person.KeyModified}

func (h *Handler) list(ctx context.Context, in *listInput) (*listOutput, error) {
	filter := record.Filter{Include: in.Include, Exclude: in.Exclude, Slugs: in.Slug}.With(person.Named(fold.Words(in.Search))...)
	tests, err := in.Tests(person.KeyModified, h.format.Zone)
	if err != nil {
		return nil, err
	}
	list := h.people.Collection
	if in.Whole("acf") {
		list = h.people.OpenSome
	}
	page, err := list(ctx, session.Viewer(ctx), filter.With(tests...), record.Window{
		Order:  listing.Order{By: []listing.Sort{{By: orders[in.OrderBy], Desc: in.Desc()}}},
		Offset: in.Offset(), Limit: in.PerPage,
	})
	if err != nil {
		return nil, err
	}
	paged, err := in.Paged(page.Total)
	if err != nil {
		return nil, err
	}
	output := &listOutput{Paged: paged, Body: make(rest.Answers[rest.Chosen[answer]], len(page.Records))}
	for i := range page.Records {
		output.Body[i] = h.answer(&page.Records[i], &in.Selection)
	}
	return output, nil
}

func (h *Handler) answer(record *person.Record, selection *rest.Selection) rest.Chosen[answer] {
	return rest.Chosen[answer]{Record: answer{record, &h.format, selection.Embedded}, Selection: selection}
}

type oneInput struct {
	ID int64 `path:"id" doc:"The person's number."`
	rest.Selection
}

type oneOutput struct {
	ETag string `header:"ETag" doc:"The person's revision, for If-Match."`
	Body rest.Chosen[answer]
}

func (h *Handler) one(record *person.Record, selection *rest.Selection) *oneOutput {
	return &oneOutput{rest.ETag(record.Revision), h.answer(record, selection)}
}

// guard refuses what may not be done with a person, or is meant for another revision.
func (h *Handler) guard(deed access.Verb) rest.Guard {
	return func(ctx context.Context, id int64) error {
		return h.people.Expect(ctx, session.Viewer(ctx), deed, id, rest.Expected(ctx))
	}
}

func (h *Handler) show(ctx context.Context, in *oneInput) (*oneOutput, error) {
	record, err := h.people.Open(ctx, session.Viewer(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return h.one(&record, &in.Selection), nil
}

type createInput struct {
	rest.Selection
	Body change
}

type createOutput struct {
	Location string `header:"Location" doc:"Where the person is."`
	ETag     string `header:"ETag" doc:"The person's revision, for If-Match."`
	Body     rest.Chosen[answer]
}

func (h *Handler) create(ctx context.Context, in *createInput) (*createOutput, error) {
	edit, err := in.Body.edit()
	if err != nil {
		return nil, err
	}
	record, err := h.people.Register(ctx, session.Viewer(ctx), edit.Apply)
	if err != nil {
		return nil, err
	}
	return &createOutput{
		Location: h.format.RootURL + collection + "/" + strconv.FormatInt(record.ID, 10), ETag: rest.ETag(record.Revision),
		Body: h.answer(&record, &in.Selection),
	}, nil
}

type updateInput struct {
	ID int64 `path:"id" doc:"The person's number."`
	rest.Selection
	Body change
}

func (h *Handler) update(ctx context.Context, in *updateInput) (*oneOutput, error) {
	edit, err := in.Body.edit()
	if err != nil {
		return nil, err
	}
	record, err := h.people.Change(ctx, session.Viewer(ctx), in.ID, rest.Expected(ctx), edit.Apply)
	if err != nil {
		return nil, err
	}
	return h.one(&record, &in.Selection), nil
}

func (h *Handler) adopt(ctx context.Context, in *oneInput) (*oneOutput, error) {
	record, err := h.people.Adopt(ctx, session.Viewer(ctx), in.ID, rest.Expected(ctx))
	if err != nil {
		return nil, err
	}
	return h.one(&record, &in.Selection), nil
}

type removeInput struct {
	ID    int64 `path:"id" doc:"The person's number."`
	Force bool  `query:"force" doc:"Accepted; the answer is the same with and without."`
}

type removeOutput struct {
	rest.Undoable
	Body rest.Deleted[answer]
}

func (h *Handler) remove(ctx context.Context, in *removeInput) (*removeOutput, error) {
	previous, undo, err := h.people.Remove(ctx, session.Viewer(ctx), in.ID, rest.Expected(ctx))
	if err != nil {
		return nil, err
	}
	body := rest.Deleted[answer]{Previous: answer{record: &previous, format: &h.format}}
	return &removeOutput{rest.Undoable{Undo: undo}, body}, nil
}

func (h *Handler) restore(ctx context.Context, in *oneInput) (*oneOutput, error) {
	record, err := h.people.Restore(ctx, session.Viewer(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return h.one(&record, &in.Selection), nil
}
