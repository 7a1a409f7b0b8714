// Package auditapi is the HTTP area of the log of what happened, and of what was changed of a person.
package auditapi

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/usecase/audits"
)

// Handler is the area. Mount adds its routes to the API.
type Handler struct {
	audits *audits.Service
	format rest.Format
}

// New makes the area.
func New(service *audits.Service, format rest.Format) *Handler { return &Handler{service, format} }

// Mount adds the area's routes.
func (h *Handler) Mount(api huma.API) {
	const tag = "audit"
	rest.Handle(api, rest.Operation{Name: "audit.list", Method: http.MethodGet, Path: "/club/v1/audit", Tag: tag,
		Summary: "What happened in the club, newest first, for administrators"}, h.list)
	rest.Handle(api, rest.Operation{Name: "people.changes", Method: http.MethodGet, Path: "/club/v1/people/{id}/changes", Tag: tag,
		Summary: "Who changed what of a person, newest first, for who may change the person"}, h.changes)
	rest.Handle(api, rest.Operation{Name: "people.looks", Method: http.MethodGet, Path: "/club/v1/people/{id}/looks", Tag: tag,
		Summary: "Who opened a person's record or took it along in a file, the newest day first, for who may change the person"},
		h.looks)
}

// Kind is what happened.
type Kind string

// Schema implements huma.SchemaProvider.
func (Kind) Schema(huma.Registry) *huma.Schema {
	schema := &huma.Schema{Type: huma.TypeString}
	for _, kind := range audit.Kinds() {
		schema.Enum = append(schema.Enum, string(kind))
	}
	return schema
}

// Entry is one thing that happened.
type Entry struct {
	ID         int64        `json:"id"`
	Created    string       `json:"created" doc:"YYYY-MM-DD HH:MM:SS in the club's zone."`
	Kind       Kind         `json:"kind"`
	ActorID    *int64       `json:"actor_id" doc:"The user who did it; null for nobody who is signed in."`
	ActorName  string       `json:"actor_name" doc:"As it was then; empty for nobody who is signed in."`
	Way        string       `json:"way" enum:"session,application_password,command,job,visitor" doc:"How whoever did it came in; a visitor is not signed in."`
	WayName    string       `json:"way_name" doc:"Of the application password, the command or the job."`
	Address    string       `json:"address" doc:"Of the client; empty for none."`
	Object     string       `json:"object" doc:"What it is about, such as person:12; without a number for several; empty for nothing in particular."`
	ObjectName string       `json:"object_name" doc:"As it was then; of a person as it is now, empty for one who is gone."`
	Fields     []string     `json:"fields" doc:"Which fields of a person changed. Their values are told by people/{id}/changes alone."`
	Before     audit.Values `json:"before" nullable:"true" doc:"What changed, as it was; secrets are masked."`
	After      audit.Values `json:"after" nullable:"true" doc:"What changed, as it is since, or what else there is to tell."`
}

func (h *Handler) entry(e *audit.Entry) Entry {
	w := Entry{
		ID: e.ID, Created: h.stamp(e.At), Kind: Kind(e.Kind), ActorName: e.Actor.Name, Way: string(e.Actor.Way),
		WayName: e.Actor.Entrance.Name, Address: e.Actor.Address, Object: e.Object.String(), ObjectName: e.Object.Name,
		Fields: append([]string{}, e.Fields...), Before: e.Before, After: e.After,
	}
	if e.Actor.User != 0 {
		w.ActorID = &e.Actor.User
	}
	return w
}

func (h *Handler) stamp(t time.Time) string { return t.In(h.format.Zone).Format(civil.StampLayout) }

// Window is which part of a list is asked for.
type Window struct {
	Page    int `query:"page" minimum:"1" default:"1" doc:"Page of the list; one beyond the end is empty."`
	PerPage int `query:"per_page" minimum:"1" maximum:"100" default:"50" doc:"Entries a page."`
}

func (w *Window) paged(total int) rest.Paged {
	return rest.Paged{Total: total, TotalPages: rest.Pages(total, w.PerPage)}
}

type listInput struct {
	Page    int    `query:"page" minimum:"1" default:"1" doc:"Page of the list; one beyond the end is empty."`
	PerPage int    `query:"per_page" minimum:"1" maximum:"100" default:"50" doc:"Entries a page."`
	Actor   int64  `query:"actor" minimum:"1" doc:"Only what this user did."`
	Object  string `query:"object" maxLength:"40" doc:"Only what is about it, such as person:12, or person for all people."`
	Kind    Kind   `query:"kind" doc:"Only what happened so."`
	From    string `query:"from" maxLength:"40" doc:"Only what happened then or later: a day or an ISO 8601 time, without a zone of the club's."`
	To      string `query:"to" maxLength:"40" doc:"Only what happened before that time; a day counts as a whole."`
}

type listOutput struct {
	rest.Paged
	Body []Entry
}

func (h *Handler) list(ctx context.Context, in *listInput) (*listOutput, error) {
	w := Window{in.Page, in.PerPage}
	q, wrong := h.query(in)
	q.Offset, q.Limit = rest.Offset(w.Page, w.PerPage), w.PerPage
	page, err := h.audits.Log(ctx, session.Viewer(ctx), q)
	if err == nil { // who may not read it is told that first
		err = wrong
	}
	if err != nil {
		return nil, err
	}
	output := &listOutput{Paged: w.paged(page.Total), Body: make([]Entry, len(page.Records))}
	for i := range page.Records {
		output.Body[i] = h.entry(&page.Records[i])
	}
	return output, nil
}

func (h *Handler) query(in *listInput) (q audit.Query, err error) {
	q = audit.Query{Actor: in.Actor, Kind: audit.Kind(in.Kind)}
	var problems fault.Problems
	var known bool
	if in.Object != "" {
		if q.Object, known = audit.ParseObject(in.Object); !known {
			problems.Add("object", fault.NotAChoice)
		}
	}
	if in.From != "" {
		if q.From, known = civil.ParseInstant(in.From, h.format.Zone); !known {
			problems.Add("from", fault.NotATime)
		}
	}
	if in.To != "" {
		to := in.To
		if day, isDay := civil.Parse(to); isDay {
			to = day.AddDays(1).String()
		}
		if q.To, known = civil.ParseInstant(to, h.format.Zone); !known {
			problems.Add("to", fault.NotATime)
		}
	}
	return q, problems.Fault()
}

type changesInput struct {
	ID int64 `path:"id" doc:"The person's number."`
	Window
}

type changesOutput struct {
	rest.Paged
	Body []Change
}

func (h *Handler) changes(ctx context.Context, in *changesInput) (*changesOutput, error) {
	found, err := h.audits.Of(ctx, session.Viewer(ctx), person.ChangesQuery{
		Person: in.ID, Offset: rest.Offset(in.Page, in.PerPage), Limit: in.PerPage,
	})
	if err != nil {
		return nil, err
	}
	output := &changesOutput{Paged: in.paged(found.Total), Body: []Change{}}
	for i := range found.Records {
		output.Body = append(output.Body, h.change(&found.Records[i], found.Names))
	}
	if found.Created != nil {
		output.Body = append(output.Body, h.change(found.Created, found.Names))
	}
	return output, nil
}
