package accountsapi

import (
	"context"
	"errors"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/usecase/accounts"
)

// mountReset adds the routes by which somebody sets a password who can't sign in.
func (h *Handler) mountReset(api huma.API) {
	const tag, path = "accounts", "/club/v1/password-reset"
	rest.Handle(api, rest.Operation{Name: "password-reset.request", Method: http.MethodPost, Path: path, Tag: tag, Public: true,
		Summary: "Ask for a mail with a link that sets a password; the answer is the same whether there is such a user or not",
		Audit:   true}, h.requestReset)
	rest.Handle(
		api,
		rest.Operation{Name: "password-reset.show", Method: http.MethodGet, Path: path + "/{token}", Tag: tag, Public: true,
			Summary: "Whether a link can set a password"},
		h.showReset,
	)
	rest.Handle(
		api,
		rest.Operation{Name: "password-reset.set", Method: http.MethodPost, Path: path + "/{token}", Tag: tag, Public: true,
			Summary: "Set a password by a link, once; all sessions of the user end, and when asked all else that lets somebody in",
			Audit:   true},
		h.reset,
	)
}

type requestResetInput struct {
	Body struct {
		Login string `json:"login" maxLength:"300" doc:"User name or e-mail address."`
	}
}

type messageOutput struct {
	Body struct {
		Success bool   `json:"success"`
		Message string `json:"message"`
	}
}

// What somebody is told who can't sign in.
const (
	linkUnderWay = "Als dit account bestaat, sturen we een mail met een link om een nieuw wachtwoord in te stellen."
	passwordSet  = "Wachtwoord ingesteld. Je kunt je nu aanmelden."
)

func (h *Handler) requestReset(ctx context.Context, in *requestResetInput) (*messageOutput, error) {
	user, err := h.accounts.RequestReset(ctx, in.Body.Login, session.SignInOrigin(ctx))
	rest.EventOf(ctx).User = user
	if err != nil {
		return nil, err
	}
	output := &messageOutput{}
	output.Body.Success, output.Body.Message = true, linkUnderWay
	return output, nil
}

type tokenInput struct {
	Token string `path:"token" maxLength:"100"`
}

type validOutput struct {
	Body struct {
		Valid   bool   `json:"valid"`
		Code    string `json:"code,omitempty" enum:"invalid_status,expired" doc:"Why it is not: used, or expired."`
		Message string `json:"message,omitempty"`
	}
}

func (h *Handler) showReset(ctx context.Context, in *tokenInput) (*validOutput, error) {
	output := &validOutput{}
	err := h.accounts.CheckLink(ctx, in.Token)
	for _, old := range []error{account.ErrLinkUsed, account.ErrLinkExpired} {
		if errors.Is(err, old) {
			why := rest.ErrorFor(ctx, err)
			output.Body.Code, output.Body.Message = why.Code, why.Message
			return output, nil
		}
	}
	if err != nil {
		return nil, err
	}
	output.Body.Valid = true
	return output, nil
}

type resetInput struct {
	Token string `path:"token" maxLength:"100"`
	Body  struct {
		New    string `json:"new_password" doc:"At least 12 characters, and not easy to guess."`
		Revoke bool   `json:"revoke_application_passwords,omitempty" doc:"Revoke one's application passwords and passkeys too, and the address of one's calendars."`
	}
}

type resetOutput struct {
	SetCookie []http.Cookie `header:"Set-Cookie"`
	Body      struct {
		Success bool   `json:"success"`
		Message string `json:"message"`
	}
}

func (h *Handler) reset(ctx context.Context, in *resetInput) (*resetOutput, error) {
	change := accounts.PasswordChange{New: in.Body.New, Revoke: in.Body.Revoke}
	user, left, err := h.accounts.ResetPassword(ctx, in.Token, change, session.SignInOrigin(ctx))
	rest.EventOf(ctx).User = user
	if err != nil {
		return nil, err
	}
	output := &resetOutput{SetCookie: known(ctx, left.Browser)}
	output.Body.Success, output.Body.Message = true, passwordSet
	return output, nil
}
