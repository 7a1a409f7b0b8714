package porttest

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/ports"
)

// Users is the contract of ports.Users.
func Users(t *testing.T, open Open) {
	ctx := context.Background()

	t.Run("every field comes back as it went in", func(t *testing.T) {
		db := open(t)
		want := account.User{
			Username: "Jan.Kok", Email: "jan@club.example", DisplayName: "Jan Kók", Roles: []access.Role{access.Board, access.Member},
			Person: create(t, db.People, personNamed("Jan", "", "Kok")), Demo: true, PasswordHash: "h",
			Registered: at, LastActive: at.Add(time.Hour), Blocked: at.Add(2 * time.Hour),
		}
		want.ID = must(db.Users.Create(ctx, want))(t)
		for how, got := range map[string]account.User{
			"by id":      must(db.Users.ByID(ctx, want.ID))(t),
			"by name":    must(db.Users.ByLogin(ctx, " jan.KOK "))(t),
			"by address": must(db.Users.ByLogin(ctx, "Jan@Club.example"))(t),
			"in a list":  must(db.Users.List(ctx, nil, 0))(t)[0].User,
		} {
			sameUser(t, how, got, want)
		}
		equal(t, "the person's name", must(db.Users.List(ctx, nil, 0))(t)[0].PersonName, "Jan Kok")
	})

	t.Run("an absent user is ErrAbsent", func(t *testing.T) {
		db := open(t)
		_, err := db.Users.ByID(ctx, 7)
		isFault(t, "ByID", err, account.ErrAbsent)
		_, err = db.Users.ByLogin(ctx, "nobody")
		isFault(t, "ByLogin", err, account.ErrAbsent)
		isFault(t, "Update", db.Users.Update(ctx, 7, func(*account.User) error { return nil }), account.ErrAbsent)
	})

	t.Run("a name, an address or a person belongs to one user", func(t *testing.T) {
		db := open(t)
		first := userNamed("jan")
		first.Person = create(t, db.People, personNamed("Jan", "", "Kok"))
		must(db.Users.Create(ctx, first))(t)
		second := must(db.Users.Create(ctx, userNamed("piet")))(t)
		for want, edit := range map[*fault.Fault]func(*account.User){
			account.ErrUsernameTaken: func(u *account.User) { u.Username = "JAN" },
			account.ErrEmailTaken:    func(u *account.User) { u.Email = "jan@club.example" },
			account.ErrPersonTaken:   func(u *account.User) { u.Person = first.Person },
		} {
			u := userNamed("kees")
			edit(&u)
			_, err := db.Users.Create(ctx, u)
			isFault(t, "Create", err, want)
			isFault(t, "Update", db.Users.Update(ctx, second, func(u *account.User) error { edit(u); return nil }), want)
		}
		borrowed := userNamed("kees")
		borrowed.Username = "jan@club.example"
		_, err := db.Users.Create(ctx, borrowed)
		isFault(t, "another's address as a name", err, account.ErrUsernameTaken)
		sameUser(t, "unchanged", must(db.Users.ByID(ctx, second))(t), withID(userNamed("piet"), second))
		equal(t, "users", len(must(db.Users.List(ctx, nil, 0))(t)), 2)
	})

	t.Run("of many who take a name at once, one gets it", func(t *testing.T) {
		db := open(t)
		created := make(chan account.UserID, 8)
		inParallel(t, cap(created), func(int) error {
			id, err := db.Users.Create(ctx, userNamed("jan"))
			if errors.Is(err, account.ErrUsernameTaken) {
				return nil
			}
			created <- id
			return err
		})
		equal(t, "created", len(created), 1)
	})

	t.Run("a change is kept, zero values too, and frees the old name", func(t *testing.T) {
		db := open(t)
		u := userNamed("jan")
		u.Demo = true
		id := must(db.Users.Create(ctx, u))(t)
		ok(t, db.Users.Update(ctx, id, func(u *account.User) error {
			u.ID, u.Username, u.Demo, u.PasswordHash = 99, "jannes", false, ""
			return nil
		}))
		got := must(db.Users.ByLogin(ctx, "jannes"))(t)
		equal(t, "id", got.ID, id)
		equal(t, "demo", got.Demo, false)
		equal(t, "hash", got.PasswordHash, "")
		_, err := db.Users.ByLogin(ctx, "jan")
		isFault(t, "the old name", err, account.ErrAbsent)
		refusal := errors.New("no")
		if err := db.Users.Update(ctx, id, func(u *account.User) error { u.Username = "x"; return refusal }); !errors.Is(err, refusal) {
			t.Errorf("got %v, want the change's own error", err)
		}
		equal(t, "after a refusal", must(db.Users.ByID(ctx, id))(t).Username, "jannes")
	})

	t.Run("lists are sorted, searched and cut; the blocked are found by no search", func(t *testing.T) {
		db, no := open(t), time.Time{}
		for _, u := range []struct {
			name, login string
			blocked     time.Time
		}{{"Joël Kok", "jk1", no}, {"Anna Kok", "ak1", no}, {"100% Anna", "aa1", no}, {"Jan", "anna", no}, {"Anna", "zz1", at}} {
			must(db.Users.Create(ctx, account.User{
				Username: u.login, Email: u.login + "@club.example", DisplayName: u.name, Roles: []access.Role{access.Member}, Blocked: u.blocked,
			}))(t)
		}
		// A search in lists is for words and a limit; one by name is for words, an address and a limit.
		for _, search := range []struct {
			words, email string
			limit        int
			list, named  string
		}{
			{"", "", 0, "100% Anna, Anna, Anna Kok, Jan, Joël Kok", ""},
			{"", "jk1@club.example", 2, "100% Anna, Anna", "Joël Kok"},
			{"joel", "", 9, "Joël Kok", "Joël Kok"},
			{"anna", "", 9, "100% Anna, Anna Kok, Jan", "100% Anna, Anna Kok"},
			{"anna", "", 1, "100% Anna", "100% Anna"},
			{"anna", "jk1@club.example", 9, "100% Anna, Anna Kok, Jan", "100% Anna, Anna Kok, Joël Kok"},
			{"anna", "zz1@club.example", 2, "100% Anna, Anna Kok", "100% Anna, Anna Kok"},
			{"kok anna", "", 9, "Anna Kok", "Anna Kok"},
			{"club jk", "jk1@club.exampl", 9, "Joël Kok", ""},
			{"%", "", 9, "100% Anna", "100% Anna"},
			{"_", "", 9, "", ""},
			{"zzz", "ak1", 9, "", ""},
		} {
			words := fold.Words(search.words)
			equal(t, search.words+" in the list", named(must(db.Users.List(ctx, words, search.limit))(t)), search.list)
			equal(t, search.words+" by name", named(must(db.Users.Named(ctx, words, search.email, search.limit))(t)), search.named)
		}
	})

	t.Run("preferences come back, and a changed returned or given value does not reach the store", func(t *testing.T) {
		db := open(t)
		u := userNamed("jan")
		u.Preferences.PeopleColumns = []string{"b", "a"}
		id := must(db.Users.Create(ctx, u))(t)
		u.Preferences.PeopleColumns[0] = "x"
		columns := func(what, want string) {
			t.Helper()
			got := must(db.Users.ByID(ctx, id))(t).Preferences.PeopleColumns
			equal(t, what, strings.Join(got, " "), want)
			if len(got) > 0 {
				got[0] = "x"
			}
		}
		columns("at first", "b a")
		ok(t, db.Users.Update(ctx, id, func(u *account.User) error {
			u.Preferences.PeopleColumns = append(u.Preferences.PeopleColumns, "c")
			return nil
		}))
		columns("changed", "b a c")
		var leaked *account.User
		ok(t, db.Users.Update(ctx, id, func(u *account.User) error { leaked = u; return nil }))
		leaked.Preferences.PeopleColumns[0] = "x"
		columns("after a leak", "b a c")
		ok(t, db.Users.Update(ctx, id, func(u *account.User) error { u.Preferences = account.Preferences{}; return nil }))
		if got := must(db.Users.ByID(ctx, id))(t).Preferences; got.PeopleColumns != nil {
			t.Errorf("cleared: %+v", got)
		}
	})

	t.Run("the directory knows which person a user is", func(t *testing.T) {
		db := open(t)
		jan, piet := create(t, db.People, personNamed("Jan", "", "Kok")), create(t, db.People, personNamed("Piet", "", "Kok"))
		u := userNamed("jan")
		u.Person = jan
		u.ID = must(db.Users.Create(ctx, u))(t)
		for _, linked := range []int64{jan, piet, 0} {
			ok(t, db.Users.Update(ctx, u.ID, func(u *account.User) error { u.Person = linked; return nil }))
			equal(t, "the user's person", view(t, db).PersonOf(u.ID), linked)
			for _, id := range []int64{jan, piet} {
				equal(t, "a person's user", recordOf(t, db, id).LinkedUser == u.ID, id == linked)
			}
		}
	})

	t.Run("a removed person has no name and keeps no user from signing in", func(t *testing.T) {
		db := open(t)
		u := userNamed("jan")
		u.Person = create(t, db.People, personNamed("Jan", "", "Kok"))
		id := must(db.Users.Create(ctx, u))(t)
		ok(t, db.People.Remove(ctx, u.Person, at, anybody))
		equal(t, "name", must(db.Users.List(ctx, nil, 0))(t)[0].PersonName, "")
		must(db.People.Purge(ctx, at.Add(time.Hour)))(t)
		equal(t, "person", must(db.Users.ByID(ctx, id))(t).Person, 0)
		equal(t, "person seen", view(t, db).PersonOf(id), 0)
	})
}

