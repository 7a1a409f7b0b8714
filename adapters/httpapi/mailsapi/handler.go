// Package mailsapi is the HTTP area of the mails that the program sends: what became of each, and sending one anew.
package mailsapi

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/usecase/mails"
)

// Handler is the area. Mount adds its routes to the API.
type Handler struct{ mails *mails.Service }

// New makes the area.
func New(service *mails.Service) *Handler { return &Handler{service} }

// Mount adds the area's routes.
func (h *Handler) Mount(api huma.API) {
	const tag = "mails"
	rest.Handle(api, rest.Operation{Name: "mails.list", Method: http.MethodGet, Path: "/club/v1/mails", Tag: tag,
		Needs: access.Manage, Summary: "The mails that the program sends, newest first, for administrators"}, h.list)
	rest.Handle(api, rest.Operation{
		Name:    "mails.send",
		Method:  http.MethodPost,
		Path:    "/club/v1/mails/{id}/send",
		Tag:     tag,
		Needs:   access.Manage,
		Summary: "Send a mail anew that failed, or of which nobody knows whether it was sent; for administrators",
		Audit:   true,
	}, h.send)
}

// Mail is a mail with what became of it. What it says is not told: it may be of nobody else's business.
type Mail struct {
	ID         int64       `json:"id"`
	Kind       string      `json:"kind" doc:"Which sort of mail it is, such as password-reset."`
	State      string      `json:"state" enum:"waiting,sending,retrying,sent,failed,uncertain,suppressed,withdrawn" doc:"uncertain: nobody knows whether it was sent, and it is not tried again; suppressed: nothing is sent to its addresses; withdrawn: whom it was for does not get such mails any more."`
	To         []Recipient `json:"to"`
	Subject    string      `json:"subject"`
	PersonID   *int64      `json:"person_id" doc:"On whose timeline it stands."`
	AuthorName string      `json:"author_name" doc:"Who sent it; empty for the program itself."`
	Created    string      `json:"created" doc:"YYYY-MM-DD HH:MM:SS in UTC."`
	Modified   string      `json:"modified" doc:"When its state last changed, in UTC."`
	Sent       *string     `json:"sent" doc:"When it was taken, in UTC."`
	Tries      int         `json:"tries"`
	Cause      *string     `json:"cause" doc:"The code of what went wrong at the last try."`
}

// Recipient is who gets a mail.
type Recipient struct {
	Name  string `json:"name"`
	Email string `json:"email"`
}

func wire(m *mail.Mail) Mail {
	w := Mail{
		ID: m.ID, Kind: m.Kind, State: string(m.State), To: make([]Recipient, len(m.To)), Subject: m.Subject, AuthorName: m.AuthorName,
		Created: stamp(m.Created), Modified: stamp(m.Modified), Tries: m.Tries,
	}
	for i, to := range m.To {
		w.To[i] = Recipient(to)
	}
	if m.Person != 0 {
		w.PersonID = &m.Person
	}
	if !m.Ended.IsZero() {
		sent := stamp(m.Ended)
		w.Sent = &sent
	}
	if m.Cause != "" {
		w.Cause = &m.Cause
	}
	return w
}

func stamp(t time.Time) string { return t.UTC().Format(civil.StampLayout) }

type listInput struct {
	Page    int    `query:"page" minimum:"1" default:"1" doc:"Page of the list; one beyond the end is empty."`
	PerPage int    `query:"per_page" minimum:"1" maximum:"100" default:"50" doc:"Mails a page."`
	State   string `query:"state" enum:"waiting,sending,retrying,sent,failed,uncertain,suppressed,withdrawn" doc:"Only mails in this state."`
}

type listOutput struct {
	rest.Paged
	Body []Mail
}

func (h *Handler) list(ctx context.Context, in *listInput) (*listOutput, error) {
	page, err := h.mails.List(ctx, session.Viewer(ctx), mail.Query{
		State: mail.State(in.State), Offset: rest.Offset(in.Page, in.PerPage), Limit: in.PerPage,
	})
	if err != nil {
		return nil, err
	}
	output := &listOutput{
		Paged: rest.Paged{Total: page.Total, TotalPages: rest.Pages(page.Total, in.PerPage)}, Body: make([]Mail, len(page.Records)),
	}
	for i := range page.Records {
		output.Body[i] = wire(&page.Records[i])
	}
	return output, nil
}

type sendInput struct {
	ID int64 `path:"id"`
}

type sendOutput struct{ Body Mail }

func (h *Handler) send(ctx context.Context, in *sendInput) (*sendOutput, error) {
	rest.EventOf(ctx).Record = in.ID
	resent, err := h.mails.Resend(ctx, session.Viewer(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return &sendOutput{wire(&resent)}, nil
}
