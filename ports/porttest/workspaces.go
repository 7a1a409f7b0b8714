package porttest

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/workspace"
	"github.com/clubhuis/clubhuis/ports"
)

// Workspaces is the contract of ports.Workspaces.
func Workspaces(t *testing.T, open Open) {
	suite{
		{"a workspace comes back as it was kept, in revision 1", keptWorkspace},
		{"what is changed rises in revision, and what is refused leaves no trace", changedWorkspace},
		{"parallel changes lose nobody", membersAtOnce},
		{"a member is a user", strangeMembers},
		{"a removed one is gone with its invites, and its number is not used again", removedWorkspace},
		{"those that there are stay until the end of a step", standingWorkspaces},
	}.run(t, open)
}

func workspaceOf(owner account.UserID, name string) workspace.Workspace {
	w := workspace.New(owner, "Jan", at)
	w.Name, w.Description = name, "Voor "+name
	return w
}

func unlimited(*workspace.Workspace) error { return nil }

// keptSpace reads a workspace from the view, where reads are.
func keptSpace(t *testing.T, db Database, id workspace.ID) workspace.Workspace {
	t.Helper()
	w, there := view(t, db).Workspace(id)
	if !there {
		t.Fatalf("workspace %d is not there", id)
	}
	return w
}

func keptWorkspace(t *testing.T, db Database) {
	ctx := t.Context()
	twoUsers(t, db)
	w := workspaceOf(2, "Jeugd")
	w.ID, w.Revision = 99, 7
	ok(t, w.Join(1, workspace.Member, at.Add(time.Hour)))
	id := must(db.Workspaces.Create(ctx, w))(t)
	got := keptSpace(t, db, id)
	equal(t, "number and revision", fmt.Sprint(got.ID, got.Revision), fmt.Sprint(id, 1))
	equal(t, "who made it", fmt.Sprint(got.Author, got.AuthorName, got.Editor), fmt.Sprint(2, "Jan", 2))
	sameTime(t, "created", got.Created, at)
	sameTime(t, "modified", got.Modified, at)
	equal(t, "fields and members", got.Same(&w), true)
	second := must(db.Workspaces.Create(ctx, workspaceOf(2, "Andere")))(t)
	for user, want := range map[account.UserID][]int64{1: {id}, 2: {id, second}, 3: nil} {
		equal(t, "in the view", fmt.Sprint(view(t, db).Memberships(user)), fmt.Sprint(want))
		equal(t, "in the store", fmt.Sprint(must(db.Workspaces.Of(ctx, user))(t)), fmt.Sprint(want))
	}
}

func changedWorkspace(t *testing.T, db Database) {
	ctx := t.Context()
	twoUsers(t, db)
	id := must(db.Workspaces.Create(ctx, workspaceOf(1, "Jeugd")))(t)
	var held *workspace.Workspace
	change := func(change func(*workspace.Workspace) error) error {
		return db.Workspaces.Update(ctx, id, func(w *workspace.Workspace) error {
			held = w
			w.ID, w.Revision, w.Created = 99, 99, time.Time{}
			return change(w)
		})
	}
	ok(t, change(func(*workspace.Workspace) error { return nil }))
	equal(t, "revision of what stays", keptSpace(t, db, id).Revision, 1)
	for i, edit := range []func(*workspace.Workspace) error{
		func(w *workspace.Workspace) error { w.Name = "Senioren"; return nil },
		func(w *workspace.Workspace) error { w.Description = ""; return nil },
		func(w *workspace.Workspace) error { return w.Put(2, workspace.Member, at) },
		func(w *workspace.Workspace) error { return w.Put(2, workspace.Admin, at) },
		func(w *workspace.Workspace) error { return w.HandTo(2) },
		func(w *workspace.Workspace) error { return w.Leave(1) },
	} {
		ok(t, change(edit))
		equal(t, "revision", keptSpace(t, db, id).Revision, int64(i+2))
	}
	held.Members[0].User = 77
	got := keptSpace(t, db, id)
	equal(t, "at last", fmt.Sprint(got.Name, got.Description, got.OwnedBy(), len(got.Members)), fmt.Sprint("Senioren", "", 2, 1))
	sameTime(t, "created", got.Created, at)
	refuses(t, db, func(refusal error) error {
		return change(func(w *workspace.Workspace) error { w.Name = "x"; return refusal })
	})
	isFault(t, "an absent one", db.Workspaces.Update(ctx, id+1, unlimited), workspace.ErrAbsent)
}

