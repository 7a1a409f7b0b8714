package workspacesapi

import (
	"time"

	"github.com/clubhuis/clubhuis/adapters/httpapi/rest"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/core/usecase/workspaces"
	"github.com/clubhuis/clubhuis/core/workspace"
)

// Workspace is one as clients read it (contract §2.6).
type Workspace struct {
	ID          int64  `json:"id"`
	Name        string `json:"name"`
	Title       string `json:"title" doc:"The name once more."`
	Description string `json:"description"`
	MemberCount int    `json:"member_count"`
	Role        string `json:"role" enum:"owner,admin,member," doc:"Of the caller; empty for an administrator of the club who is no member."`
	IsOwner     bool   `json:"is_owner" doc:"Whether the caller is the owner."`
	JoinedAt    string `json:"joined_at" doc:"When the caller joined: YYYY-MM-DD HH:MM:SS in the club's zone, or empty."`
	CreatedAt   string `json:"created_at" doc:"YYYY-MM-DD HH:MM:SS in the club's zone."`
	ModifiedAt  string `json:"modified_at" doc:"Likewise."`
	ETag        string `json:"etag" doc:"The ETag of the workspace, for If-Match."`
}

// WorkspaceDetail is a workspace with its members.
type WorkspaceDetail struct {
	Workspace
	OwnerID     int64             `json:"owner_id"`
	Members     []WorkspaceMember `json:"members" doc:"By name."`
	CurrentUser struct {
		Role    string `json:"role" enum:"owner,admin,member,"`
		IsOwner bool   `json:"is_owner"`
	} `json:"current_user"`
}

// WorkspaceMember is a member of a workspace.
type WorkspaceMember struct {
	UserID      int64  `json:"user_id"`
	DisplayName string `json:"display_name"`
	Email       string `json:"email" doc:"One's own, and to administrators everybody's; empty otherwise: it lets somebody try to sign in."`
	AvatarURL   string `json:"avatar_url" doc:"The thumbnail of the linked person, empty without one that the caller may see."`
	Role        string `json:"role" enum:"owner,admin,member"`
	JoinedAt    string `json:"joined_at" doc:"YYYY-MM-DD HH:MM:SS in the club's zone."`
	IsOwner     bool   `json:"is_owner"`
}

// MemberChanged is what came of a change of a member.
type MemberChanged struct {
	Success     bool   `json:"success"`
	UserID      int64  `json:"user_id"`
	DisplayName string `json:"display_name"`
	AvatarURL   string `json:"avatar_url" doc:"The thumbnail of the linked person, empty without one that the caller may see."`
	Role        string `json:"role" enum:"owner,admin,member"`
	IsOwner     bool   `json:"is_owner"`
}

// MemberHit is a member that a search finds.
type MemberHit struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
}

// WorkspaceInvite is an invite as those who keep its workspace read it.
type WorkspaceInvite struct {
	ID        int64  `json:"id"`
	Email     string `json:"email"`
	Role      string `json:"role" enum:"admin,member"`
	Status    string `json:"status" enum:"pending"`
	InvitedBy string `json:"invited_by" doc:"What the user was called then."`
	InvitedAt string `json:"invited_at" doc:"YYYY-MM-DD HH:MM:SS in the club's zone."`
	ExpiresAt string `json:"expires_at" doc:"Likewise."`
}

// NewInvite is a new invite.
type NewInvite struct {
	WorkspaceInvite
	EmailSent bool `json:"email_sent" doc:"That the mail is on its way."`
}

// InviteValidity is an invite as its visitor sees it.
type InviteValidity struct {
	Valid         bool   `json:"valid"`
	WorkspaceName string `json:"workspace_name"`
	InvitedBy     string `json:"invited_by" doc:"What the user was called then."`
	Role          string `json:"role" enum:"admin,member"`
	Email         string `json:"email" doc:"The address that it is for; empty unless it is valid."`
	HasAccount    bool   `json:"has_account" doc:"Whether somebody has an account with that address; false unless it is valid."`
	ExpiresAt     string `json:"expires_at" doc:"YYYY-MM-DD HH:MM:SS in the club's zone."`
	Code          string `json:"code,omitempty" enum:"invalid_status,expired" doc:"Why it is not: used or revoked, or expired."`
	Message       string `json:"message,omitempty"`
}

// WorkspaceJoined is what came of an invite.
type WorkspaceJoined struct {
	Success       bool   `json:"success"`
	WorkspaceID   int64  `json:"workspace_id"`
	WorkspaceName string `json:"workspace_name"`
	Role          string `json:"role" enum:"owner,admin,member" doc:"What the user is in the workspace now."`
	Message       string `json:"message"`
}

// WorkspaceDone is what came of taking something away.
type WorkspaceDone struct {
	Success bool   `json:"success"`
	ID      int64  `json:"id" doc:"Of what was taken away."`
	Message string `json:"message"`
}

func (h *Handler) stamp(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return at.In(h.format.Zone).Format(civil.StampLayout)
}

func (h *Handler) workspace(w *workspaces.Shown, caller int64) Workspace {
	return Workspace{
		ID: w.ID, Name: w.Name, Title: w.Name, Description: w.Description, MemberCount: len(w.Members), Role: string(w.Role),
		IsOwner: w.Role == workspace.Owner, JoinedAt: h.stamp(w.JoinedAt(caller)), CreatedAt: h.stamp(w.Created),
		ModifiedAt: h.stamp(w.Modified), ETag: rest.ETag(w.Revision),
	}
}

func (h *Handler) member(m *workspaces.Member, viewer access.Viewer) WorkspaceMember {
	member := WorkspaceMember{
		UserID: m.User, DisplayName: m.Account.DisplayName, Role: string(m.Role), JoinedAt: h.stamp(m.Joined),
		AvatarURL: h.format.Picture(m.Photo, media.Thumbnail), IsOwner: m.Role == workspace.Owner,
	}
	if m.User == viewer.User || viewer.Can(access.Manage) {
		member.Email = m.Account.Email
	}
	return member
}

func (h *Handler) memberChanged(m *workspaces.Member) MemberChanged {
	return MemberChanged{
		Success: true, UserID: m.User, DisplayName: m.Account.DisplayName, AvatarURL: h.format.Picture(m.Photo, media.Thumbnail),
		Role: string(m.Role), IsOwner: m.Role == workspace.Owner,
	}
}

func (h *Handler) invite(i *workspace.Invite) WorkspaceInvite {
	return WorkspaceInvite{
		ID: i.ID, Email: i.Email, Role: string(i.Role), Status: "pending", InvitedBy: i.ByName, InvitedAt: h.stamp(i.Made),
		ExpiresAt: h.stamp(i.Expires()),
	}
}

func newJoined(w *workspaces.Shown) WorkspaceJoined {
	return WorkspaceJoined{
		Success: true, WorkspaceID: w.ID, WorkspaceName: w.Name, Role: string(w.Role), Message: joined(w.Name),
	}
}
