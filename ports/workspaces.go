package ports

import (
	"context"
	"time"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/workspace"
)

// Workspaces keeps the workspaces and their members. The Directory of the same Stores holds them all: who reads asks its view. An
// absent workspace is workspace.ErrAbsent. A member that is no user is account.ErrAbsent.
type Workspaces interface {
	// Create keeps w under a new number, which it returns, in revision 1; its ID and Revision are ignored. A number is never used
	// again.
	Create(ctx context.Context, w workspace.Workspace) (workspace.ID, error)

	// Update reads a workspace under lock, lets change edit it, and keeps the result, as one step. Parallel updates lose nothing.
	// change must be pure, for it may run twice. Its error is returned as it is and leaves no trace. ID and Created stay as they
	// were. The Revision of a workspace that change leaves otherwise than before rises by one.
	Update(ctx context.Context, id workspace.ID, change func(*workspace.Workspace) error) error

	// Remove destroys a workspace, with its invites, if allowed returns nil. Else it returns that error as it is, and the
	// workspace stays. What is assigned to the workspace is not changed.
	Remove(ctx context.Context, id workspace.ID, allowed func(*workspace.Workspace) error) error

	// Standing returns those of the workspaces that there are, by number. Inside a step of Atomic they stay until its end.
	Standing(ctx context.Context, ids ...workspace.ID) ([]workspace.ID, error)

	// Of returns the workspaces of which a user is a member, by number.
	Of(ctx context.Context, user account.UserID) ([]workspace.ID, error)
}

// Invites keeps the invites to workspaces, found by the digest of their token.
type Invites interface {
	// Create keeps an invite under a new number, which it returns; its ID is ignored. No such workspace is workspace.ErrAbsent.
	Create(ctx context.Context, i workspace.Invite) (int64, error)

	// Find returns an invite. An unknown digest is workspace.ErrNoToken.
	Find(ctx context.Context, digest account.Digest) (workspace.Invite, error)

	// Of returns the invites to a workspace that are open, the newest first; also those that have expired.
	Of(ctx context.Context, id workspace.ID) ([]workspace.Invite, error)

	// Update reads an invite under lock, lets change edit it, and keeps when it was used and revoked, as one step. change must be
	// pure, for it may run twice. Its error is returned as it is and leaves no trace. An unknown number is
	// workspace.ErrNoInvite.
	Update(ctx context.Context, id int64, change func(*workspace.Invite) error) error

	// Revoke takes back, as of a time, the open invites to an address: those to one workspace, or with 0 to all. It returns those
	// that it took back, in any order.
	Revoke(ctx context.Context, email string, to workspace.ID, at time.Time) ([]workspace.Invite, error)

	// Made returns how many invites a user made after a time.
	Made(ctx context.Context, by account.UserID, after time.Time) (int, error)

	// Purge destroys the invites that were made before a time, and returns how many.
	Purge(ctx context.Context, before time.Time) (int, error)
}