func membersAtOnce(t *testing.T, db Database) {
	ctx := t.Context()
	twoUsers(t, db)
	for i := range 8 {
		must(db.Users.Create(ctx, userNamed(fmt.Sprint("lid", i))))(t)
	}
	id := must(db.Workspaces.Create(ctx, workspaceOf(1, "Jeugd")))(t)
	programs := []Database{db, loaded(t, db)}
	inParallel(t, 8, func(i int) error {
		return programs[i%2].Workspaces.Update(ctx, id, func(w *workspace.Workspace) error {
			if err := w.Join(int64(i+3), workspace.Member, at); err != nil {
				return err
			}
			return w.HandTo(int64(i + 3))
		})
	})
	for _, p := range programs {
		ok(t, p.Directory.Refresh(ctx))
		w := keptSpace(t, p, id)
		equal(t, "members", len(w.Members), 9)
		equal(t, "revision", w.Revision, 9)
		if w.OwnedBy() < 3 {
			t.Errorf("owned by %d", w.OwnedBy())
		}
	}
}

func strangeMembers(t *testing.T, db Database) {
	ctx := t.Context()
	twoUsers(t, db)
	before := view(t, db)
	_, err := db.Workspaces.Create(ctx, workspaceOf(9, "Jeugd"))
	isFault(t, "owned by nobody", err, account.ErrAbsent)
	sameView(t, "after that", view(t, db), before)
	id := must(db.Workspaces.Create(ctx, workspaceOf(1, "Jeugd")))(t)
	isFault(t, "nobody joins", db.Workspaces.Update(ctx, id, func(w *workspace.Workspace) error {
		return w.Join(9, workspace.Member, at)
	}), account.ErrAbsent)
	equal(t, "members", len(keptSpace(t, db, id).Members), 1)
}

func removedWorkspace(t *testing.T, db Database) {
	ctx := t.Context()
	twoUsers(t, db)
	id := must(db.Workspaces.Create(ctx, workspaceOf(1, "Jeugd")))(t)
	invite := inviteTo(id, "een", 0)
	must(db.Invites.Create(ctx, invite))(t)
	refuses(t, db, func(refusal error) error {
		return db.Workspaces.Remove(ctx, id, func(w *workspace.Workspace) error {
			return errors.Join(refusal, w.Leave(w.OwnedBy()))
		})
	})
	ok(t, db.Workspaces.Remove(ctx, id, unlimited))
	_, there := view(t, db).Workspace(id)
	equal(t, "still there", there, false)
	_, err := db.Invites.Find(ctx, invite.Digest)
	isFault(t, "its invite", err, workspace.ErrNoToken)
	isFault(t, "once more", db.Workspaces.Remove(ctx, id, unlimited), workspace.ErrAbsent)
	equal(t, "the next number", must(db.Workspaces.Create(ctx, workspaceOf(1, "Andere")))(t), id+1)
}

