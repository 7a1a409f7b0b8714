// Package screeningapi is the HTTP area of certificates of conduct: /club/v1/vog.
package screeningapi

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/screening"
	"github.com/clubhuis/clubhuis/core/usecase/screenings"
)

// Handler is the area. Mount adds its routes to the API.
type Handler struct {
	screenings *screenings.Service
	format     rest.Format
}

// New makes the area.
func New(service *screenings.Service, format rest.Format) *Handler { return &Handler{service, format} }

// Mount adds the area's routes.
func (h *Handler) Mount(api huma.API) {
	const root, tag = "/club/v1/vog", "vog"
	operation := func(name, method, path, summary string) rest.Operation {
		return rest.Operation{
			Name: "vog." + name, Method: method, Path: root + path, Tag: tag, Needs: access.Certificates, Summary: summary,
		}
	}
	rest.Handle(api, operation("overview", http.MethodGet, "/overview",
		"How many people need a certificate of conduct, and how far they are"), h.overview)
	rest.Handle(api, operation("settings.show", http.MethodGet, "/settings", "Who writes about certificates, and what"), h.settings)
	change := operation("settings.change", http.MethodPost, "/settings",
		"Change the settings: what is left out stays as it is. Which committees are exempt administrators decide")
	change.Audit = true
	rest.Handle(api, change, h.change)
	rest.Handle(api, operation("settings.preview", http.MethodPost, "/settings/preview",
		"What a mail to somebody would look like; nothing is sent"), h.preview)
	rest.Handle(api, operation("history", http.MethodGet, "/people/{id}/mails",
		"The mails about certificates that somebody was sent, newest first"), h.history)
	for _, deed := range []struct {
		name, path, summary string
		deed                screenings.Deed
	}{
		{"bulk-send", "/bulk-send", "Mail people that they need a certificate; a mail that is queued counts as sent", screenings.Ask},
		{"bulk-send-reminder", "/bulk-send-reminder", "Mail people once more", screenings.Remind},
	} {
		one := operation(deed.name, http.MethodPost, deed.path, deed.summary)
		one.Patience = time.Minute
		rest.Handle(api, one, func(ctx context.Context, in *screeningPeopleInput) (*screeningMailedOutput, error) {
			return h.send(ctx, deed.deed, in)
		})
	}
	marked := operation("bulk-mark-justis", http.MethodPost, "/bulk-mark-justis",
		"Note of people that the club submitted the request to the screening authority; a day that is known already stays")
	marked.Patience = time.Minute
	rest.Handle(api, marked, h.mark)
}

// ScreeningSettings are the settings for mails about certificates.
type ScreeningSettings struct {
	Email           string  `json:"from_email" doc:"Where answers go; empty for the usual address. The mail itself comes from the club's own."`
	Name            string  `json:"from_name" doc:"Who writes; empty for the name of the club."`
	New             string  `json:"template_new"`
	Renewal         string  `json:"template_renewal"`
	ReminderNew     string  `json:"reminder_template_new"`
	ReminderRenewal string  `json:"reminder_template_renewal"`
	Exempt          []int64 `json:"exempt_commissies" doc:"Work in these committees asks for none: those of volunteer-roles/settings."`
}

func settingsOf(s *screenings.Settings) ScreeningSettings {
	return ScreeningSettings{
		s.Email, s.Name, s.Text(screening.New), s.Text(screening.Renewal), s.Text(screening.ReminderNew),
		s.Text(screening.ReminderRenewal), append([]int64{}, s.Exempt...),
	}
}

type settingsOutput struct{ Body ScreeningSettings }

func (h *Handler) settings(ctx context.Context, _ *struct{}) (*settingsOutput, error) {
	s, err := h.screenings.Settings(ctx, session.Viewer(ctx))
	if err != nil {
		return nil, err
	}
	return &settingsOutput{settingsOf(&s)}, nil
}

