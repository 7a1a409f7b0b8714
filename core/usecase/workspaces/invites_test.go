package workspaces_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/usecase/workspaces"
	"github.com/clubhuis/clubhuis/core/workspace"
)

// invite lets somebody invite an address, and returns the token in the mail.
func (r *room) invite(by, email string, role workspace.Role) string {
	r.t.Helper()
	_, err := r.Invite(r.t.Context(), r.viewers[by], r.id, email, role)
	r.ok(err)
	draft := r.mails[len(r.mails)-1]
	if strings.Contains(draft.Text+draft.HTML, draft.Secret) && draft.Secret != "" {
		r.t.Error("the secret stands in the text that is kept")
	}
	return draft.Secret[strings.LastIndexByte(draft.Secret, '/')+1:]
}

func TestAnInviteLetsOneAddressInOnce(t *testing.T) {
	t.Parallel()
	r := newRoom(t)
	ctx, stranger := t.Context(), r.viewers["stranger"]
	token := r.invite("admin", "Stranger@club.example", workspace.Admin)
	looked, err := r.Look(ctx, token)
	if err != nil || looked.Why != nil || !looked.Known || looked.Name != "Jeugd" {
		t.Errorf("%+v, %v", looked, err)
	}
	_, err = r.Accept(ctx, r.viewers["member"], token)
	r.is("with another address", err, workspace.ErrAddress)
	_, err = r.Accept(ctx, r.viewers["boss"], token)
	r.is("by an administrator with another address", err, workspace.ErrAddress)
	_, err = r.Accept(ctx, access.Viewer{}, token)
	r.is("by nobody", err, fault.ErrNotSignedIn)
	_, err = r.Accept(ctx, stranger, token+"x")
	r.is("guessed", err, workspace.ErrNoToken)
	joined, err := r.Accept(ctx, stranger, token)
	if err != nil || joined.Role != workspace.Admin {
		t.Errorf("joined as %q, %v", joined.Role, err)
	}
	_, err = r.Accept(ctx, stranger, token)
	r.is("twice", err, workspace.ErrUsed)
	_, err = r.Invite(ctx, r.viewers["owner"], r.id, "stranger@club.example", workspace.Member)
	r.is("a member", err, workspace.ErrAlreadyMember)
}

func TestAnInviteIsGoodForAWhileAndUntilItIsRevoked(t *testing.T) {
	t.Parallel()
	r := newRoom(t)
	ctx, stranger := t.Context(), r.viewers["stranger"]
	old := r.invite("owner", "stranger@club.example", workspace.Member)
	_, err := r.Invite(ctx, r.viewers["admin"], r.id, "stranger@club.example", workspace.Member)
	r.is("two to one address", err, workspace.ErrAlreadyInvited)
	r.now = r.now.Add(workspace.InviteLife)
	_, err = r.Accept(ctx, stranger, old)
	r.is("too late", err, workspace.ErrExpired)
	again := r.invite("owner", "stranger@club.example", workspace.Member)
	pending, err := r.Pending(ctx, r.viewers["admin"], r.id)
	if err != nil || len(pending) != 1 {
		t.Fatalf("%d pending, %v", len(pending), err)
	}
	r.is("of another workspace", r.Revoke(ctx, r.viewers["boss"], r.id, 999), workspace.ErrNoInvite)
	r.ok(r.Revoke(ctx, r.viewers["admin"], r.id, pending[0].ID))
	r.is("revoked twice", r.Revoke(ctx, r.viewers["admin"], r.id, pending[0].ID), workspace.ErrNotPending)
	_, err = r.Accept(ctx, stranger, again)
	r.is("revoked", err, workspace.ErrRevoked)
	looked, err := r.Look(ctx, again)
	if err != nil || !errors.Is(looked.Why, workspace.ErrRevoked) || looked.Known {
		t.Errorf("looked at: %+v, %v", looked, err)
	}
}