func standingWorkspaces(t *testing.T, db Database) {
	ctx := t.Context()
	twoUsers(t, db)
	one := must(db.Workspaces.Create(ctx, workspaceOf(1, "Een")))(t)
	two := must(db.Workspaces.Create(ctx, workspaceOf(1, "Twee")))(t)
	equal(t, "standing", fmt.Sprint(must(db.Workspaces.Standing(ctx, two, 99, one, two))(t)), fmt.Sprint([]int64{one, two}))
	equal(t, "of none", len(must(db.Workspaces.Standing(ctx))(t)), 0)
	gone := make(chan error, 2)
	ok(t, db.Do(ctx, func(s ports.Stores) error {
		found, err := s.Workspaces.Standing(ctx, one)
		if err != nil || !slices.Equal(found, []int64{one}) {
			return errors.Join(err, fmt.Errorf("standing: %v", found))
		}
		go func() { gone <- db.Workspaces.Remove(ctx, one, unlimited) }()
		return s.Workspaces.Update(ctx, one, func(w *workspace.Workspace) error { w.Name = "Nog"; return nil })
	}))
	ok(t, <-gone)
	equal(t, "afterwards", len(must(db.Workspaces.Standing(ctx, one))(t)), 0)
}

// Invites is the contract of ports.Invites.
func Invites(t *testing.T, open Open) {
	suite{
		{"an invite comes back by its token, and with those of its workspace", keptInvites},
		{"when it was used or revoked is kept, and nothing else changes", changedInvite},
		{"of many who use one at once one does", invitesUsedAtOnce},
		{"the open ones to an address are taken back", revokedInvites},
		{"those from before a time are forgotten", purgedInvites},
	}.run(t, open)
}

func inviteTo(id workspace.ID, token string, step int) workspace.Invite {
	return workspace.Invite{
		Workspace: id, Digest: account.DigestOf(token), Email: token + "@club.example", Role: workspace.Admin, By: 1, ByName: "Jan",
		Made: at.Add(time.Duration(step) * time.Second),
	}
}

// invited is a workspace of the first of two users.
func invited(t *testing.T, db Database) workspace.ID {
	t.Helper()
	twoUsers(t, db)
	return must(db.Workspaces.Create(t.Context(), workspaceOf(1, "Jeugd")))(t)
}

func sameInvite(t *testing.T, got, want workspace.Invite) {
	t.Helper()
	sameTime(t, "made", got.Made, want.Made)
	sameTime(t, "used", got.Used, want.Used)
	sameTime(t, "revoked", got.Revoked, want.Revoked)
	for _, i := range []*workspace.Invite{&got, &want} {
		i.ID, i.Made, i.Used, i.Revoked = 0, time.Time{}, time.Time{}, time.Time{}
	}
	equal(t, "the rest", got, want)
}

func keptInvites(t *testing.T, db Database) {
	ctx := t.Context()
	id := invited(t, db)
	_, err := db.Invites.Find(ctx, account.DigestOf("een"))
	isFault(t, "an unknown one", err, workspace.ErrNoToken)
	_, err = db.Invites.Create(ctx, inviteTo(id+1, "nul", 0))
	isFault(t, "to no workspace", err, workspace.ErrAbsent)
	var numbers []int64
	for step, token := range []string{"een", "twee", "drie"} {
		numbers = append(numbers, must(db.Invites.Create(ctx, inviteTo(id, token, step)))(t))
		sameInvite(t, must(db.Invites.Find(ctx, account.DigestOf(token)))(t), inviteTo(id, token, step))
	}
	ok(t, db.Invites.Update(ctx, numbers[1], func(i *workspace.Invite) error { i.Used = at; return nil }))
	var open []int64
	for _, i := range must(db.Invites.Of(ctx, id))(t) {
		open = append(open, i.ID)
	}
	equal(t, "open ones", fmt.Sprint(open), fmt.Sprint([]int64{numbers[2], numbers[0]}))
	for step, want := range map[int]int{-1: 3, 0: 2, 2: 0} {
		after := at.Add(time.Duration(step) * time.Second)
		equal(t, fmt.Sprint("made after ", step), must(db.Invites.Made(ctx, 1, after))(t), want)
	}
	equal(t, "made by another", must(db.Invites.Made(ctx, 2, at.Add(-time.Hour)))(t), 0)
}