type screeningChangeInput struct {
	Body struct {
		Email           *string  `json:"from_email,omitempty"`
		Name            *string  `json:"from_name,omitempty"`
		New             *string  `json:"template_new,omitempty" doc:"Empty brings the first text back, here and below."`
		Renewal         *string  `json:"template_renewal,omitempty"`
		ReminderNew     *string  `json:"reminder_template_new,omitempty"`
		ReminderRenewal *string  `json:"reminder_template_renewal,omitempty"`
		Exempt          *[]int64 `json:"exempt_commissies,omitempty" maxItems:"200"`
	}
}

type screeningChangedOutput struct {
	Body struct {
		ScreeningSettings
		Recalculated bool `json:"people_recalculated" doc:"Who needs a certificate was worked out anew."`
	}
}

func (h *Handler) change(ctx context.Context, in *screeningChangeInput) (*screeningChangedOutput, error) {
	b := &in.Body
	s, renewed, err := h.screenings.Change(ctx, session.Viewer(ctx), func(s *screening.Settings) {
		if b.Email != nil {
			s.Email = *b.Email
		}
		if b.Name != nil {
			s.Name = *b.Name
		}
		for template, text := range map[screening.Template]*string{
			screening.New: b.New, screening.Renewal: b.Renewal, screening.ReminderNew: b.ReminderNew,
			screening.ReminderRenewal: b.ReminderRenewal,
		} {
			if text != nil {
				s.SetText(template, *text)
			}
		}
	}, b.Exempt)
	if err != nil {
		return nil, err
	}
	output := &screeningChangedOutput{}
	output.Body.ScreeningSettings, output.Body.Recalculated = settingsOf(&s), renewed
	return output, nil
}

type screeningPreviewInput struct {
	Body struct {
		Template string  `json:"template" doc:"The name of a text of the settings: template_new."`
		Text     *string `json:"text,omitempty" doc:"What it would say; left out, what it says now."`
		PersonID int64   `json:"person_id" minimum:"1" doc:"Somebody whom the caller may see."`
	}
}

type screeningPreviewOutput struct {
	Body struct {
		Subject string   `json:"subject"`
		Text    string   `json:"text"`
		HTML    string   `json:"html"`
		Places  []string `json:"placeholders" doc:"What the text may hold in braces."`
	}
}

func (h *Handler) preview(ctx context.Context, in *screeningPreviewInput) (*screeningPreviewOutput, error) {
	b := &in.Body
	draft, err := h.screenings.Preview(ctx, session.Viewer(ctx), screening.Template(b.Template), b.Text, b.PersonID)
	if err != nil {
		return nil, err
	}
	output := &screeningPreviewOutput{}
	output.Body.Subject, output.Body.Text, output.Body.HTML = draft.Subject, draft.Text, draft.HTML
	output.Body.Places = []string{screening.PlaceFirst, screening.PlacePrevious, screening.PlaceMailed, screening.PlaceJustis}
	return output, nil
}

type screeningOverviewOutput struct {
	Body struct {
		NotRequested int `json:"missing_or_expired_not_requested"`
		Requested    int `json:"missing_or_expired_requested"`
		Expiring     int `json:"expiring" doc:"Within 30 days."`
		Unasked      int `json:"not_mailed" doc:"Of those not requested: nobody wrote them yet."`
		Mailed       int `json:"mailed" doc:"Of those not requested: they were written."`
		Reminded     int `json:"reminded" doc:"Of those who were written: they were reminded."`
	}
}

func (h *Handler) overview(ctx context.Context, _ *struct{}) (*screeningOverviewOutput, error) {
	o, err := h.screenings.Overview(ctx, session.Viewer(ctx))
	if err != nil {
		return nil, err
	}
	output := &screeningOverviewOutput{}
	b := &output.Body
	b.NotRequested, b.Requested, b.Expiring = o.NotRequested, o.Requested, o.Expiring
	b.Unasked, b.Mailed, b.Reminded = o.Unasked, o.NotRequested-o.Unasked, o.Reminded
	return output, nil
}