func named(users []account.Listed) string {
	names := []string{}
	for _, u := range users {
		names = append(names, u.DisplayName)
	}
	return strings.Join(names, ", ")
}

func withID(u account.User, id account.UserID) account.User {
	u.ID = id
	return u
}

func sameUser(t *testing.T, what string, got, want account.User) {
	t.Helper()
	sameTime(t, what+" registered", got.Registered, want.Registered)
	sameTime(t, what+" active", got.LastActive, want.LastActive)
	sameTime(t, what+" blocked", got.Blocked, want.Blocked)
	if !slices.Equal(got.Roles, want.Roles) {
		t.Errorf("%s: got roles %v, want %v", what, got.Roles, want.Roles)
	}
	plain := func(u account.User) [7]any {
		return [7]any{u.ID, u.Username, u.Email, u.DisplayName, u.Person, u.Demo, u.PasswordHash}
	}
	equal(t, what, plain(got), plain(want))
}

// Sessions is the contract of ports.Sessions.
func Sessions(t *testing.T, open Open) {
	ctx := context.Background()
	// begun is a database with the users jan and piet, and session makes one of a user.
	begun := func(t *testing.T) (db Database, jan, piet account.UserID) {
		db = open(t)
		return db, must(db.Users.Create(ctx, userNamed("jan")))(t), must(db.Users.Create(ctx, userNamed("piet")))(t)
	}
	session := func(t *testing.T, db Database, user account.UserID, name string, made, seen time.Time) account.Session {
		t.Helper()
		s := account.Session{
			ID: name, Digest: account.DigestOf(name), User: user, Created: made, LastSeen: seen, Address: "192.0.2.1", UserAgent: "Browser",
		}
		ok(t, db.Sessions.Create(ctx, s))
		return s
	}

	t.Run("found with its user; uses and the password given again are noted on it alone", func(t *testing.T) {
		db, jan, piet := begun(t)
		one, other := session(t, db, jan, "one", at, at), session(t, db, jan, "other", at, at)
		holds := func(want account.Session, active time.Time) {
			t.Helper()
			got, u, _, err := db.Sessions.Find(ctx, want.Digest)
			ok(t, err)
			user := withID(userNamed("jan"), jan)
			user.LastActive = active
			sameUser(t, "user", u, user)
			sameTime(t, "created", got.Created, want.Created)
			sameTime(t, "last seen", got.LastSeen, want.LastSeen)
			sameTime(t, "confirmed", got.Confirmed, want.Confirmed)
			got.Created, got.LastSeen, got.Confirmed = want.Created, want.LastSeen, want.Confirmed
			equal(t, "session", got, want)
		}
		holds(one, time.Time{})
		ok(t, db.Sessions.Touch(ctx, one.Digest, at.Add(time.Hour), "192.0.2.9"))
		ok(t, db.Sessions.Confirm(ctx, one.Digest, at.Add(2*time.Hour)))
		one.LastSeen, one.Address, one.Confirmed = at.Add(time.Hour), "192.0.2.9", at.Add(2*time.Hour)
		holds(one, at.Add(time.Hour))
		holds(other, at.Add(time.Hour))

		unknown := account.DigestOf("two")
		_, _, _, err := db.Sessions.Find(ctx, unknown)
		isFault(t, "Find", err, fault.ErrNotSignedIn)
		isFault(t, "Confirm", db.Sessions.Confirm(ctx, unknown, at), fault.ErrNotSignedIn)
		ok(t, db.Sessions.Touch(ctx, unknown, at, "192.0.2.1"))
		isFault(t, "End", db.Sessions.End(ctx, jan, "two"), fault.ErrNotFound)
		isFault(t, "End another's", db.Sessions.End(ctx, piet, "one"), fault.ErrNotFound)
		isFault(t, "Create for nobody", db.Sessions.Create(ctx, account.Session{ID: "x", Digest: unknown, User: 99}), account.ErrAbsent)
	})

	t.Run("listed, last seen first, ended, and purged by age however lately they were seen", func(t *testing.T) {
		db, jan, piet := begun(t)
		session(t, db, jan, "one", at, at)
		session(t, db, jan, "two", at, at.Add(time.Hour))
		session(t, db, jan, "three", at, at)
		session(t, db, piet, "four", at, at)
		names := func(want string) {
			t.Helper()
			names := []string{}
			for _, s := range must(db.Sessions.List(ctx, jan))(t) {
				names = append(names, s.ID)
			}
			equal(t, "sessions", strings.Join(names, " "), want)
		}
		names("two one three")
		ok(t, db.Sessions.End(ctx, jan, "three"))
		equal(t, "others ended", must(db.Sessions.EndAll(ctx, jan, account.DigestOf("one")))(t), 1)
		names("one")
		equal(t, "all ended", must(db.Sessions.EndAll(ctx, jan, ""))(t), 1)
		equal(t, "purged too early", must(db.Sessions.Purge(ctx, at, at))(t), 0)
		equal(t, "purged", must(db.Sessions.Purge(ctx, at.Add(time.Second), at))(t), 1)
		session(t, db, jan, "old", at, at.Add(time.Hour))
		session(t, db, jan, "young", at.Add(time.Minute), at.Add(time.Hour))
		equal(t, "purged by age", must(db.Sessions.Purge(ctx, at, at.Add(time.Minute)))(t), 1)
		names("young")
	})
}

