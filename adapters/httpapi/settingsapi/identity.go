package settingsapi

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/identity"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/core/usecase/settings"
)

// mountIdentity adds the routes of who the club is.
func (h *Handler) mountIdentity(api huma.API) {
	const club, logo, tag = "/club/v1/club/settings", "/club/v1/club/logo", "settings"
	rest.Handle(api, rest.Operation{Name: "club.settings.show", Method: http.MethodGet, Path: club, Tag: tag,
		Summary: "Who the club is: name, colour, logo and sender of mail, for administrators"}, h.showClub)
	rest.Handle(api, rest.Operation{Name: "club.settings.change", Method: http.MethodPost, Path: club, Tag: tag, Audit: true,
		Summary: "Change who the club is, for administrators: what is left out stays as it is, and what the operator gave can't be " +
			"changed"}, h.changeClub)
	rest.Handle(api, rest.Operation{Name: "club.logo", Method: http.MethodPost, Path: logo, Tag: tag, Upload: true,
		Summary: "Give the club a logo, for administrators: JPEG, PNG, GIF or WebP"}, h.setLogo)
	rest.Handle(api, rest.Operation{Name: "club.logo.delete", Method: http.MethodDelete, Path: logo, Tag: tag,
		Summary: "Leave the club without a logo, for administrators"}, h.takeLogoAway)
}

// ClubSettings are who the club is. What the operator gave is told as it is, and can't be changed.
type ClubSettings struct {
	Name        string `json:"name" doc:"Empty for the name that the program begins with."`
	NameGiven   bool   `json:"name_given" doc:"The operator gave the name."`
	ShownName   string `json:"shown_name" doc:"What the club is called everywhere; never empty."`
	Colour      string `json:"colour" doc:"As #0d687d; empty for that of the page."`
	LogoID      int64  `json:"logo_id" doc:"0 for none."`
	LogoURL     string `json:"logo_url" doc:"Empty for none."`
	SenderName  string `json:"sender_name" doc:"Of mail; empty for the name of the club."`
	SenderEmail string `json:"sender_email" doc:"Empty for that of the mail server, or none."`
	SenderGiven bool   `json:"sender_given" doc:"The operator gave the sender of mail."`
}

type clubOutput struct{ Body ClubSettings }

func (h *Handler) club(s settings.Identity, err error) (*clubOutput, error) {
	if err != nil {
		return nil, err
	}
	output := &clubOutput{ClubSettings{
		Name: s.Name, NameGiven: s.Given.Name != "", ShownName: s.Club.Name, Colour: s.Colour, LogoID: s.Logo,
		LogoURL: h.format.Picture(s.Logo, media.Full), SenderName: s.SenderName, SenderEmail: s.SenderEmail,
		SenderGiven: s.Given.Sender.Email != "",
	}}
	if output.Body.NameGiven {
		output.Body.Name = s.Given.Name
	}
	if output.Body.SenderGiven {
		output.Body.SenderName, output.Body.SenderEmail = s.Given.Sender.Name, s.Given.Sender.Email
	}
	return output, nil
}

func (h *Handler) showClub(ctx context.Context, _ *struct{}) (*clubOutput, error) {
	return h.club(h.settings.Identity(ctx, session.Viewer(ctx)))
}

type changeClubInput struct {
	Body struct {
		Name        *string `json:"name,omitempty"`
		Colour      *string `json:"colour,omitempty"`
		SenderName  *string `json:"sender_name,omitempty"`
		SenderEmail *string `json:"sender_email,omitempty"`
	}
}

func (h *Handler) changeClub(ctx context.Context, in *changeClubInput) (*clubOutput, error) {
	return h.club(h.settings.ChangeIdentity(ctx, session.Viewer(ctx), func(s *identity.Settings) {
		for _, part := range []struct{ to, from *string }{
			{&s.Name, in.Body.Name}, {&s.Colour, in.Body.Colour}, {&s.SenderName, in.Body.SenderName},
			{&s.SenderEmail, in.Body.SenderEmail},
		} {
			if part.from != nil {
				*part.to = *part.from
			}
		}
	}))
}

type logoInput struct{ rest.Upload }

func (h *Handler) setLogo(ctx context.Context, in *logoInput) (*clubOutput, error) {
	viewer := session.Viewer(ctx)
	if _, err := h.settings.Identity(ctx, viewer); err != nil {
		return nil, err
	}
	end, err := h.begin(viewer)
	if err != nil {
		return nil, err
	}
	defer end()
	file, err := in.File()
	if err != nil {
		return nil, err
	}
	return h.club(h.settings.SetLogo(ctx, viewer, file.Data))
}

func (h *Handler) takeLogoAway(ctx context.Context, _ *struct{}) (*clubOutput, error) {
	return h.club(h.settings.ChangeIdentity(ctx, session.Viewer(ctx), func(s *identity.Settings) { s.Logo = 0 }))
}
