package workspaces_test

import (
	"context"
	"crypto/rand"
	"errors"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/letter"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/usecase/workspaces"
	"github.com/clubhuis/clubhuis/core/workspace"
	"github.com/clubhuis/clubhuis/ports"
)

// room is a workspace of Olga's with an admin and a member, beside a stranger and an administrator of the club.
type room struct {
	*workspaces.Service
	t       *testing.T
	stores  ports.Stores
	now     time.Time
	viewers map[string]access.Viewer
	mails   []mail.Draft
	id      workspace.ID
}

const secret = "een lang en goed wachtwoord"

func newRoom(t *testing.T) *room {
	t.Helper()
	r := &room{t: t, now: time.Date(2026, 6, 15, 12, 0, 0, 0, time.UTC), viewers: map[string]access.Viewer{}}
	store := inmem.Open()
	r.stores = store.Stores()
	r.Service = &workspaces.Service{
		Directory: r.stores.Directory, Users: r.stores.Users, Invites: r.stores.Invites, Attempts: r.stores.Attempts, Atomic: store,
		Now: func() time.Time { return r.now }, Zone: time.UTC, Random: rand.Read,
		House: func() letter.House { return letter.House{Club: "vv De Proef"} },
		Post: func(_ context.Context, _ ports.Stores, draft mail.Draft) error {
			r.mails = append(r.mails, draft)
			return nil
		},
		Protect: func(_ context.Context, _ account.User, password, field string) (account.Hash, error) {
			if password != secret {
				return "", fault.Param(field, "Te kort.")
			}
			return account.Hash(password), nil
		},
	}
	for name, role := range map[string]access.Role{
		"owner": access.Member, "admin": access.Member, "member": access.Member, "stranger": access.Member,
		"boss": access.Administrator,
	} {
		id, err := r.stores.Users.Create(t.Context(), account.User{
			Username: name, DisplayName: "Heet " + name, Email: name + "@club.example", Roles: []access.Role{role}, PasswordHash: "x",
		})
		r.ok(err)
		r.viewers[name] = access.Viewer{User: id, Roles: []access.Role{role}}
	}
	r.ok(r.stores.Directory.Refresh(t.Context()))
	name := "Jeugd"
	made, err := r.Create(t.Context(), r.viewers["owner"], workspaces.Change{Name: &name})
	r.ok(err)
	r.id = made.ID
	for who, role := range map[string]workspace.Role{"admin": workspace.Admin, "member": workspace.Member} {
		_, err := r.AddMember(t.Context(), r.viewers["owner"], r.id, r.viewers[who].User, role)
		r.ok(err)
	}
	return r
}

func (r *room) ok(err error) {
	r.t.Helper()
	if err != nil {
		r.t.Fatal(err)
	}
}

func (r *room) is(what string, err, want error) {
	r.t.Helper()
	if !errors.Is(err, want) {
		r.t.Errorf("%s: %v, want %v", what, err, want)
	}
}