func changedInvite(t *testing.T, db Database) {
	ctx := t.Context()
	id := invited(t, db)
	want := inviteTo(id, "een", 0)
	number := must(db.Invites.Create(ctx, want))(t)
	ok(t, db.Invites.Update(ctx, number, func(i *workspace.Invite) error {
		i.Used, i.Revoked, i.Email, i.Role, i.Workspace = at, at.Add(time.Hour), "x", workspace.Member, 77
		return nil
	}))
	want.Used, want.Revoked = at, at.Add(time.Hour)
	sameInvite(t, must(db.Invites.Find(ctx, want.Digest))(t), want)
	refusal := errors.New("no")
	err := db.Invites.Update(ctx, number, func(i *workspace.Invite) error { i.Used = time.Time{}; return refusal })
	equal(t, "refused as it is", errors.Is(err, refusal), true)
	sameInvite(t, must(db.Invites.Find(ctx, want.Digest))(t), want)
	isFault(t, "an unknown number", db.Invites.Update(ctx, number+1, func(*workspace.Invite) error { return nil }),
		workspace.ErrNoInvite)
}

func invitesUsedAtOnce(t *testing.T, db Database) {
	ctx := t.Context()
	number := must(db.Invites.Create(ctx, inviteTo(invited(t, db), "een", 0)))(t)
	programs, won := []Database{db, loaded(t, db)}, make(chan int, 6)
	inParallel(t, 6, func(i int) error {
		err := programs[i%2].Invites.Update(ctx, number, func(invite *workspace.Invite) error {
			if err := invite.Check(at); err != nil {
				return err
			}
			invite.Used = at
			return nil
		})
		if errors.Is(err, workspace.ErrUsed) {
			return nil
		}
		won <- i
		return err
	})
	equal(t, "who used it", len(won), 1)
}

// revokedInvites takes back what somebody was sent to one workspace, then to all. What was used or sent to another stays.
func revokedInvites(t *testing.T, db Database) {
	ctx, id := t.Context(), invited(t, db)
	other := must(db.Workspaces.Create(ctx, workspaceOf(1, "Senioren")))(t)
	at := at.Add(time.Hour)
	send := func(to workspace.ID, token, email string, used time.Time) int64 {
		i := inviteTo(to, token, 0)
		i.Email, i.Used = email, used
		return must(db.Invites.Create(ctx, i))(t)
	}
	const jan = "jan@club.example"
	first := send(id, "een", jan, time.Time{})
	second, third := send(other, "twee", jan, time.Time{}), send(other, "drie", jan, time.Time{})
	send(id, "gebruikt", jan, at)
	send(id, "ander", "piet@club.example", time.Time{})
	revoke := func(to workspace.ID) (numbers []int64) {
		for _, i := range must(db.Invites.Revoke(ctx, "Jan@club.example", to, at))(t) {
			numbers = append(numbers, i.ID)
			sameTime(t, "revoked", i.Revoked, at)
		}
		slices.Sort(numbers)
		return numbers
	}
	alike(t, "of one workspace", revoke(id), []int64{first})
	equal(t, "once more", len(revoke(id)), 0)
	alike(t, "of all", revoke(0), []int64{second, third})
	sameTime(t, "one that was used", must(db.Invites.Find(ctx, account.DigestOf("gebruikt")))(t).Revoked, time.Time{})
	sameTime(t, "one to another", must(db.Invites.Find(ctx, account.DigestOf("ander")))(t).Revoked, time.Time{})
	sameTime(t, "one to the address", must(db.Invites.Find(ctx, account.DigestOf("een")))(t).Revoked, at)
}

func purgedInvites(t *testing.T, db Database) {
	ctx := t.Context()
	id := invited(t, db)
	for step, token := range []string{"een", "twee", "drie"} {
		must(db.Invites.Create(ctx, inviteTo(id, token, step)))(t)
	}
	equal(t, "forgotten", must(db.Invites.Purge(ctx, at.Add(2*time.Second)))(t), 2)
	equal(t, "left", len(must(db.Invites.Of(ctx, id))(t)), 1)
}
