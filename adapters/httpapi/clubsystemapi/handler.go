// Package clubsystemapi is the HTTP area of the federation's club administration, as far as somebody at the page can have it
// read: POST /club/v1/clubsystem/sync-individual (contract §4).
package clubsystemapi

import (
	"context"
	"errors"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/refresh"
	"github.com/clubhuis/clubhuis/core/usecase/refreshes"
)

// Handler is the area. Mount adds its routes to the API.
type Handler struct{ refreshes *refreshes.Service }

// New makes the area.
func New(service *refreshes.Service) *Handler { return &Handler{service} }

// Mount adds the area's routes.
func (h *Handler) Mount(api huma.API) {
	rest.Handle(api, rest.Operation{Name: "clubsystem.sync-individual", Method: http.MethodPost,
		Path: "/club/v1/clubsystem/sync-individual", Tag: "clubsystem", Patience: refresh.Patience,
		Summary: "Bring one member up to date from the federation's administration, for who has toegangscontrole; " +
			"takes up to five minutes"}, h.sync)
	rest.Handle(api, rest.Operation{Name: "clubsystem.sync-individual-state", Method: http.MethodGet,
		Path: "/club/v1/clubsystem/sync-individual/{assoc_id}", Tag: "clubsystem",
		Summary: "How far the work on that member is, or how it ended lately"}, h.state)
}

type stateInput struct {
	Code string `path:"assoc_id" doc:"Member code of the association."`
}

type stateOutput struct{ Body SyncState }

// SyncState is how far the work on a member is.
type SyncState struct {
	OK    bool   `json:"ok"`
	Code  string `json:"assoc_id"`
	State string `json:"state" enum:"queued,signing_in,reading,writing,done,failed" doc:"queued: another synchronization is at work; signing_in, reading: at the federation's administration; writing: in the application."`
}

func (h *Handler) state(ctx context.Context, in *stateInput) (*stateOutput, error) {
	state, err := h.refreshes.State(ctx, session.Viewer(ctx), in.Code)
	if err != nil {
		return nil, placed(err)
	}
	return &stateOutput{SyncState{true, in.Code, string(state)}}, nil
}

type syncInput struct {
	Body struct {
		Code string `json:"assoc_id" doc:"Member code of the association: 4 to 10 letters and digits."`
	}
}

type syncOutput struct{ Body Synced }

// Synced is what the synchronization service did.
type Synced struct {
	OK     bool       `json:"ok"`
	Code   string     `json:"assoc_id"`
	Action string     `json:"action" enum:"created,updated,skipped" doc:"created: a new person was made; updated: the person was changed; skipped: nothing had changed."`
	Person int64      `json:"club_record_id" doc:"The person's number."`
	Roles  *RolesTold `json:"capability_sync,omitempty" doc:"What became of the roles by function; short names."`
}

// RolesTold are what became of a user's roles.
type RolesTold struct {
	Status  string   `json:"status" doc:"synced, withheld, or no_user: nobody has an account as this member."`
	Granted []string `json:"granted"`
	Revoked []string `json:"revoked"`
}

func (h *Handler) sync(ctx context.Context, in *syncInput) (*syncOutput, error) {
	result, err := h.refreshes.Member(ctx, session.Viewer(ctx), in.Body.Code)
	if err != nil {
		return nil, placed(err)
	}
	synced := Synced{OK: true, Code: result.Code, Action: string(result.Action), Person: result.Person}
	if told := result.Roles; told != nil {
		synced.Roles = &RolesTold{told.Status, append([]string{}, told.Granted...), append([]string{}, told.Revoked...)}
	}
	return &syncOutput{synced}, nil
}

// statuses are those that the contract gives to faults of another kind: the service's own, and 502 when it says nothing.
var statuses = map[*fault.Fault]int{
	refresh.ErrNoAnswer:   http.StatusBadGateway,
	refresh.ErrAbsent:     http.StatusUnprocessableEntity,
	refresh.ErrKeyMissing: http.StatusUnauthorized,
	refresh.ErrKeyWrong:   http.StatusForbidden,
	refresh.ErrKeyUnset:   http.StatusServiceUnavailable,
}

func placed(err error) error {
	for known, status := range statuses {
		if errors.Is(err, known) {
			return rest.Status(err, status)
		}
	}
	return err
}