// The deeds that ask for a role, each with who may do it. Everybody else is refused before anything is looked at.
func TestWhoMayDoWhatInAWorkspace(t *testing.T) {
	t.Parallel()
	name := "Anders"
	deeds := map[string]struct {
		may []string
		do  func(r *room, v access.Viewer) error
	}{
		"look": {[]string{"owner", "admin", "member", "boss"}, func(r *room, v access.Viewer) error {
			_, err := r.Show(r.t.Context(), v, r.id)
			return err
		}},
		"rename": {[]string{"owner", "admin", "boss"}, func(r *room, v access.Viewer) error {
			_, err := r.Edit(r.t.Context(), v, r.id, nil, workspaces.Change{Name: &name})
			return err
		}},
		"add somebody": {[]string{"owner", "admin", "boss"}, func(r *room, v access.Viewer) error {
			_, err := r.AddMember(r.t.Context(), v, r.id, r.viewers["stranger"].User, workspace.Member)
			return err
		}},
		"change a role": {[]string{"owner", "admin", "boss"}, func(r *room, v access.Viewer) error {
			_, err := r.ChangeMember(r.t.Context(), v, r.id, r.viewers["member"].User, workspace.Admin)
			return err
		}},
		"hand it over": {[]string{"owner", "boss"}, func(r *room, v access.Viewer) error {
			_, err := r.ChangeMember(r.t.Context(), v, r.id, r.viewers["admin"].User, workspace.Owner)
			return err
		}},
		"take a member out": {[]string{"owner", "admin", "member", "boss"}, func(r *room, v access.Viewer) error { // itself: member
			return r.RemoveMember(r.t.Context(), v, r.id, r.viewers["member"].User)
		}},
		"invite": {[]string{"owner", "admin", "boss"}, func(r *room, v access.Viewer) error {
			_, err := r.Invite(r.t.Context(), v, r.id, "nieuw@club.example", workspace.Member)
			return err
		}},
		"see invites": {[]string{"owner", "admin", "boss"}, func(r *room, v access.Viewer) error {
			_, err := r.Pending(r.t.Context(), v, r.id)
			return err
		}},
		"delete it": {[]string{"owner", "boss"}, func(r *room, v access.Viewer) error {
			_, err := r.Remove(r.t.Context(), v, r.id, nil)
			return err
		}},
	}
	for what, deed := range deeds {
		for who := range newRoom(t).viewers {
			r := newRoom(t)
			err := deed.do(r, r.viewers[who])
			may := false
			for _, one := range deed.may {
				may = may || one == who
			}
			if may != (err == nil) || !may && fault.KindOf(err) != fault.Forbidden {
				t.Errorf("%s by %s: %v", what, who, err)
			}
		}
		r := newRoom(t)
		if err := deed.do(r, access.Viewer{}); !errors.Is(err, fault.ErrNotSignedIn) {
			t.Errorf("%s by nobody: %v", what, err)
		}
	}
}

func TestAWorkspaceIsListedForItsMembers(t *testing.T) {
	t.Parallel()
	r := newRoom(t)
	for who, want := range map[string]int{"owner": 1, "admin": 1, "member": 1, "stranger": 0, "boss": 0} {
		list, err := r.List(t.Context(), r.viewers[who], false)
		if err != nil || len(list) != want {
			t.Errorf("%s has %d, %v", who, len(list), err)
		}
	}
	all, err := r.List(t.Context(), r.viewers["boss"], true)
	if err != nil || len(all) != 1 || all[0].Role != "" {
		t.Errorf("an administrator has %+v, %v", all, err)
	}
	_, err = r.List(t.Context(), r.viewers["owner"], true)
	r.is("all for a member", err, fault.ErrForbidden)
	_, err = r.Show(t.Context(), r.viewers["boss"], r.id+9)
	r.is("one that never was", err, workspace.ErrAbsent)
}

func TestTheOwnerStaysUntilTheWorkspaceIsHandedOver(t *testing.T) {
	t.Parallel()
	r := newRoom(t)
	owner, admin := r.viewers["owner"], r.viewers["admin"]
	r.is("the owner leaves", r.RemoveMember(t.Context(), owner, r.id, owner.User), workspace.ErrRemoveOwner)
	_, err := r.ChangeMember(t.Context(), admin, r.id, owner.User, workspace.Member)
	r.is("an admin lowers the owner", err, workspace.ErrChangeOwner)
	_, err = r.ChangeMember(t.Context(), owner, r.id, r.viewers["stranger"].User, workspace.Owner)
	r.is("to somebody outside", err, workspace.ErrNotAMember)
	_, err = r.ChangeMember(t.Context(), owner, r.id, r.viewers["stranger"].User, workspace.Admin)
	r.is("a role for somebody outside", err, workspace.ErrNotAMember)
	changed, err := r.ChangeMember(t.Context(), owner, r.id, admin.User, workspace.Owner)
	if err != nil || changed.Role != workspace.Owner {
		t.Errorf("handed over: %+v, %v", changed, err)
	}
	shown, err := r.Show(t.Context(), owner, r.id)
	if err != nil || shown.Role != workspace.Admin {
		t.Errorf("who handed over is %q, %v", shown.Role, err)
	}
	_, err = r.AddMember(t.Context(), owner, r.id, 999, workspace.Member)
	r.is("nobody", err, workspace.ErrNoUser)
	r.ok(
		r.stores.Users.Update(t.Context(), r.viewers["stranger"].User, func(u *account.User) error { u.Blocked = r.now; return nil }),
	)
	_, err = r.AddMember(t.Context(), owner, r.id, r.viewers["stranger"].User, workspace.Member)
	r.is("who is blocked", err, workspace.ErrNoUser)
	r.ok(r.stores.Users.Update(t.Context(), r.viewers["member"].User, func(u *account.User) error { u.Blocked = r.now; return nil }))
	_, err = r.ChangeMember(t.Context(), admin, r.id, r.viewers["member"].User, workspace.Owner)
	r.is("handed to who is blocked", err, workspace.ErrNoUser)
}

