// Package remindersapi is the HTTP area of what administrators see and do about the daily digests: /club/v1/reminders.
package remindersapi

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/usecase/digests"
)

// Handler is the area. Mount adds its routes to the API.
type Handler struct {
	digests *digests.Service
}

// New makes the area.
func New(service *digests.Service) *Handler { return &Handler{service} }

// Mount adds the area's routes.
func (h *Handler) Mount(api huma.API) {
	const root, tag = "/club/v1/reminders", "reminders"
	rest.Handle(api, rest.Operation{Name: "reminders.trigger", Method: http.MethodPost, Path: root + "/trigger", Tag: tag,
		Needs: access.Manage, Audit: true, Patience: time.Minute,
		Summary: "Mail the daily digests that today were not mailed yet, whatever the hour"}, h.trigger)
	rest.Handle(api, rest.Operation{Name: "reminders.reschedule", Method: http.MethodPost, Path: root + "/reschedule-cron", Tag: tag,
		Needs: access.Manage, Audit: true, Summary: "Plan everybody's next digest anew; one that is due stays due"}, h.reschedule)
	rest.Handle(api, rest.Operation{Name: "reminders.status", Method: http.MethodGet, Path: root + "/cron-status", Tag: tag,
		Needs: access.Manage, Summary: "When whose digest comes"}, h.status)
}

type triggerOutput struct {
	Body struct {
		Success bool   `json:"success"`
		Message string `json:"message"`
		Users   int    `json:"users_processed"`
		Mailed  int    `json:"notifications_sent"`
	}
}

func (h *Handler) trigger(ctx context.Context, _ *struct{}) (*triggerOutput, error) {
	done, err := h.digests.Trigger(ctx, session.Viewer(ctx))
	if err != nil {
		return nil, err
	}
	output := &triggerOutput{}
	output.Body.Success, output.Body.Message = true, triggered(done.Mailed)
	output.Body.Users, output.Body.Mailed = done.Users, done.Mailed
	return output, nil
}

type rescheduleOutput struct {
	Body struct {
		Success   bool   `json:"success"`
		Message   string `json:"message"`
		Scheduled int    `json:"users_scheduled"`
	}
}

func (h *Handler) reschedule(ctx context.Context, _ *struct{}) (*rescheduleOutput, error) {
	scheduled, err := h.digests.Reschedule(ctx, session.Viewer(ctx))
	if err != nil {
		return nil, err
	}
	output := &rescheduleOutput{}
	output.Body.Success, output.Body.Message, output.Body.Scheduled = true, rescheduled(scheduled), scheduled
	return output, nil
}

// User is a user who gets digests.
type User struct {
	ID        int64  `json:"user_id"`
	Name      string `json:"display_name"`
	Next      string `json:"next_run" doc:"At the club: YYYY-MM-DD HH:MM:SS."`
	Timestamp int64  `json:"next_run_timestamp" doc:"Seconds since 1970."`
	Sent      bool   `json:"sent_today"`
}

type statusOutput struct {
	Body struct {
		Total     int     `json:"total_users" doc:"Who can sign in."`
		Scheduled int     `json:"scheduled_users"`
		Users     []User  `json:"users"`
		Now       string  `json:"current_time" doc:"At the club."`
		Timestamp int64   `json:"current_timestamp"`
		Legacy    bool    `json:"legacy_cron_scheduled" doc:"Always false."`
		LegacyRun *string `json:"legacy_next_run" doc:"Always null."`
	}
}

func (h *Handler) status(ctx context.Context, _ *struct{}) (*statusOutput, error) {
	status, err := h.digests.Status(ctx, session.Viewer(ctx))
	if err != nil {
		return nil, err
	}
	local := func(at time.Time) string { return at.In(status.Zone).Format(time.DateTime) }
	output := &statusOutput{}
	body := &output.Body
	body.Total, body.Scheduled, body.Users = status.Users, len(status.Scheduled), make([]User, len(status.Scheduled))
	body.Now, body.Timestamp = local(status.Now), status.Now.Unix()
	for i, one := range status.Scheduled {
		body.Users[i] = User{one.User, one.Name, local(one.Next), one.Next.Unix(), one.Sent}
	}
	return output, nil
}