// ApplicationPasswords is the contract of ports.ApplicationPasswords.
func ApplicationPasswords(t *testing.T, open Open) {
	ctx := context.Background()

	t.Run("found with its user, used, listed and revoked", func(t *testing.T) {
		db := open(t)
		jan, piet := must(db.Users.Create(ctx, userNamed("jan")))(t), must(db.Users.Create(ctx, userNamed("piet")))(t)
		password := func(user account.UserID, name string, created time.Time) error {
			return db.Passwords.Create(ctx, account.ApplicationPassword{
				UUID: name, User: user, Name: "for " + name, Digest: account.DigestOf(name), Created: created,
			})
		}
		create(t, db.People, personNamed("Jan", "", "Kok"))
		ok(t, errors.Join(password(jan, "two", at.Add(time.Hour)), password(jan, "one", at), password(jan, "three", at)))
		ok(t, password(piet, "four", at))
		isFault(t, "Create for nobody", password(99, "five", at), account.ErrAbsent)
		got, u, change, err := db.Passwords.Find(ctx, account.DigestOf("one"))
		ok(t, err)
		sameUser(t, "user", u, withID(userNamed("jan"), jan))
		equal(t, "name", got.Name, "for one")
		equal(t, "last change", change, view(t, db).Number())
		sameTime(t, "created", got.Created, at)
		sameTime(t, "never used", got.LastUsed, time.Time{})

		ok(t, db.Passwords.Touch(ctx, got.Digest, at.Add(time.Minute), "192.0.2.1"))
		ok(t, db.Passwords.Touch(ctx, account.DigestOf("none"), at, "192.0.2.1"))
		got, u, _, err = db.Passwords.Find(ctx, got.Digest)
		ok(t, err)
		sameTime(t, "used", got.LastUsed, at.Add(time.Minute))
		sameTime(t, "user active", u.LastActive, at.Add(time.Minute))
		equal(t, "from", got.LastIP, "192.0.2.1")

		list := must(db.Passwords.List(ctx, jan))(t)
		equal(t, "listed", len(list), 3)
		equal(t, "youngest last", list[2].UUID, "two")
		_, err = db.Passwords.Revoke(ctx, piet, "one")
		isFault(t, "Revoke another's", err, fault.ErrNotFound)
		equal(t, "revoked", must(db.Passwords.Revoke(ctx, jan, "one"))(t).Name, "for one")
		_, err = db.Passwords.Revoke(ctx, jan, "one")
		isFault(t, "Revoke again", err, fault.ErrNotFound)
		equal(t, "all revoked", must(db.Passwords.RevokeAll(ctx, jan))(t), 2)
		equal(t, "all revoked again", must(db.Passwords.RevokeAll(ctx, jan))(t), 0)
		for _, name := range []string{"one", "two"} {
			_, _, _, err = db.Passwords.Find(ctx, account.DigestOf(name))
			isFault(t, "after revoking", err, fault.ErrNotSignedIn)
		}
		equal(t, "left", len(must(db.Passwords.List(ctx, jan))(t)), 0)
		equal(t, "another's", len(must(db.Passwords.List(ctx, piet))(t)), 1)
	})
}

