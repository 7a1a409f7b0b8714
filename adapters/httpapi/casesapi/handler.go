// Package casesapi is the HTTP area of discipline: /cms/v2/discipline-cases, and the seasons at /cms/v2/seizoen and
// /club/v1/current-season.
package casesapi

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/discipline"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/season"
	"github.com/clubhuis/clubhuis/core/sheet"
	"github.com/clubhuis/clubhuis/core/usecase/cases"
)

// Handler is the area. Mount adds its routes to the API.
type Handler struct {
	cases  *cases.Service
	format rest.Format
}

// New makes the area.
func New(service *cases.Service, format rest.Format) *Handler { return &Handler{service, format} }

const (
	collection = "/cms/v2/discipline-cases"
	tag        = "discipline-cases"
)

// Mount adds the area's routes.
func (h *Handler) Mount(api huma.API) {
	const one = collection + "/{id}"
	guard := func(ctx context.Context, id int64) error {
		return h.cases.Expect(ctx, session.Viewer(ctx), id, rest.Expected(ctx))
	}
	rest.Handle(api, rest.Operation{Name: "discipline-cases.list", Method: http.MethodGet, Path: collection, Tag: tag,
		Summary: "List cases of discipline, for who holds fairplay"}, h.list)
	rest.Handle(api, rest.Operation{Name: "discipline-cases.create", Method: http.MethodPost, Path: collection, Tag: tag,
		Summary: "File a case, for administrators and the synchronization", Status: http.StatusCreated, OwnBody: true}, h.create)
	rest.Handle(api, rest.Operation{Name: "discipline-cases.show", Method: http.MethodGet, Path: one, Tag: tag,
		Summary: "Show a case"}, h.show)
	for _, way := range []struct{ name, method string }{
		{"update", http.MethodPut}, {"patch", http.MethodPatch}, {"post", http.MethodPost},
	} {
		rest.Handle(api, rest.Operation{Name: "discipline-cases." + way.name, Method: way.method, Path: one, Tag: tag,
			Summary: "Change the given fields of a case", OwnBody: true, Guard: guard}, h.change)
	}
	rest.Handle(api, rest.Operation{Name: "discipline-cases.delete", Method: http.MethodDelete, Path: one, Tag: tag,
		Summary: "Remove a case", Guard: guard}, h.remove)
	rest.Handle(api, rest.Operation{Name: "discipline-cases.export", Method: http.MethodGet, Path: "/club/v1/discipline-cases/export",
		Tag: tag, Patience: time.Minute, Audit: true, Types: []string{"text/csv", typeWorkbook}, Summary: "Cases as a file"}, h.export)
	h.mountSeasons(api)
}

// Filters say which cases are asked for beside the common parameters.
type Filters struct {
	Person int64   `query:"person" minimum:"0" doc:"Only cases of this person."`
	Season []int64 `query:"seizoen" doc:"Only cases of these seasons, by their numbers; 1,2 or repeated."`
}

func (f *Filters) seasons() (list []season.Season) {
	if f.Season != nil {
		list = []season.Season{}
	}
	for _, id := range f.Season {
		list = append(list, season.Season(id))
	}
	return list
}

type caseListInput struct {
	rest.Collection
	Filters
}

// Resolve implements huma.Resolver.
func (in *caseListInput) Resolve(ctx huma.Context) []error {
	errs := in.Collection.Resolve(ctx)
	var wrong []error
	in.Season, wrong = rest.IDs(ctx, "seizoen")
	return append(errs, wrong...)
}

type caseListOutput struct {
	rest.Paged
	Fees string `header:"X-Total-Fees" doc:"What all of them cost, in euros."`
	Body rest.Answers[rest.Chosen[answer]]
}

func (h *Handler) list(ctx context.Context, in *caseListInput) (*caseListOutput, error) {
	q := discipline.Query{
		Person: in.Person, Seasons: in.seasons(), Words: fold.Words(in.Search), Include: in.Include, Exclude: in.Exclude, Slugs: in.Slug,
		Authors: in.Author, Order: discipline.Order(in.OrderBy), Desc: in.Desc(), Offset: in.Offset(), Limit: in.PerPage,
	}
	if in.Workspace != nil { // no case is in a workspace
		q.Include = []int64{}
	}
	if in.ModifiedAfter != "" {
		var known bool
		if q.Modified, known = civil.ParseInstant(in.ModifiedAfter, h.format.Zone); !known {
			return nil, fault.Param("modified_after", fault.NotATime)
		}
	}
	list, err := h.cases.List(ctx, session.Viewer(ctx), q)
	if err != nil {
		return nil, err
	}
	paged, err := in.Paged(list.Total)
	if err != nil {
		return nil, err
	}
	output := &caseListOutput{Paged: paged, Fees: list.Fees.String(), Body: make(rest.Answers[rest.Chosen[answer]], len(list.Shown))}
	for i := range list.Shown {
		output.Body[i] = h.chosen(list.Shown[i], &in.Selection)
	}
	return output, nil
}

func (h *Handler) chosen(shown cases.Shown, selection *rest.Selection) rest.Chosen[answer] {
	return rest.Chosen[answer]{Record: answer{shown, &h.format}, Selection: selection}
}

type caseInput struct {
	ID int64 `path:"id" doc:"The case's number."`
	rest.Selection
}

