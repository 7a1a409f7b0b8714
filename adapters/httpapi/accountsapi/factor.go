package accountsapi

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
)

// mountFactor adds what belongs to second factors. Who still has to set one up reaches what is marked Enrolling alone.
func (h *Handler) mountFactor(api huma.API) {
	const own, tag = "/club/v1/user/second-factor", "accounts"
	rest.Handle(api, rest.Operation{Name: "user.second-factor", Method: http.MethodGet, Path: own, Tag: tag, Enrolling: true,
		Summary: "Whether one has a second factor, and whether a role asks for one"}, h.factor)
	rest.Handle(api, rest.Operation{Name: "user.second-factor.begin", Method: http.MethodPost, Path: own, Tag: tag, Enrolling: true,
		Browser: true, Confirm: true, Audit: true, Secret: true,
		Summary: "Begin with an app as second factor: its secret, shown this once"}, h.beginFactor)
	rest.Handle(api, rest.Operation{Name: "user.second-factor.confirm", Method: http.MethodPost, Path: own + "/confirm", Tag: tag,
		Enrolling: true, Browser: true, Confirm: true, Audit: true, Secret: true,
		Summary: "Turn the app on by a code that it shows; recovery codes, shown this once, but not beside a passkey"}, h.confirmFactor)
	rest.Handle(api, rest.Operation{Name: "user.second-factor.renew", Method: http.MethodPost,
		Path: own + "/recovery-codes", Tag: tag,
		Browser: true, Confirm: true, Audit: true, Secret: true,
		Summary: "Other recovery codes, shown this once; the old ones work no more"}, h.renewRecovery)
	rest.Handle(api, rest.Operation{Name: "user.second-factor.drop", Method: http.MethodDelete, Path: own, Tag: tag,
		Browser: true, Confirm: true, Audit: true, Summary: "Turn the app of one's second factor off; passkeys stay"}, h.dropFactor)
	rest.Handle(api, rest.Operation{Name: "users.second-factor.reset", Method: http.MethodDelete,
		Path: "/club/v1/users/{id}/second-factor", Tag: tag, Confirm: true, Audit: true, Needs: access.Manage,
		Summary: "Turn the second factor of another user off, passkeys too, for administrators; " +
			"all the user's sessions end"}, h.resetFactor)
	const rule = "/club/v1/second-factor"
	rest.Handle(api, rest.Operation{Name: "second-factor.rule", Method: http.MethodGet, Path: rule, Tag: tag, Needs: access.Manage,
		Summary: "Of which roles a second factor is asked, for administrators"}, h.factorRule)
	rest.Handle(api, rest.Operation{Name: "second-factor.change", Method: http.MethodPost, Path: rule, Tag: tag,
		Needs: access.Manage, Confirm: true, Audit: true,
		Summary: "Decide of which roles a second factor is asked, for administrators"}, h.setFactorRule)
}

type factorOutput struct {
	Body struct {
		Enabled  bool      `json:"enabled" doc:"The password alone does not sign in."`
		App      bool      `json:"app" doc:"There is an app that shows codes."`
		Since    string    `json:"since" doc:"When the app was added, YYYY-MM-DD HH:MM:SS in UTC; empty without one."`
		Recovery int       `json:"recovery_codes_left"`
		Required bool      `json:"required" doc:"A role of the user asks for it."`
		Passkeys []Passkey `json:"passkeys" doc:"The one that was added last comes first."`
		Offered  bool      `json:"passkeys_offered" doc:"The club's address can have passkeys."`
	}
}

func (h *Handler) factor(ctx context.Context, _ *struct{}) (*factorOutput, error) {
	state, err := h.accounts.Factor(ctx, session.Viewer(ctx))
	if err != nil {
		return nil, err
	}
	output := &factorOutput{}
	output.Body.Enabled, output.Body.Recovery, output.Body.Required = state.On, state.Recovery, state.Required
	output.Body.App, output.Body.Passkeys, output.Body.Offered = state.App, wirePasskeys(state.Passkeys), state.Offered
	if state.App {
		output.Body.Since = stamp(state.Since)
	}
	return output, nil
}

