// Package importsapi is the HTTP area of people who come from a file: /club/v1/imports.
package importsapi

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/peoplefile"
	"github.com/clubhuis/clubhuis/core/usecase/imports"
)

// Handler is the area. Mount adds its routes to the API.
type Handler struct {
	imports *imports.Service
	format  rest.Format
}

// New makes the area.
func New(service *imports.Service, format rest.Format) *Handler { return &Handler{service, format} }

const collection = "/club/v1/imports"

// Mount adds the area's routes.
func (h *Handler) Mount(api huma.API) {
	const one = collection + "/{id}"
	operation := func(name, method, path, summary string) rest.Operation {
		return rest.Operation{
			Name: "imports." + name, Method: method, Path: path, Tag: "imports", Needs: access.Administration, Summary: summary,
			Audit: method != http.MethodGet,
		}
	}
	upload := operation("upload", http.MethodPost, collection, "Read a file of people. Nobody is changed by it")
	upload.Upload, upload.Status, upload.Patience = true, http.StatusCreated, time.Minute
	upload.UploadDoc = "A CSV file (UTF-8, UTF-16 or Windows-1252; semicolons, commas or tabs) or an Excel workbook (.xlsx): " +
		"at most 10 MB, 25,000 rows and 200 columns."
	rest.Handle(api, upload, h.upload)
	rest.Handle(api, operation("list", http.MethodGet, collection, "The files that were read, the newest first"), h.list)
	rest.Handle(api, operation("fields", http.MethodGet, "/club/v1/import-fields", "What a column of a file can be"), h.fields)
	rest.Handle(api, operation("show", http.MethodGet, one, "One file, and how far it is"), h.show)
	rest.Handle(api, operation("choose", http.MethodPatch, one, "Say which fields the columns of a draft are"), h.choose)
	rest.Handle(api, operation("discard", http.MethodDelete, one, "Throw a draft away"), h.discard)
	rows := operation("rows", http.MethodGet, one+"/rows",
		"The rows: of a draft what applying it would do, else what became of them")
	rows.Patience = time.Minute
	rest.Handle(api, rows, h.rows)
	rest.Handle(api, operation("apply", http.MethodPost, one+"/apply",
		"Begin the job that registers and changes people. There is one at a time"), h.apply)
	rest.Handle(api, operation("undo", http.MethodPost, one+"/undo",
		"Begin the job that takes it back, within 30 days, whoever was not changed since"), h.undo)
	rest.Handle(api, operation("rows.undo", http.MethodPost, one+"/rows/{row}/undo", "Take one row back"), h.undoRow)
}

// Import is a file of people.
type Import struct {
	ID        int64          `json:"id"`
	File      string         `json:"file" doc:"What the file was called."`
	UserName  string         `json:"user_name" doc:"Who uploaded it."`
	Made      string         `json:"created" doc:"In the club's zone."`
	State     string         `json:"state" enum:"draft,applying,applied,undoing,undone"`
	Columns   []ImportColumn `json:"columns"`
	Notices   []string       `json:"notices" doc:"Sentences about the file."`
	Total     int            `json:"total" doc:"Rows."`
	Processed int            `json:"processed" doc:"Rows that were applied, or taken back while it is being undone."`
	Counts    ImportCounts   `json:"counts" doc:"What became of the rows that were applied."`
	Undone    int            `json:"undone" doc:"Rows that were taken back."`
	Left      int            `json:"left" doc:"Rows that were left when it was taken back."`
	AppliedAt *string        `json:"applied" nullable:"true" doc:"When it was applied, null before."`
	UndoUntil *string        `json:"undo_until" nullable:"true" doc:"Until when it can be taken back, null for never and when nothing is left to take back."`
	Stopped   string         `json:"stopped" doc:"Why a job ended before its time, empty otherwise."`
}

// ImportColumn is a column of a file.
type ImportColumn struct {
	Heading string `json:"heading"`
	Field   string `json:"field" doc:"One of import-fields, empty for a column that is left out."`
	Sample  string `json:"sample" doc:"The first value."`
}

// ImportCounts are how many rows there are of each outcome.
type ImportCounts struct {
	New       int `json:"new"`
	Changed   int `json:"changed"`
	Unchanged int `json:"unchanged"`
	Refused   int `json:"refused"`
}

func counts(c *peoplefile.Counts) ImportCounts {
	return ImportCounts{New: c.New, Changed: c.Changed, Unchanged: c.Unchanged, Refused: c.Refused}
}

func (h *Handler) stamp(t time.Time) string { return t.In(h.format.Zone).Format(civil.StampLayout) }

