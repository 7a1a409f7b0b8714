package accountsapi

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/usecase/accounts"
)

// mountProvision adds the routes by which administrators make accounts of people (contract §4.3).
func (h *Handler) mountProvision(api huma.API) {
	const person, settings, tag = "/club/v1/people/{id}", "/club/v1/provisioning/settings", "accounts"
	rest.Handle(api, rest.Operation{Name: "people.provision", Method: http.MethodPost, Path: person + "/provision", Tag: tag,
		Audit: true, Needs: access.Manage, Confirm: true,
		Summary: "Make an account of a person, for administrators; its password is set by a link in the mail of welcome"},
		h.provision)
	rest.Handle(api, rest.Operation{Name: "people.welcome", Method: http.MethodPost, Path: person + "/welcome-email", Tag: tag,
		Audit: true, Summary: "Send the mail of welcome once more, for administrators"}, h.welcome)
	rest.Handle(api, rest.Operation{Name: "provisioning.show", Method: http.MethodGet, Path: settings, Tag: tag,
		Summary: "What new users are written, for administrators"}, h.welcomeSettings)
	rest.Handle(api, rest.Operation{Name: "provisioning.change", Method: http.MethodPost, Path: settings, Tag: tag, Audit: true,
		Summary: "Change what new users are written, for administrators"}, h.changeWelcome)
}

type provisionInput struct {
	ID   int64 `path:"id"`
	Body *provisionBody
}

type provisionBody struct {
	Role string `json:"role,omitempty" doc:"club_user where it is not given; short names are understood, too."`
	Send *bool  `json:"send_welcome_email,omitempty" doc:"As the settings say, where it is not given."`
}

type provisionOutput struct {
	Body struct {
		Success bool  `json:"success"`
		User    int64 `json:"user_id"`
		Person  int64 `json:"person_id"`
		Sent    bool  `json:"welcome_email_sent"`
	}
}

func (h *Handler) provision(ctx context.Context, in *provisionInput) (*provisionOutput, error) {
	var how accounts.Provision
	if in.Body != nil {
		if how.Send = in.Body.Send; in.Body.Role != "" {
			how.Role = access.NamedRole(in.Body.Role)
		}
	}
	made, err := h.accounts.Provision(ctx, session.Viewer(ctx), in.ID, how)
	if err != nil {
		return nil, err
	}
	output := &provisionOutput{}
	output.Body.Success, output.Body.User, output.Body.Person, output.Body.Sent = true, made.User, in.ID, made.Sent
	return output, nil
}

type welcomeOutput struct {
	Body struct {
		Success bool   `json:"success"`
		User    int64  `json:"user_id"`
		Person  int64  `json:"person_id"`
		Sent    bool   `json:"welcome_email_sent"`
		SentAt  string `json:"welcome_email_sent_at" doc:"ISO 8601, in UTC."`
	}
}

type welcomeInput struct {
	ID int64 `path:"id"`
}

func (h *Handler) welcome(ctx context.Context, in *welcomeInput) (*welcomeOutput, error) {
	user, at, err := h.accounts.SendWelcome(ctx, session.Viewer(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	output := &welcomeOutput{}
	output.Body.Success, output.Body.User, output.Body.Person, output.Body.Sent = true, user, in.ID, true
	output.Body.SentAt = at.UTC().Format(time.RFC3339)
	return output, nil
}

// ProvisioningSettings are what new users are written.
type ProvisioningSettings struct {
	Subject string `json:"welcome_email_subject"`
	Body    string `json:"welcome_email_body" doc:"Paragraphs, divided by blank lines. Filled in: {{naam}}, {{voornaam}}, {{email}}, {{site_url}}, {{club}}."`
	Auto    bool   `json:"auto_send_welcome_email" doc:"Whether a new account gets the mail when nobody says otherwise."`
}

type welcomeSettingsOutput struct{ Body ProvisioningSettings }

func welcomeBody(w account.Welcome, err error) (*welcomeSettingsOutput, error) {
	if err != nil {
		return nil, err
	}
	return &welcomeSettingsOutput{ProvisioningSettings{Subject: w.Subject, Body: w.Body, Auto: w.Auto}}, nil
}

func (h *Handler) welcomeSettings(ctx context.Context, _ *struct{}) (*welcomeSettingsOutput, error) {
	return welcomeBody(h.accounts.Welcome(ctx, session.Viewer(ctx)))
}

type changeWelcomeInput struct {
	Body struct {
		Subject *string `json:"welcome_email_subject,omitempty"`
		Body    *string `json:"welcome_email_body,omitempty"`
		Auto    *bool   `json:"auto_send_welcome_email,omitempty"`
	}
}

func (h *Handler) changeWelcome(ctx context.Context, in *changeWelcomeInput) (*welcomeSettingsOutput, error) {
	return welcomeBody(h.accounts.ChangeWelcome(ctx, session.Viewer(ctx), func(w *account.Welcome) {
		if in.Body.Subject != nil {
			w.Subject = *in.Body.Subject
		}
		if in.Body.Body != nil {
			w.Body = *in.Body.Body
		}
		if in.Body.Auto != nil {
			w.Auto = *in.Body.Auto
		}
	}))
}
