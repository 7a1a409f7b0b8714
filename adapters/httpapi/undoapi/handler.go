// Package undoapi is the HTTP area of what comes back: changes that are taken back, and the trash.
package undoapi

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/usecase/people"
	"github.com/clubhuis/clubhuis/core/usecase/undos"
)

// Handler is the area. Mount adds its routes to the API.
type Handler struct {
	undos  *undos.Service
	people *people.Service
}

// New makes the area.
func New(undos *undos.Service, people *people.Service) *Handler {
	return &Handler{undos: undos, people: people}
}

// patience is how long it may take to take a change of many people back.
const patience = 2 * time.Minute

// Mount adds the area's routes.
func (h *Handler) Mount(api huma.API) {
	const tag = "undo"
	rest.Handle(api, rest.Operation{Name: "undo", Method: http.MethodPost, Path: "/club/v1/undo/{token}", Tag: tag,
		Summary: "Take a change back that answered X-Undo; once, within ten minutes", Patience: patience, Audit: true}, h.undo)
	rest.Handle(api, rest.Operation{Name: "trash", Method: http.MethodGet, Path: "/club/v1/trash", Tag: tag,
		Summary: "What the caller can bring back: removed less than 30 days ago, by the caller or, for administrators, by anybody",
	}, h.trash)
}

type undoInput struct {
	Token string `path:"token" maxLength:"100" doc:"X-Undo of the answer to the change."`
}

type undoOutput struct{ Body Undone }

// Undone is what became of an undo.
type Undone struct {
	Undone  int       `json:"undone" doc:"How many records are as they were."`
	LeftOut []LeftOut `json:"left_out" doc:"Records that stay as they are, because they were changed since or something stands in the way."`
}

// LeftOut is a record that stays as it is.
type LeftOut struct {
	ID     int64  `json:"id"`
	Name   string `json:"name" doc:"Empty for one that the caller may not see."`
	Reason string `json:"reason" doc:"One Dutch sentence."`
}

func (h *Handler) undo(ctx context.Context, in *undoInput) (*undoOutput, error) {
	outcome, err := h.undos.Undo(ctx, session.Viewer(ctx), in.Token)
	if err != nil {
		return nil, err
	}
	body := Undone{Undone: outcome.Undone, LeftOut: make([]LeftOut, len(outcome.LeftOut))}
	for i, one := range outcome.LeftOut {
		body.LeftOut[i] = LeftOut{ID: one.ID, Name: one.Name, Reason: one.Reason}
	}
	return &undoOutput{body}, nil
}

type trashInput struct {
	Page    int `query:"page" minimum:"1" default:"1" doc:"Page of the list; one beyond the end is empty."`
	PerPage int `query:"per_page" minimum:"1" maximum:"100" default:"10" doc:"Records a page."`
}

type trashOutput struct {
	rest.Paged
	Body []Removed
}

// Removed is a record in the trash.
type Removed struct {
	Kind          string `json:"kind" enum:"person"`
	ID            int64  `json:"id"`
	Name          string `json:"name"`
	Deleted       string `json:"deleted" doc:"YYYY-MM-DD HH:MM:SS in the club's zone."`
	DeletedGMT    string `json:"deleted_gmt" doc:"The same in UTC."`
	DeletedBy     int64  `json:"deleted_by" doc:"The user; 0 when nobody was noted."`
	DeletedByName string `json:"deleted_by_name" doc:"What that user is called; empty for one who is gone."`
	DaysLeft      int    `json:"days_left" doc:"How many days there are left to bring it back."`
}

func (h *Handler) trash(ctx context.Context, in *trashInput) (*trashOutput, error) {
	page, err := h.people.Trash(ctx, session.Viewer(ctx), rest.Offset(in.Page, in.PerPage), in.PerPage)
	if err != nil {
		return nil, err
	}
	now := h.people.Now()
	output := &trashOutput{
		Paged: rest.Paged{Total: page.Total, TotalPages: rest.Pages(page.Total, in.PerPage)}, Body: make([]Removed, len(page.Records)),
	}
	for i := range page.Records {
		r := &page.Records[i]
		output.Body[i] = Removed{
			Kind: "person", ID: r.ID, Name: r.Name.Full(),
			Deleted: r.At.In(h.people.Zone).Format(civil.StampLayout), DeletedGMT: r.At.UTC().Format(civil.StampLayout),
			DeletedBy: r.By, DeletedByName: r.ByName, DaysLeft: r.DaysLeft(now),
		}
	}
	return output, nil
}