func (h *Handler) wire(i *peoplefile.Import) Import {
	stamp := func(t time.Time) *string {
		text := h.stamp(t)
		return &text
	}
	output := Import{
		ID: i.ID, File: i.File, UserName: i.UserName, Made: h.stamp(i.Made), State: string(i.State), Notices: i.Notices,
		Columns: make([]ImportColumn, len(i.Columns)), Total: i.Total, Processed: i.Counts.All(), Counts: counts(&i.Counts),
		Undone: i.Undo.Done, Left: i.Undo.Left, Stopped: i.Stopped,
	}
	if output.Notices == nil {
		output.Notices = []string{}
	}
	for c := range i.Columns {
		output.Columns[c] = ImportColumn{i.Columns[c].Heading, string(i.Columns[c].Field), i.Columns[c].Sample}
	}
	if i.State == peoplefile.Undoing {
		output.Processed = i.Undo.Tried
	}
	if !i.AppliedAt.IsZero() {
		output.AppliedAt = stamp(i.AppliedAt)
		if !i.Forgotten && (i.Working() || i.Open() > 0) {
			output.UndoUntil = stamp(i.KeptUntil)
		}
	}
	return output
}

type uploadInput struct{ rest.Upload }

type uploadOutput struct {
	Location string `header:"Location" doc:"Where the import is."`
	Body     Import
}

func (h *Handler) upload(ctx context.Context, in *uploadInput) (*uploadOutput, error) {
	file, err := in.File()
	if err != nil {
		return nil, err
	}
	kept, err := h.imports.Upload(ctx, session.Viewer(ctx), file.Name, file.Data)
	if err != nil {
		return nil, err
	}
	return &uploadOutput{h.format.RootURL + collection + "/" + strconv.FormatInt(kept.ID, 10), h.wire(&kept)}, nil
}

type listInput struct {
	Page    int `query:"page" minimum:"1" default:"1" doc:"Page of the list; one beyond the end is empty."`
	PerPage int `query:"per_page" minimum:"1" maximum:"100" default:"20" doc:"Imports a page."`
}

type listOutput struct {
	rest.Paged
	Body []Import
}

func (h *Handler) list(ctx context.Context, in *listInput) (*listOutput, error) {
	page, err := h.imports.List(ctx, session.Viewer(ctx), rest.Offset(in.Page, in.PerPage), in.PerPage)
	if err != nil {
		return nil, err
	}
	output := &listOutput{
		Paged: rest.Paged{Total: page.Total, TotalPages: rest.Pages(page.Total, in.PerPage)}, Body: make([]Import, len(page.Records)),
	}
	for i := range page.Records {
		output.Body[i] = h.wire(&page.Records[i])
	}
	return output, nil
}

// ImportField is what a column can be.
type ImportField struct {
	Key   string `json:"key"`
	Label string `json:"label"`
}

type fieldsOutput struct{ Body []ImportField }

func (h *Handler) fields(context.Context, *struct{}) (*fieldsOutput, error) {
	output := &fieldsOutput{Body: []ImportField{}}
	for _, key := range peoplefile.Fields() {
		output.Body = append(output.Body, ImportField{string(key), peoplefile.Label(key)})
	}
	return output, nil
}

type oneInput struct {
	ID int64 `path:"id" minimum:"1" doc:"The import's number."`
}

type oneOutput struct{ Body Import }

// one returns an import as the API tells of it.
func (h *Handler) one(i peoplefile.Import, err error) (*oneOutput, error) {
	if err != nil {
		return nil, err
	}
	return &oneOutput{h.wire(&i)}, nil
}

func (h *Handler) show(ctx context.Context, in *oneInput) (*oneOutput, error) {
	return h.one(h.imports.Show(ctx, session.Viewer(ctx), in.ID))
}

type chooseInput struct {
	ID   int64 `path:"id" minimum:"1" doc:"The import's number."`
	Body struct {
		Fields []string `json:"fields" maxItems:"200" doc:"The field of each column in their order, empty for one that is left out."`
	}
}

func (h *Handler) choose(ctx context.Context, in *chooseInput) (*oneOutput, error) {
	fields := make([]peoplefile.Field, len(in.Body.Fields))
	for i, key := range in.Body.Fields {
		if fields[i] = peoplefile.Field(key); !fields[i].Known() {
			return nil, fault.Param("fields", fault.NotAChoice)
		}
	}
	return h.one(h.imports.Choose(ctx, session.Viewer(ctx), in.ID, fields))
}

type discardOutput struct {
	Body struct {
		Deleted bool `json:"deleted"`
	}
}

func (h *Handler) discard(ctx context.Context, in *oneInput) (*discardOutput, error) {
	rest.EventOf(ctx).Record = in.ID
	if err := h.imports.Discard(ctx, session.Viewer(ctx), in.ID); err != nil {
		return nil, err
	}
	output := new(discardOutput)
	output.Body.Deleted = true
	return output, nil
}

func (h *Handler) apply(ctx context.Context, in *oneInput) (*oneOutput, error) {
	rest.EventOf(ctx).Record = in.ID
	return h.one(h.imports.Apply(ctx, session.Viewer(ctx), in.ID))
}

func (h *Handler) undo(ctx context.Context, in *oneInput) (*oneOutput, error) {
	rest.EventOf(ctx).Record = in.ID
	return h.one(h.imports.Undo(ctx, session.Viewer(ctx), in.ID))
}