type caseOutput struct {
	ETag string `header:"ETag" doc:"The case's revision, for If-Match."`
	Body rest.Chosen[answer]
}

func (h *Handler) one(shown cases.Shown, err error, selection *rest.Selection) (*caseOutput, error) {
	if err != nil {
		return nil, err
	}
	return &caseOutput{rest.ETag(shown.Revision), h.chosen(shown, selection)}, nil
}

func (h *Handler) show(ctx context.Context, in *caseInput) (*caseOutput, error) {
	shown, err := h.cases.Show(ctx, session.Viewer(ctx), in.ID)
	return h.one(shown, err, &in.Selection)
}

type caseCreateInput struct {
	rest.Selection
	Body change
}

type caseCreateOutput struct {
	Location string `header:"Location" doc:"Where the record is."`
	ETag     string `header:"ETag" doc:"The case's revision, for If-Match."`
	Body     rest.Chosen[answer]
}

func (h *Handler) create(ctx context.Context, in *caseCreateInput) (*caseCreateOutput, error) {
	edit, err := in.Body.edit()
	if err != nil {
		return nil, err
	}
	shown, err := h.cases.Create(ctx, session.Viewer(ctx), edit)
	if err != nil {
		return nil, err
	}
	location := h.format.RootURL + collection + "/" + strconv.FormatInt(shown.ID, 10)
	return &caseCreateOutput{location, rest.ETag(shown.Revision), h.chosen(shown, &in.Selection)}, nil
}

type caseChangeInput struct {
	ID int64 `path:"id" doc:"The case's number."`
	rest.Selection
	Body change
}

func (h *Handler) change(ctx context.Context, in *caseChangeInput) (*caseOutput, error) {
	edit, err := in.Body.edit()
	if err != nil {
		return nil, err
	}
	shown, err := h.cases.Change(ctx, session.Viewer(ctx), in.ID, rest.Expected(ctx), edit)
	return h.one(shown, err, &in.Selection)
}

type caseRemoveInput struct {
	ID    int64 `path:"id" doc:"The case's number."`
	Force bool  `query:"force" doc:"Accepted; the answer is the same with and without."`
}

type caseRemoveOutput struct{ Body rest.Deleted[answer] }

func (h *Handler) remove(ctx context.Context, in *caseRemoveInput) (*caseRemoveOutput, error) {
	previous, err := h.cases.Remove(ctx, session.Viewer(ctx), in.ID, rest.Expected(ctx))
	if err != nil {
		return nil, err
	}
	return &caseRemoveOutput{rest.Deleted[answer]{Previous: answer{previous, &h.format}}}, nil
}

// change is what clients send to file or change a case.
type change struct{ rest.Change }

// edit is the change as the use case takes it.
func (c *change) edit() (cases.Edit, error) {
	title, seasons := c.Text("title"), c.IDs("seizoen")
	if err := c.Check(); err != nil {
		return nil, err
	}
	fields := maps.Clone(c.ACF)
	if raw, sent := fields[discipline.KeyCharged]; sent {
		var word string
		_ = json.Unmarshal(raw, &word) // the table of fields refuses what is no text
		if ours, spoken := discipline.Spoken[word]; spoken {
			fields[discipline.KeyCharged], _ = json.Marshal(ours) // a text
		}
	}
	return func(one *discipline.Case, problems *fault.Problems) {
		if title != nil {
			one.Title = *title
		}
		discipline.Fields.Decode(one, fields, "acf", problems)
		switch {
		case seasons == nil:
		case len(*seasons) == 0:
			one.Season = 0
		case len(*seasons) > 1 || !known((*seasons)[0]):
			problems.Add("seizoen", season.ErrNotASeason.Message)
		default:
			one.Season = season.Season((*seasons)[0])
		}
	}, nil
}

func known(id int64) bool { return id >= int64(season.Earliest) && id <= int64(season.Latest) }

const typeWorkbook = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

type caseExportInput struct {
	Format string `query:"format" enum:"xlsx,csv" default:"xlsx"`
	Search string `query:"search" maxLength:"200"`
	Filters
}

// Resolve implements huma.Resolver.
func (in *caseExportInput) Resolve(ctx huma.Context) (errs []error) {
	in.Season, errs = rest.IDs(ctx, "seizoen")
	return errs
}

type caseExportOutput struct {
	Type string `header:"Content-Type" hidden:"true"`
	Name string `header:"Content-Disposition" doc:"attachment, with the file's name."`
	Body []byte
}

func (h *Handler) export(ctx context.Context, in *caseExportInput) (output *caseExportOutput, err error) {
	viewer := session.Viewer(ctx)
	q := discipline.Query{
		Person: in.Person, Seasons: in.seasons(), Words: fold.Words(in.Search), Order: discipline.ByMatch, Desc: true,
	}
	output = &caseExportOutput{Type: typeWorkbook, Name: `attachment; filename="tuchtzaken.` + in.Format + `"`}
	if in.Format == "xlsx" {
		output.Body, err = h.cases.Workbook(ctx, viewer, q)
		return output, err
	}
	table, err := h.cases.Table(ctx, viewer, q)
	output.Type, output.Body = "text/csv; charset=utf-8", sheet.CSV(table)
	return output, err
}