func TestAnEditIsMeantForARevision(t *testing.T) {
	t.Parallel()
	r := newRoom(t)
	first, second := "Een", "Twee"
	shown, err := r.Show(t.Context(), r.viewers["owner"], r.id)
	r.ok(err)
	expected := record.Expected{shown.Revision}
	edited, err := r.Edit(t.Context(), r.viewers["owner"], r.id, expected, workspaces.Change{Name: &first})
	if err != nil || edited.Name != first || edited.Revision != shown.Revision+1 {
		t.Errorf("%+v, %v", edited, err)
	}
	_, err = r.Edit(t.Context(), r.viewers["admin"], r.id, expected, workspaces.Change{Name: &second})
	if outdated := new(record.Outdated); !errors.As(err, &outdated) {
		t.Errorf("too late: %v", err)
	}
	r.now = r.now.Add(time.Hour)
	same, err := r.Edit(t.Context(), r.viewers["owner"], r.id, nil, workspaces.Change{Name: &first})
	if err != nil || !same.Modified.Equal(edited.Modified) {
		t.Errorf("an edit of nothing: %+v, %v", same, err)
	}
	empty := " "
	if _, err := r.Edit(
		t.Context(),
		r.viewers["owner"],
		r.id,
		nil,
		workspaces.Change{Name: &empty},
	); fault.KindOf(err) != fault.Invalid {
		t.Errorf("without a name: %v", err)
	}
}

func TestADeletedWorkspaceLeavesItsPeople(t *testing.T) {
	t.Parallel()
	r := newRoom(t)
	name := "Andere"
	other, err := r.Create(t.Context(), r.viewers["owner"], workspaces.Change{Name: &name})
	r.ok(err)
	assigned := func(to ...workspace.ID) person.Person {
		p := person.New(r.viewers["owner"].User, r.now)
		p.Visibility, p.Workspaces = person.InWorkspaces, to
		return p
	}
	ids, err := r.stores.People.Create(t.Context(), assigned(r.id), assigned(r.id, other.ID))
	r.ok(err)
	r.ok(r.stores.Directory.Refresh(t.Context()))
	if _, err := r.Remove(t.Context(), r.viewers["owner"], r.id, nil); err != nil {
		t.Fatal(err)
	}
	r.ok(r.stores.People.Update(t.Context(), ids, func(all map[person.ID]*person.Person) error {
		if p := all[ids[0]]; p.Visibility != person.Private || len(p.Workspaces) != 0 {
			t.Errorf("who is left without one: %s %v", p.Visibility, p.Workspaces)
		}
		if p := all[ids[1]]; p.Visibility != person.InWorkspaces || len(p.Workspaces) != 1 || p.Workspaces[0] != other.ID {
			t.Errorf("who is in another: %s %v", p.Visibility, p.Workspaces)
		}
		return nil
	}))
	_, err = r.Show(t.Context(), r.viewers["owner"], r.id)
	r.is("afterwards", err, workspace.ErrAbsent)
}

func TestMembersAreFoundByWhoIsAMember(t *testing.T) {
	t.Parallel()
	r := newRoom(t)
	ids := []workspace.ID{r.id}
	for who, want := range map[string]int{"owner": 2, "member": 2, "stranger": 0, "boss": 0} {
		hits, err := r.Search(t.Context(), r.viewers[who], ids, "heet")
		if err != nil || len(hits) != want {
			t.Errorf("%s finds %d, %v", who, len(hits), err)
		}
	}
	if _, err := r.Search(t.Context(), r.viewers["owner"], ids, " "); fault.KindOf(err) != fault.Invalid {
		t.Errorf("without words: %v", err)
	}
}
