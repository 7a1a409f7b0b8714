package accountsapi

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/usecase/accounts"
)

// mountFirstStart adds the routes by which the first administrator is made.
func (h *Handler) mountFirstStart(api huma.API) {
	const tag, path = "accounts", "/club/v1/first-start/{token}"
	rest.Handle(api, rest.Operation{Name: "first-start.show", Method: http.MethodGet, Path: path, Tag: tag, Public: true,
		Summary: "Whether the address of the first start works: 404 once there is an administrator, and for a wrong token"},
		h.showFirstStart)
	rest.Handle(api, rest.Operation{Name: "first-start.found", Method: http.MethodPost, Path: path, Tag: tag, Public: true,
		Audit:   true,
		Summary: "Make the first administrator, once, and sign in", Secret: true}, h.found)
}

type firstStartOutput struct {
	Body struct {
		Valid bool `json:"valid"`
	}
}

func (h *Handler) showFirstStart(ctx context.Context, in *tokenInput) (*firstStartOutput, error) {
	if err := h.accounts.CheckFirstStart(ctx, in.Token, session.SignInOrigin(ctx)); err != nil {
		return nil, err
	}
	output := &firstStartOutput{}
	output.Body.Valid = true
	return output, nil
}

type foundInput struct {
	Token string `path:"token" maxLength:"100"`
	Body  struct {
		Username    string `json:"username" maxLength:"60"`
		Email       string `json:"email" maxLength:"300"`
		DisplayName string `json:"display_name" maxLength:"200" doc:"How others see the administrator."`
		Password    string `json:"password" maxLength:"1000" doc:"At least 12 characters, and not easy to guess."`
	}
}

func (h *Handler) found(ctx context.Context, in *foundInput) (*stateOutput, error) {
	founder := accounts.Founder{
		Username: in.Body.Username, Email: in.Body.Email, DisplayName: in.Body.DisplayName, Password: in.Body.Password,
	}
	signedIn, token, err := h.accounts.Found(ctx, in.Token, founder, session.SignInOrigin(ctx))
	return h.begun(ctx, signedIn, token, err)
}
