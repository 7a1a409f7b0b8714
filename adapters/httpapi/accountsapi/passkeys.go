package accountsapi

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/usecase/accounts"
)

// mountPasskeys adds what belongs to passkeys. What browsers take and give is JSON of theirs, which the page hands on as a text.
func (h *Handler) mountPasskeys(api huma.API) {
	const own, tag = "/club/v1/user/passkeys", "accounts"
	rest.Handle(api, rest.Operation{Name: "session.passkey", Method: http.MethodPost, Path: "/club/v1/session/passkey", Tag: tag,
		Public: true, Secret: true, Summary: "What a browser needs to sign in with a passkey"}, h.askPasskey)
	rest.Handle(api, rest.Operation{Name: "user.passkeys.begin", Method: http.MethodPost, Path: own + "-begin", Tag: tag,
		Enrolling: true, Browser: true, Confirm: true, Secret: true,
		Summary: "What a browser needs to make a passkey"}, h.beginPasskey)
	rest.Handle(api, rest.Operation{Name: "user.passkeys.add", Method: http.MethodPost, Path: own, Tag: tag,
		Enrolling: true, Browser: true, Confirm: true, Audit: true, Secret: true,
		Summary: "Add the passkey that was made; with the first second factor recovery codes, shown this once"}, h.addPasskey)
	rest.Handle(api, rest.Operation{Name: "user.passkeys.remove", Method: http.MethodDelete, Path: own + "/{id}", Tag: tag,
		Browser: true, Confirm: true, Audit: true, Summary: "Remove one of one's passkeys"}, h.removePasskey)
}

// Passkey is one of a user's passkeys.
type Passkey struct {
	ID       string `json:"id"`
	Name     string `json:"name"`
	Made     string `json:"made" doc:"YYYY-MM-DD HH:MM:SS in UTC."`
	LastUsed string `json:"last_used" doc:"YYYY-MM-DD HH:MM:SS in UTC; empty for never."`
	Synced   bool   `json:"synced" doc:"It may be on several devices of the user."`
}

func wirePasskeys(keys []account.Passkey) []Passkey {
	wired := []Passkey{}
	for _, k := range keys {
		one := Passkey{ID: k.ID, Name: k.Name, Made: stamp(k.Made), Synced: k.Synced}
		if !k.LastUsed.IsZero() {
			one.LastUsed = stamp(k.LastUsed)
		}
		wired = append(wired, one)
	}
	return wired
}

// PasskeyReply is what a browser got of a device. A reply that is far longer than any is refused unread.
type PasskeyReply struct {
	Token      string `json:"token" maxLength:"500" doc:"That came with the options. It is good for five minutes, and once."`
	Credential string `json:"credential" maxLength:"20000" doc:"What the browser gave (PublicKeyCredential.toJSON), as a text of JSON."`
}

func (r *PasskeyReply) reply() accounts.PasskeyReply {
	if r == nil {
		return accounts.PasskeyReply{}
	}
	return accounts.PasskeyReply{Token: r.Token, Reply: []byte(r.Credential)}
}

type passkeyQuestionOutput struct {
	Body struct {
		Options string `json:"options" doc:"For PublicKeyCredential.parse…OptionsFromJSON, as a text of JSON."`
		Token   string `json:"token" doc:"To be sent back with the reply."`
	}
}

func questioned(question accounts.PasskeyQuestion, err error) (*passkeyQuestionOutput, error) {
	if err != nil {
		return nil, err
	}
	output := &passkeyQuestionOutput{}
	output.Body.Options, output.Body.Token = string(question.Options), question.Token
	return output, nil
}

func (h *Handler) askPasskey(context.Context, *struct{}) (*passkeyQuestionOutput, error) {
	return questioned(h.accounts.AskPasskey())
}

func (h *Handler) beginPasskey(ctx context.Context, _ *struct{}) (*passkeyQuestionOutput, error) {
	return questioned(h.accounts.BeginPasskey(ctx, session.Viewer(ctx), session.Of(ctx).Session.Digest))
}

type addPasskeyInput struct {
	Body struct {
		PasskeyReply
		Name string `json:"name" maxLength:"200" doc:"By which its user knows it."`
	}
}

func (h *Handler) addPasskey(ctx context.Context, in *addPasskeyInput) (*recoveryOutput, error) {
	codes, err := h.accounts.AddPasskey(ctx, session.Viewer(ctx), session.Of(ctx).Session.Digest, in.Body.Name, in.Body.reply())
	if codes == nil {
		codes = []string{}
	}
	return recovery(codes, err)
}

type removePasskeyInput struct {
	ID string `path:"id" maxLength:"100"`
}

func (h *Handler) removePasskey(ctx context.Context, in *removePasskeyInput) (*deletedOutput, error) {
	return deleted(h.accounts.RemovePasskey(ctx, session.Viewer(ctx), session.Of(ctx).Session.Digest, in.ID))
}
