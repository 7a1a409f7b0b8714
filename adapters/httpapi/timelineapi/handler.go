// Package timelineapi is the HTTP area of what stands on the timeline of a person (contract §4.3): activities (§2.5, §4.4),
// notes, and tasks, which the contract's clients call todos.
package timelineapi

import (
	"cmp"
	"context"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/timeline"
	"github.com/clubhuis/clubhuis/core/usecase/tasks"
	"github.com/clubhuis/clubhuis/core/usecase/timelines"
)

// Handler is the area. Mount adds its routes to the API.
type Handler struct {
	timelines *timelines.Service
	tasks     *tasks.Service
	format    rest.Format
}

// New makes the area.
func New(timelines *timelines.Service, tasks *tasks.Service, format rest.Format) *Handler {
	return &Handler{timelines: timelines, tasks: tasks, format: format}
}

const tag = "timeline"

// of is the address of something of a person.
func of(what string) string { return "/club/v1/people/{id}/" + what }

// Mount adds the area's routes.
func (h *Handler) Mount(api huma.API) {
	rest.Handle(api, rest.Operation{Name: "timeline", Method: http.MethodGet, Path: of("timeline"), Tag: tag,
		Summary: "Activities, notes and todos of a person as the caller sees them, newest first"}, h.timeline)
	rest.Handle(api, rest.Operation{Name: "timeline.mail", Method: http.MethodGet, Path: of("mails/{mail_id}"), Tag: tag,
		Summary: "What a mail on the timeline of a person says, when the caller may read it there"}, h.openMail)
	rest.Handle(api, rest.Operation{Name: "user.mentions", Method: http.MethodGet, Path: "/club/v1/user/mentions", Tag: tag,
		Summary: "Where the caller was mentioned and not told of it yet, newest first, at most 100"}, h.mentions)
	const activity, note = "/club/v1/activities/{id}", "/club/v1/notes/{id}"
	rest.Handle(api, rest.Operation{Name: "activities.list", Method: http.MethodGet, Path: of("activities"), Tag: tag,
		Summary: "Activities of a person, newest first"}, h.listActivities)
	rest.Handle(api, rest.Operation{Name: "activities.create", Method: http.MethodPost, Path: of("activities"), Tag: tag,
		Summary: "Log an activity of a person"}, h.logActivity)
	rest.Handle(api, rest.Operation{Name: "notes.list", Method: http.MethodGet, Path: of("notes"), Tag: tag,
		Summary: "Notes about a person: the caller's own and shared ones, newest first"}, h.listNotes)
	rest.Handle(api, rest.Operation{Name: "notes.create", Method: http.MethodPost, Path: of("notes"), Tag: tag,
		Summary: "Write a note about a person"}, h.writeNote)
	for _, way := range []struct{ name, method string }{{"update", http.MethodPut}, {"patch", http.MethodPatch}} {
		rest.Handle(api, rest.Operation{Name: "activities." + way.name, Method: way.method, Path: activity, Tag: tag,
			Summary: "Change the given members of an activity of one's own; administrators of any",
			Guard:   guard(h.timelines.ExpectActivity)}, h.changeActivity)
		rest.Handle(api, rest.Operation{Name: "notes." + way.name, Method: way.method, Path: note, Tag: tag,
			Summary: "Change the given members of a note of one's own; administrators of a shared one, too",
			Guard:   guard(h.timelines.ExpectNote)}, h.rewriteNote)
	}
	rest.Handle(api, rest.Operation{Name: "activities.delete", Method: http.MethodDelete, Path: activity, Tag: tag,
		Summary: "Delete an activity of one's own; administrators any", Guard: guard(h.timelines.ExpectActivity)}, h.removeActivity)
	rest.Handle(api, rest.Operation{Name: "notes.delete", Method: http.MethodDelete, Path: note, Tag: tag,
		Summary: "Delete a note of one's own; administrators a shared one, too", Guard: guard(h.timelines.ExpectNote)}, h.eraseNote)
	h.mountTodos(api)
}

// guard refuses what may not be done with a record, or is meant for another revision.
func guard(expect func(context.Context, access.Viewer, int64, record.Expected) error) rest.Guard {
	return func(ctx context.Context, id int64) error {
		return expect(ctx, session.Viewer(ctx), id, rest.Expected(ctx))
	}
}