// Who was taken out does not come back in by an invite of their own, nor does anybody whom they invited.
func TestAnInviteFallsWithTheRightToInvite(t *testing.T) {
	t.Parallel()
	r := newRoom(t)
	token := r.invite("admin", "stranger@club.example", workspace.Member)
	r.ok(r.RemoveMember(t.Context(), r.viewers["owner"], r.id, r.viewers["admin"].User))
	_, err := r.Accept(t.Context(), r.viewers["stranger"], token)
	r.is("of who is out", err, workspace.ErrRevoked)
	if _, err := r.Invite(t.Context(), r.viewers["owner"], r.id, "stranger@club.example", workspace.Member); err != nil {
		t.Errorf("it stands in the way of another: %v", err)
	}
}

// Somebody who got an invite was added by hand and taken out again: the mail brings nobody back.
func TestAnOldInviteBringsNobodyBack(t *testing.T) {
	t.Parallel()
	r := newRoom(t)
	ctx, owner, stranger := t.Context(), r.viewers["owner"], r.viewers["stranger"]
	added := r.invite("owner", "stranger@club.example", workspace.Admin)
	other := r.invite("owner", "nieuw@club.example", workspace.Member)
	_, err := r.AddMember(ctx, owner, r.id, stranger.User, workspace.Member)
	r.ok(err)
	pending, err := r.Pending(ctx, owner, r.id)
	if err != nil || len(pending) != 1 || pending[0].Email != "nieuw@club.example" {
		t.Errorf("pending beside who was added: %+v, %v", pending, err)
	}
	r.ok(r.RemoveMember(ctx, owner, r.id, stranger.User))
	_, err = r.Accept(ctx, stranger, added)
	r.is("who was added and taken out", err, workspace.ErrRevoked)
	nina := workspaces.Newcomer{DisplayName: "Nina", Password: secret}
	_, _, err = r.Register(ctx, other, nina, access.Entrance{Address: "10.0.0.1"})
	r.ok(err)

	again := r.invite("owner", "stranger@club.example", workspace.Member) // after it was taken out: meant
	_, err = r.Accept(ctx, stranger, again)
	r.ok(err)
}

func TestAnInviteeMakesAnAccount(t *testing.T) {
	t.Parallel()
	r := newRoom(t)
	ctx, from := t.Context(), access.Entrance{Address: "10.0.0.1"}
	token := r.invite("owner", "nieuw@club.example", workspace.Member)
	who := workspaces.Newcomer{DisplayName: " Nina  Nieuw ", Password: secret}
	if _, _, err := r.Register(
		ctx,
		token,
		workspaces.Newcomer{DisplayName: "Nina", Password: "kort"},
		from,
	); fault.KindOf(err) != fault.Invalid {
		t.Errorf("a weak password: %v", err)
	}
	user, shown, err := r.Register(ctx, token, who, from)
	if err != nil || user.DisplayName != "Nina Nieuw" || user.Email != "nieuw@club.example" || shown.Role != workspace.Member ||
		len(user.Roles) != 1 || user.Roles[0] != access.Member {
		t.Errorf("%+v, %q, %v", user, shown.Role, err)
	}
	_, _, err = r.Register(ctx, token, who, from)
	r.is("twice", err, workspace.ErrUsed)
	known := r.invite("owner", "stranger@club.example", workspace.Member)
	_, _, err = r.Register(ctx, known, who, from)
	r.is("an address that has an account", err, account.ErrEmailTaken)
	var last error
	for range 30 {
		if _, _, last = r.Register(ctx, "geraden", who, from); errors.Is(last, account.ErrTooMany) {
			break
		}
	}
	r.is("guesses", last, account.ErrTooMany)
	r.now = r.now.Add(workspace.InviteKept + time.Hour)
	if gone, err := r.Purge(ctx); err != nil || gone != 2 {
		t.Errorf("%d forgotten, %v", gone, err)
	}
}