type screeningPeopleInput struct {
	Body struct {
		IDs []int64 `json:"ids" minItems:"1" maxItems:"1000" doc:"Each counts once."`
	}
}

// ScreeningMailed is what became of the mail to one person.
type ScreeningMailed struct {
	ID      int64  `json:"id"`
	Success bool   `json:"success"`
	Type    string `json:"type,omitempty" enum:"new,renewal" doc:"Which mail it was: a renewal for who had a certificate before."`
	Code    string `json:"code,omitempty" doc:"Why not."`
	Error   string `json:"error,omitempty" doc:"The same in words."`
}

type screeningMailedOutput struct {
	Body struct {
		Results []ScreeningMailed `json:"results"`
		Sent    int               `json:"sent"`
		Failed  int               `json:"failed"`
		Total   int               `json:"total"`
	}
}

// results are what became of people, and how many of them are done.
func results(outcomes []screenings.Outcome) (list []ScreeningMailed, done int) {
	list = make([]ScreeningMailed, len(outcomes))
	for i, o := range outcomes {
		list[i] = ScreeningMailed{ID: o.Person, Success: o.Err == nil}
		switch {
		case o.Err != nil:
			why := fault.As(o.Err)
			list[i].Code, list[i].Error = why.Code, why.Message
		default:
			done++
			if o.Template != "" {
				list[i].Type = o.Template.Kind()
			}
		}
	}
	return list, done
}

func (h *Handler) send(ctx context.Context, deed screenings.Deed, in *screeningPeopleInput) (*screeningMailedOutput, error) {
	outcomes, err := h.screenings.Do(ctx, session.Viewer(ctx), deed, in.Body.IDs)
	if err != nil {
		return nil, err
	}
	output := &screeningMailedOutput{}
	b := &output.Body
	b.Results, b.Sent = results(outcomes)
	b.Total, b.Failed = len(b.Results), len(b.Results)-b.Sent
	return output, nil
}

type screeningMarkedOutput struct {
	Body struct {
		Results []ScreeningMailed `json:"results"`
		Marked  int               `json:"marked"`
		Failed  int               `json:"failed"`
		Total   int               `json:"total"`
	}
}

func (h *Handler) mark(ctx context.Context, in *screeningPeopleInput) (*screeningMarkedOutput, error) {
	outcomes, err := h.screenings.Do(ctx, session.Viewer(ctx), screenings.Submit, in.Body.IDs)
	if err != nil {
		return nil, err
	}
	output := &screeningMarkedOutput{}
	b := &output.Body
	b.Results, b.Marked = results(outcomes)
	b.Total, b.Failed = len(b.Results), len(b.Results)-b.Marked
	return output, nil
}

type historyInput struct {
	ID int64 `path:"id" minimum:"1" doc:"A person's number."`
}

// ScreeningMail is a mail about a certificate.
type ScreeningMail struct {
	ID       int64  `json:"id"`
	Reminder bool   `json:"reminder"`
	Subject  string `json:"subject"`
	Created  string `json:"created"`
	Author   string `json:"author_name"`
	State    string `json:"state"`
}

type screeningHistoryOutput struct {
	Body struct {
		Mails []ScreeningMail `json:"mails"`
	}
}

func (h *Handler) history(ctx context.Context, in *historyInput) (*screeningHistoryOutput, error) {
	mails, err := h.screenings.History(ctx, session.Viewer(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	output := &screeningHistoryOutput{}
	output.Body.Mails = make([]ScreeningMail, len(mails))
	for i := range mails {
		m := &mails[i]
		output.Body.Mails[i] = ScreeningMail{
			m.ID, m.Kind == screening.MailReminder, m.Subject, m.Created.In(h.format.Zone).Format(civil.StampLayout),
			m.AuthorName, string(m.State),
		}
	}
	return output, nil
}
