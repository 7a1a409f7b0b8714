package workspace_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/workspace"
)

var at = time.Date(2026, 3, 29, 12, 0, 0, 0, time.UTC)

// contract: club §2.6, §5-5
func TestAWorkspaceAlwaysHasOneOwner(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		w := workspace.New(1, "Anna", at)
		user := rapid.Int64Range(1, 4)
		roles := rapid.SampledFrom([]workspace.Role{workspace.Owner, workspace.Admin, workspace.Member, "", "viewer"})
		for range rapid.IntRange(1, 20).Draw(t, "deeds") {
			before, of, role := w.Clone(), user.Draw(t, "of"), roles.Draw(t, "role")
			var err error
			switch rapid.IntRange(0, 4).Draw(t, "deed") {
			case 0:
				err = w.Put(of, role, at)
			case 1:
				err = w.Join(of, role, at)
			case 2:
				err = w.Leave(of)
			case 3:
				err = w.HandTo(of)
			case 4:
				err = w.Succeed(of, of%4+1, at)
			}
			owners := 0
			for i, m := range w.Members {
				if m.Role == workspace.Owner {
					owners++
				}
				if i > 0 && w.Members[i-1].User >= m.User || m.Role == "" || m.Role == "viewer" {
					t.Fatalf("members %+v", w.Members)
				}
			}
			if owners != 1 || err != nil && !w.Same(&before) {
				t.Fatalf("from %+v to %+v, %v", before.Members, w.Members, err)
			}
		}
	})
}

func TestWhatMembersBecome(t *testing.T) {
	t.Parallel()
	w := workspace.New(1, "Anna", at)
	for _, step := range []struct {
		err  error
		want error
	}{
		{w.Put(2, workspace.Member, at), nil}, {w.Put(2, workspace.Admin, at), nil}, {w.Join(2, workspace.Member, at), nil},
		{w.Put(1, workspace.Member, at), workspace.ErrChangeOwner}, {w.Leave(1), workspace.ErrRemoveOwner},
		{w.Leave(3), workspace.ErrNotAMember}, {w.HandTo(3), workspace.ErrNotAMember}, {w.HandTo(2), nil}, {w.Leave(1), nil},
	} {
		if !errors.Is(step.err, step.want) {
			t.Errorf("got %v, want %v", step.err, step.want)
		}
	}
	if w.RoleOf(2) != workspace.Owner || w.RoleOf(1) != "" || len(w.Members) != 1 || !w.JoinedAt(2).Equal(at) ||
		!w.JoinedAt(1).IsZero() {
		t.Errorf("members %+v", w.Members)
	}
	if err := w.Succeed(2, 9, at); err != nil || w.OwnedBy() != 9 || len(w.Members) != 1 {
		t.Errorf("members %+v, %v", w.Members, err)
	}
	for i := range int64(499) {
		if err := w.Put(100+i, workspace.Member, at); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Put(2, workspace.Member, at); !errors.Is(err, workspace.ErrFull) {
		t.Errorf("one too many: %v", err)
	}
}

func TestWhatAWorkspaceIsCalled(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"": "name", " \n ": "name", "a\x00": "name", strings.Repeat("é", 101): "name", strings.Repeat("é", 100): "", "  JO9  coaches ": "",
	} {
		w, problems := workspace.Workspace{Name: name, Description: " x "}, fault.Problems{}
		w.Validate(&problems)
		if err := problems.Fault(); (err != nil) != (want != "") || w.Description != "x" {
			t.Errorf("%q: %v", name, err)
		}
		if want == "" && w.Name != strings.Join(strings.Fields(name), " ") {
			t.Errorf("%q became %q", name, w.Name)
		}
	}
	w, problems := workspace.Workspace{Name: "x", Description: strings.Repeat("x", 2001)}, fault.Problems{}
	if w.Validate(&problems); problems.Fault() == nil {
		t.Error("a long description was taken")
	}
}

func TestWhenAnInviteIsGood(t *testing.T) {
	t.Parallel()
	anna := &account.User{ID: 1, DisplayName: "Anna"}
	good, err := workspace.NewInvite(7, " Eva@Club.Example ", workspace.Member, anna, at)
	if err != nil || good.Email != "eva@club.example" || !good.For(&account.User{Email: "EVA@club.example"}) ||
		good.For(&account.User{Email: "eva@club.example.com"}) || good.Username() != "eva@club.example" {
		t.Fatalf("got %+v, %v", good, err)
	}
	used, revoked := good, good
	used.Used, revoked.Revoked = at, at
	for _, c := range []struct {
		invite workspace.Invite
		at     time.Time
		want   error
	}{
		{good, at, nil}, {good, at.Add(workspace.InviteLife - 1), nil}, {good, at.Add(workspace.InviteLife), workspace.ErrExpired},
		{used, at, workspace.ErrUsed}, {revoked, at, workspace.ErrRevoked},
	} {
		if err := c.invite.Check(c.at); !errors.Is(err, c.want) {
			t.Errorf("at %s: %v, want %v", c.at, err, c.want)
		}
	}
	for _, wrong := range []struct{ email, role string }{{"", "member"}, {"Eva <eva@club.example>", "member"}, {"eva", "member"},
		{"a@b\r\nbcc:c@d", "member"}, {"eva@club.example", "owner"}, {"eva@club.example", ""}} {
		if _, err := workspace.NewInvite(7, wrong.email, workspace.Role(wrong.role), anna, at); err == nil {
			t.Errorf("%v was taken", wrong)
		}
	}
	odd := (&workspace.Invite{Email: "+o'brien@" + strings.Repeat("x", 90)}).Username()
	if len(odd) != 60 || odd[:9] != "o-brien@x" {
		t.Errorf("got %q", odd)
	}
	if workspace.Slug(7) != "workspace-7" {
		t.Error("the words of the contract changed")
	}
}
