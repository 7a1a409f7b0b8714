package workspacesapi

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/adapters/httpapi/session"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/usecase/workspaces"
	"github.com/clubhuis/clubhuis/core/workspace"
)

func (h *Handler) mountInvites(api huma.API) {
	const byToken = "/club/v1/invites/{token}"
	rest.Handle(api, rest.Operation{Name: "workspaces.invites", Method: http.MethodGet, Path: invites, Tag: tag,
		Summary: "Invites that can be used, the newest first, for the owner and the admins"}, h.pending)
	rest.Handle(api, rest.Operation{Name: "workspaces.invites.create", Method: http.MethodPost, Path: invites, Tag: tag, Audit: true,
		Summary: "Mail somebody an invite, for the owner and the admins"}, h.send)
	rest.Handle(api, rest.Operation{Name: "workspaces.invites.revoke", Method: http.MethodDelete, Path: invites + "/{invite_id}",
		Tag: tag, Audit: true, Summary: "Take an invite back, for the owner and the admins"}, h.revoke)
	rest.Handle(api, rest.Operation{Name: "invites.show", Method: http.MethodGet, Path: byToken, Tag: tag, Public: true,
		Summary: "What an invite is for, and whether it can be used"}, h.look)
	rest.Handle(api, rest.Operation{Name: "invites.accept", Method: http.MethodPost, Path: byToken + "/accept", Tag: tag,
		Audit: true, Summary: "Join a workspace by an invite to one's own address"}, h.accept)
	rest.Handle(api, rest.Operation{Name: "invites.register", Method: http.MethodPost, Path: byToken + "/register", Tag: tag,
		Public: true, Audit: true, Summary: "Make an account by an invite, and join its workspace"}, h.register)
}

type invitesOutput struct{ Body []WorkspaceInvite }

func (h *Handler) pending(ctx context.Context, in *oneInput) (*invitesOutput, error) {
	list, err := h.workspaces.Pending(ctx, session.Viewer(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	output := &invitesOutput{make([]WorkspaceInvite, len(list))}
	for i := range list {
		output.Body[i] = h.invite(&list[i])
	}
	return output, nil
}

type sendInput struct {
	ID   int64 `path:"id" doc:"The workspace's number."`
	Body struct {
		Email string `json:"email" maxLength:"300"`
		Role  string `json:"role,omitempty" enum:"admin,member" default:"member"`
	}
}

type invitedOutput struct{ Body NewInvite }

func (h *Handler) send(ctx context.Context, in *sendInput) (*invitedOutput, error) {
	invite, err := h.workspaces.Invite(ctx, session.Viewer(ctx), in.ID, in.Body.Email, workspace.Role(in.Body.Role))
	if err != nil {
		return nil, err
	}
	return &invitedOutput{NewInvite{h.invite(&invite), true}}, nil
}

type revokeInput struct {
	ID       int64 `path:"id" doc:"The workspace's number."`
	InviteID int64 `path:"invite_id" doc:"The invite's number."`
}

func (h *Handler) revoke(ctx context.Context, in *revokeInput) (*doneOutput, error) {
	if err := h.workspaces.Revoke(ctx, session.Viewer(ctx), in.ID, in.InviteID); err != nil {
		return nil, err
	}
	return &doneOutput{WorkspaceDone{true, in.InviteID, revokedInvite}}, nil
}

type tokenInput struct {
	Token string `path:"token" maxLength:"100"`
}

type validityOutput struct{ Body InviteValidity }

func (h *Handler) look(ctx context.Context, in *tokenInput) (*validityOutput, error) {
	invited, err := h.workspaces.Look(ctx, in.Token)
	if err != nil {
		return nil, err
	}
	output := &validityOutput{InviteValidity{
		Valid: true, WorkspaceName: invited.Name, InvitedBy: invited.ByName, Role: string(invited.Role),
		ExpiresAt: h.stamp(invited.Expires()),
	}}
	if invited.Why != nil {
		why := rest.ErrorFor(ctx, invited.Why)
		output.Body.Valid, output.Body.Code, output.Body.Message = false, why.Code, why.Message
		return output, nil
	}
	output.Body.Email, output.Body.HasAccount = invited.Email, invited.Known
	return output, nil
}

type joinedOutput struct{ Body WorkspaceJoined }

func (h *Handler) accept(ctx context.Context, in *tokenInput) (*joinedOutput, error) {
	shown, err := h.workspaces.Accept(ctx, session.Viewer(ctx), in.Token)
	if err != nil {
		return nil, err
	}
	return &joinedOutput{newJoined(&shown)}, nil
}

type registerInput struct {
	Token string `path:"token" maxLength:"100"`
	Body  struct {
		DisplayName string `json:"display_name" maxLength:"200"`
		Password    string `json:"password" maxLength:"1000" doc:"At least 12 characters, and not easy to guess."`
	}
}

func (h *Handler) register(ctx context.Context, in *registerInput) (*joinedOutput, error) {
	from := access.Entrance{Way: access.AsVisitor, Address: session.OriginOf(ctx).Address}
	newcomer := workspaces.Newcomer{DisplayName: in.Body.DisplayName, Password: in.Body.Password}
	user, shown, err := h.workspaces.Register(ctx, in.Token, newcomer, from)
	rest.EventOf(ctx).User = user.ID
	if err != nil {
		return nil, err
	}
	return &joinedOutput{newJoined(&shown)}, nil
}