type beginFactorOutput struct {
	Body struct {
		Secret string `json:"secret" doc:"Base32, to be typed into an app."`
		URL    string `json:"url" doc:"The same as an otpauth address, for a QR code."`
	}
}

func (h *Handler) beginFactor(ctx context.Context, _ *struct{}) (*beginFactorOutput, error) {
	secret, address, err := h.accounts.BeginFactor(ctx, session.Viewer(ctx))
	if err != nil {
		return nil, err
	}
	output := &beginFactorOutput{}
	output.Body.Secret, output.Body.URL = secret, address
	return output, nil
}

type confirmFactorInput struct {
	Body struct {
		Code string `json:"code" maxLength:"100" doc:"Six digits, as the app shows them."`
	}
}

// Recovery are fresh recovery codes.
type Recovery struct {
	Codes []string `json:"recovery_codes" doc:"Each signs in once in the place of a code."`
}

type recoveryOutput struct{ Body Recovery }

type confirmedOutput struct {
	SetCookie []http.Cookie `header:"Set-Cookie"`
	Body      Recovery
}

func (h *Handler) confirmFactor(ctx context.Context, in *confirmFactorInput) (*confirmedOutput, error) {
	codes, browser, err := h.accounts.ConfirmFactor(ctx, session.Viewer(ctx), session.Of(ctx).Session.Digest, in.Body.Code,
		session.SignInOrigin(ctx))
	output, err := recovery(codes, err)
	if err != nil {
		return nil, err
	}
	return &confirmedOutput{SetCookie: known(ctx, browser), Body: output.Body}, nil
}

func recovery(codes []string, err error) (*recoveryOutput, error) {
	if err != nil {
		return nil, err
	}
	output := &recoveryOutput{}
	output.Body.Codes = append([]string{}, codes...)
	return output, nil
}

func (h *Handler) renewRecovery(ctx context.Context, _ *struct{}) (*recoveryOutput, error) {
	return recovery(h.accounts.RenewRecovery(ctx, session.Viewer(ctx), session.Of(ctx).Session.Digest))
}

type droppedOutput struct {
	SetCookie []http.Cookie `header:"Set-Cookie"`
	Body      DeletedOutputBody
}

func (h *Handler) dropFactor(ctx context.Context, _ *struct{}) (*droppedOutput, error) {
	browser, err := h.accounts.DropFactor(ctx, session.Viewer(ctx), session.Of(ctx).Session.Digest, session.SignInOrigin(ctx))
	output, err := deleted(err)
	if err != nil {
		return nil, err
	}
	return &droppedOutput{SetCookie: known(ctx, browser), Body: output.Body}, nil
}

type resetFactorInput struct {
	ID int64 `path:"id"`
}

func (h *Handler) resetFactor(ctx context.Context, in *resetFactorInput) (*deletedOutput, error) {
	return deleted(h.accounts.ResetFactor(ctx, session.Viewer(ctx), in.ID))
}

func deleted(err error) (*deletedOutput, error) {
	if err != nil {
		return nil, err
	}
	output := &deletedOutput{}
	output.Body.Deleted = true
	return output, nil
}

// FactorRule says of which roles a second factor is asked.
type FactorRule struct {
	Roles []string `json:"roles" maxItems:"50" doc:"Names of roles, as the matrix has them."`
}

type factorRuleOutput struct{ Body FactorRule }

func wireFactorRule(rule account.FactorRule) *factorRuleOutput {
	return &factorRuleOutput{FactorRule{Roles: texts(rule.Roles)}}
}

func (h *Handler) factorRule(ctx context.Context, _ *struct{}) (*factorRuleOutput, error) {
	rule, err := h.accounts.FactorRule(ctx, session.Viewer(ctx))
	if err != nil {
		return nil, err
	}
	return wireFactorRule(rule), nil
}

type setFactorRuleInput struct{ Body FactorRule }

func (h *Handler) setFactorRule(ctx context.Context, in *setFactorRuleInput) (*factorRuleOutput, error) {
	rule := account.FactorRule{}
	for _, name := range in.Body.Roles {
		rule.Roles = append(rule.Roles, access.Role(name))
	}
	rule, err := h.accounts.SetFactorRule(ctx, session.Viewer(ctx), rule)
	if err != nil {
		return nil, err
	}
	return wireFactorRule(rule), nil
}