// pageInput asks for a part of a list of a person.
type pageInput struct {
	ID int64 `path:"id" doc:"The person's number."`
	Window
}

// Window is which part of a list is asked for.
type Window struct {
	Page    int `query:"page" minimum:"1" default:"1" doc:"Page of the list; one beyond the end is empty."`
	PerPage int `query:"per_page" minimum:"1" maximum:"100" doc:"Records a page; without it all of them, up to 2000."`
}

// whole is how many records a list has for whoever asks for no part of it.
const whole = 2000

func (w *Window) limit() int  { return cmp.Or(w.PerPage, whole) }
func (w *Window) offset() int { return rest.Offset(w.Page, w.limit()) }

func (w *Window) paged(total int) rest.Paged {
	return rest.Paged{Total: total, TotalPages: rest.Pages(total, w.limit())}
}

type timelineInput struct {
	ID      int64    `path:"id" doc:"The person's number."`
	Page    int      `query:"page" minimum:"1" default:"1" doc:"Page of the list; one beyond the end is empty."`
	PerPage int      `query:"per_page" minimum:"1" maximum:"100" doc:"Items a page; without it all of them, up to 2000."`
	Type    []string `query:"type" doc:"Only these (activity, note, todo, email); 1,2 or repeated, with or without []."`
}

// Resolve implements huma.Resolver: it reads the list once more, for the framework takes only the first of repeated ones.
func (in *timelineInput) Resolve(ctx huma.Context) (errs []error) {
	in.Type, errs = rest.Texts(ctx, "type")
	return errs
}

type timelineOutput struct {
	rest.Paged
	Body []Item
}

func (h *Handler) timeline(ctx context.Context, in *timelineInput) (*timelineOutput, error) {
	w := Window{in.Page, in.PerPage}
	part := timelines.Part{Offset: w.offset(), Limit: w.limit()}
	for _, kind := range in.Type {
		if !slices.Contains(timeline.Kinds, timeline.Kind(kind)) {
			return nil, fault.Param("type", fault.NotAChoice)
		}
		part.Kinds = append(part.Kinds, timeline.Kind(kind))
	}
	page, err := h.timelines.Page(ctx, session.Viewer(ctx), in.ID, part)
	if err != nil {
		return nil, err
	}
	output := &timelineOutput{Paged: w.paged(page.Total), Body: make([]Item, len(page.Records))}
	for i := range page.Records {
		switch one := &page.Records[i]; {
		case one.Activity != nil:
			output.Body[i] = Item{h.activity(one.Activity)}
		case one.Mail != nil:
			output.Body[i] = Item{h.email(one.Mail, h.timelines.MayOpen(session.Viewer(ctx), one.Mail.Kind))}
		case one.Note != nil:
			output.Body[i] = Item{h.note(one.Note)}
		default:
			output.Body[i] = Item{h.todo(&tasks.Shown{Task: *one.Task, About: one.People})}
		}
	}
	return output, nil
}

type mailInput struct {
	ID   int64 `path:"id" doc:"The person's number."`
	Mail int64 `path:"mail_id" doc:"The mail's number."`
}

type mailOutput struct{ Body OpenedMail }

func (h *Handler) openMail(ctx context.Context, in *mailInput) (*mailOutput, error) {
	opened, err := h.timelines.OpenMail(ctx, session.Viewer(ctx), in.ID, in.Mail)
	if err != nil {
		return nil, err
	}
	wire := h.email(&opened.Mail, true)
	return &mailOutput{
		OpenedMail{ID: wire.ID, Subject: wire.Subject, Content: opened.Content, Author: wire.Author, Created: wire.Created},
	}, nil
}

type removeInput struct {
	ID    int64 `path:"id" doc:"The record's number."`
	Force bool  `query:"force" doc:"Accepted; the answer is the same with and without."`
}

type removeOutput struct {
	Body struct {
		Deleted bool `json:"deleted" enum:"true"`
	}
}

func removed(err error) (*removeOutput, error) {
	if err != nil {
		return nil, err
	}
	output := &removeOutput{}
	output.Body.Deleted = true
	return output, nil
}