// PasswordHasher is the contract of ports.PasswordHasher.
func PasswordHasher(t *testing.T, hasher ports.PasswordHasher) {
	ctx := context.Background()
	const password = "een lang wachtwoord ☺"
	hash := must(hasher.Hash(ctx, password))(t)
	if again := must(hasher.Hash(ctx, password))(t); again == hash {
		t.Error("the same hash twice")
	}
	for typed, want := range map[string]bool{password: true, password + " ": false, "": false} {
		equal(t, typed, must(hasher.Matches(ctx, typed, hash))(t), want)
	}
	for _, foreign := range []string{"", "x", "$argon2id$", hash[:len(hash)-1], "$2y$10$abcdefghijklmnopqrstuv"} {
		equal(t, foreign, must(hasher.Matches(ctx, password, foreign))(t), false)
	}
	if _, err := hasher.Hash(cancelled(), password); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: got %v", err)
	}
}

// PasswordStrength is the contract of ports.PasswordStrength.
func PasswordStrength(t *testing.T, strength ports.PasswordStrength) {
	words := []string{"vv De Proef", "Joël Kok", "joel.kok@club.example", ""}
	for _, easy := range []string{
		"", "a", "aaaaaaaaaaaa", "password1234", strings.Repeat(" ", 12), strings.Repeat("\x00", 12), "123456789012", "1212121212121212",
	} {
		if got := strength.Score(easy, nil); got < 0 || got >= account.MinStrength {
			t.Errorf("%q: %d", easy, got)
		}
	}
	for _, hard := range []string{"een lang wachtwoord", "correct horse battery", "welkom-in-het-clubhuis", "7fJq2!xW9zPd"} {
		if got := strength.Score(hard, words); got < account.MinStrength || got > 4 {
			t.Errorf("%q: %d", hard, got)
		}
	}
	for _, own := range []string{"joël kok joël kok", "JOËL KOK 1234", "joel.kok@club.example", "vv De Proef 1234", "VV DE PROEF VV DE PROEF"} {
		if got := strength.Score(own, words); got >= account.MinStrength {
			t.Errorf("%q for whom it describes: %d", own, got)
		}
	}
	if got := strength.Score(strings.Repeat("a", 1_000_000), words); got >= account.MinStrength {
		t.Errorf("a million times a: %d", got)
	}
}
