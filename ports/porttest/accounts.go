package porttest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports"
)

// Users is the contract of ports.Users.
func Users(t *testing.T, open Open) {
	suite{
		{"created and edited", usersComeBackWhole},
		{"a name, an address or a person belongs to one user", uniqueUsers},
		{"of many who take a name at once, one gets it", usersCreatedAtOnce},
		{"lists are sorted, searched and cut; the blocked are found by no search", listedUsers},
		{"the directory knows what a user was given to read", givenUsers},
		{"the directory knows which person a user is; a removed one has no name and keeps nobody from signing in", linkedUsers},
	}.run(t, open)
}

func usersComeBackWhole(t *testing.T, db Database) {
	ctx := t.Context()
	n := 0
	records[account.User]{
		values: rapid.Map(anything[account.User](), func(u account.User) account.User {
			n++
			u.Username, u.Email, u.Person = fmt.Sprintf("Jan.Kok%d", n), fmt.Sprintf("jan%d@club.example", n), 0
			return u
		}),
		create: db.Users.Create, update: db.Users.Update, absent: account.ErrAbsent,
		text: func(u *account.User) *string { return &u.DisplayName },
		others: map[string]func(context.Context, account.UserID) error{
			"ByID": func(ctx context.Context, id account.UserID) error { _, err := db.Users.ByID(ctx, id); return err },
			"ByLogin": func(ctx context.Context, _ account.UserID) error {
				_, err := db.Users.ByLogin(ctx, "nobody")
				return err
			},
		},
		seen: func(t fataler, id account.UserID) account.User {
			u := must(db.Users.ByID(ctx, id))(t)
			for _, login := range []string{u.Username, " " + strings.ToUpper(u.Username) + " ", strings.ToUpper(u.Email)} {
				alike(t, "by login", full(must(db.Users.ByLogin(ctx, login))(t)), full(u))
			}
			return u
		},
		stays: func(id account.UserID, _, edit *account.User) { edit.ID = id },
	}.suite(t, db)
	const nobody = 1 << 40
	equal(t, "addresses of nobody", len(must(db.Users.Emails(ctx))(t))+len(must(db.Users.Emails(ctx, nobody))(t)), 0)
	for _, listed := range must(db.Users.List(ctx, nil, 0))(t) {
		equal(t, "address", must(db.Users.Emails(ctx, nobody, listed.ID))(t)[listed.ID], listed.Email)
		alike(t, "in a list", full(listed.User), full(must(db.Users.ByID(ctx, listed.ID))(t)))
	}
}

func uniqueUsers(t *testing.T, db Database) {
	ctx := t.Context()
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
	piet := userNamed("piet")
	piet.ID = second
	alike(t, "unchanged", full(must(db.Users.ByID(ctx, second))(t)), full(piet))
	equal(t, "users", len(must(db.Users.List(ctx, nil, 0))(t)), 2)
	ok(t, db.Users.Update(ctx, second, func(u *account.User) error { u.Username = "kees"; return nil }))
	_, err = db.Users.ByLogin(ctx, "piet")
	isFault(t, "the old name", err, account.ErrAbsent)
}

func usersCreatedAtOnce(t *testing.T, db Database) {
	created := winners(t, 8, account.ErrUsernameTaken, func(int) error {
		_, err := db.Users.Create(t.Context(), userNamed("jan"))
		return err
	})
	equal(t, "created", created, 1)
}

func listedUsers(t *testing.T, db Database) {
	ctx := t.Context()
	no := time.Time{}
	for _, u := range []struct {
		name, login string
		blocked     time.Time
	}{{"Joël Kok", "jk1", no}, {"Anna Kok", "ak1", no}, {"100% Anna", "aa1", no}, {"Jan", "anna", no}, {"Anna", "zz1", at}} {
		must(db.Users.Create(ctx, account.User{
			Username: u.login, Email: u.login + "@club.example", DisplayName: u.name, Blocked: u.blocked,
			Roles: []access.Role{access.Member},
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
}

func givenUsers(t *testing.T, db Database) {
	ctx := t.Context()
	team := must(db.Groups.Create(ctx, groupNamed(work.Team, "JO9-1")))(t)
	committee := must(db.Groups.Create(ctx, groupNamed(work.Committee, "Bar")))(t)
	u := userNamed("jan")
	u.Given = access.Given{AgeGroups: []string{"Onder 9"}}
	u.ID = must(db.Users.Create(ctx, u))(t)
	other := must(db.Users.Create(ctx, userNamed("piet")))(t)
	equal(t, "given at first", fmt.Sprint(view(t, db).Given(u.ID), view(t, db).Given(other)), "{[] [Onder 9]} {[] []}")
	for _, given := range []access.Given{{Teams: []int64{team, committee, 99}}, {AgeGroups: []string{"Senioren", "Onder 9"}}, {}} {
		ok(t, db.Users.Update(ctx, u.ID, func(u *account.User) error { u.Given = given; return nil }))
		alike(t, "kept", must(db.Users.ByID(ctx, u.ID))(t).Given, given)
		if len(given.Teams) > 0 {
			given.Teams = []int64{team} // the others are no teams
		}
		equal(t, "seen", fmt.Sprint(view(t, db).Given(u.ID)), fmt.Sprint(given))
	}
	refuses(t, db, func(refusal error) error {
		return db.Users.Update(ctx, u.ID, func(u *account.User) error { u.Given.Teams = []int64{team}; return refusal })
	})
}

func linkedUsers(t *testing.T, db Database) {
	ctx := t.Context()
	jan, piet := create(t, db.People, personNamed("Jan", "", "Kok")), create(t, db.People, personNamed("Piet", "", "Kok"))
	u := userNamed("jan")
	u.Person = jan
	u.ID = must(db.Users.Create(ctx, u))(t)
	equal(t, "name", must(db.Users.List(ctx, nil, 0))(t)[0].PersonName, "Jan Kok")
	for _, linked := range []int64{jan, 0, piet} {
		ok(t, db.Users.Update(ctx, u.ID, func(u *account.User) error { u.Person = linked; return nil }))
		equal(t, "the user's person", view(t, db).PersonOf(u.ID), linked)
		for _, id := range []int64{jan, piet} {
			equal(t, "a person's user", recordOf(t, db, id).LinkedUser == u.ID, id == linked)
		}
	}
	ok(t, db.People.Remove(ctx, piet, 1, at, anybody))
	equal(t, "name", must(db.Users.List(ctx, nil, 0))(t)[0].PersonName, "")
	must(db.People.Purge(ctx, at.Add(time.Hour)))(t)
	equal(t, "person", must(db.Users.ByID(ctx, u.ID))(t).Person, 0)
	equal(t, "person seen", view(t, db).PersonOf(u.ID), 0)
}

func named(users []account.Listed) string {
	names := []string{}
	for _, u := range users {
		names = append(names, u.DisplayName)
	}
	return strings.Join(names, ", ")
}

// janAndPiet makes two users.
func janAndPiet(t *testing.T, db Database) (jan, piet account.UserID) {
	t.Helper()
	ctx := context.Background()
	return must(db.Users.Create(ctx, userNamed("jan")))(t), must(db.Users.Create(ctx, userNamed("piet")))(t)
}

// signsIn checks what a user signs in with, a T. fresh makes one that can be kept; used is what a use makes of it.
func signsIn[T any](
	t *testing.T, db Database, fresh func(T, account.Digest, account.UserID) T, keep func(context.Context, T) error,
	find func(context.Context, account.Digest) (T, account.User, int64, error),
	touch func(context.Context, account.Digest, time.Time, string) error, used func(*T, time.Time, string),
) {
	ctx := context.Background()
	jan, _ := janAndPiet(t, db)
	want := userNamed("jan")
	want.ID = jan
	create(t, db.People, personNamed("Jan", "", "Kok"))
	n := 0
	rapid.Check(t, func(t *rapid.T) {
		n++
		digest := account.DigestOf(fmt.Sprint(n))
		one := fresh(anything[T]().Draw(t, "with what"), digest, jan)
		must(0, keep(ctx, one))(t)
		for range 2 {
			got, user, change, err := find(ctx, digest)
			alike(t, "found", full(must(got, err)(t)), full(one))
			alike(t, "its user", full(user), full(want))
			alike(t, "last change", change, db.Directory.View().Number())
			want.LastActive = at.Add(time.Duration(n) * time.Second).UTC()
			must(0, touch(ctx, digest, want.LastActive, "192.0.2.9"))(t)
			used(&one, want.LastActive, "192.0.2.9")
		}
	})
	unknown := account.DigestOf("unknown")
	_, _, _, err := find(ctx, unknown)
	isFault(t, "Find", err, fault.ErrNotSignedIn)
	ok(t, touch(ctx, unknown, at, ""))
	var none T
	isFault(t, "Create for nobody", keep(ctx, fresh(none, unknown, 99)), account.ErrAbsent)
}

// Sessions is the contract of ports.Sessions.
func Sessions(t *testing.T, open Open) {
	suite{
		{"found with its user, and a use is noted", sessionsComeBackWhole},
		{"listed, last seen first, confirmed, ended, and purged by age however lately they were seen", endedSessions},
	}.run(t, open)
}

func sessionsComeBackWhole(t *testing.T, db Database) {
	signsIn(t, db, func(s account.Session, digest account.Digest, user account.UserID) account.Session {
		s.ID, s.Digest, s.User = string(digest), digest, user
		return s
	}, db.Sessions.Create, db.Sessions.Find, db.Sessions.Touch, func(s *account.Session, at time.Time, address string) {
		s.LastSeen, s.Address = at, address
	})
}

func endedSessions(t *testing.T, db Database) {
	ctx := t.Context()
	jan, piet := janAndPiet(t, db)
	begin := func(user account.UserID, name string, made, seen time.Time) {
		t.Helper()
		s := account.Session{ID: name, Digest: account.DigestOf(name), User: user, Created: made, LastSeen: seen}
		ok(t, db.Sessions.Create(ctx, s))
	}
	begin(jan, "one", at, at)
	begin(jan, "two", at, at.Add(time.Hour))
	begin(jan, "three", at, at)
	begin(piet, "four", at, at)
	ok(t, db.Sessions.Confirm(ctx, account.DigestOf("one"), at))
	isFault(t, "Confirm", db.Sessions.Confirm(ctx, account.DigestOf("x"), at), fault.ErrNotSignedIn)
	names := func(want string) {
		t.Helper()
		names := []string{}
		for _, s := range must(db.Sessions.List(ctx, jan))(t) {
			names = append(names, s.ID)
			equal(t, s.ID+" is confirmed", s.Confirmed.Equal(at), s.ID == "one")
		}
		equal(t, "sessions", strings.Join(names, " "), want)
	}
	names("two one three")
	isFault(t, "End", db.Sessions.End(ctx, jan, "x"), fault.ErrNotFound)
	isFault(t, "End another's", db.Sessions.End(ctx, piet, "one"), fault.ErrNotFound)
	ok(t, db.Sessions.End(ctx, jan, "three"))
	equal(t, "others ended", must(db.Sessions.EndAll(ctx, jan, account.DigestOf("one")))(t), 1)
	names("one")
	equal(t, "all ended", must(db.Sessions.EndAll(ctx, jan, ""))(t), 1)
	equal(t, "purged too early", must(db.Sessions.Purge(ctx, at, at))(t), 0)
	equal(t, "purged", must(db.Sessions.Purge(ctx, at.Add(time.Second), at))(t), 1)
	begin(jan, "old", at, at.Add(time.Hour))
	begin(jan, "young", at.Add(time.Minute), at.Add(time.Hour))
	equal(t, "purged by age", must(db.Sessions.Purge(ctx, at, at.Add(time.Minute)))(t), 1)
	names("young")
}

// ApplicationPasswords is the contract of ports.ApplicationPasswords.
func ApplicationPasswords(t *testing.T, open Open) {
	suite{
		{"found with its user, and a use is noted", passwordsComeBackWhole},
		{"listed, oldest first, and revoked", revokedPasswords},
	}.run(t, open)
}

func passwordsComeBackWhole(t *testing.T, db Database) {
	signsIn(t, db, func(p account.ApplicationPassword, digest account.Digest, user account.UserID) account.ApplicationPassword {
		p.UUID, p.Digest, p.User = string(digest), digest, user
		return p
	}, db.Passwords.Create, db.Passwords.Find, db.Passwords.Touch, func(p *account.ApplicationPassword, at time.Time, from string) {
		p.LastUsed, p.LastIP = at, from
	})
}

func revokedPasswords(t *testing.T, db Database) {
	ctx := t.Context()
	jan, piet := janAndPiet(t, db)
	for i, name := range []string{"two", "one", "three", "four"} {
		ok(t, db.Passwords.Create(ctx, account.ApplicationPassword{
			UUID: name, User: []account.UserID{jan, jan, jan, piet}[i], Name: "for " + name, Digest: account.DigestOf(name),
			Created: at.Add(-time.Duration(i) * time.Hour),
		}))
	}
	list := must(db.Passwords.List(ctx, jan))(t)
	equal(t, "listed", len(list), 3)
	equal(t, "in order", list[0].UUID+list[1].UUID+list[2].UUID, "threeonetwo")
	_, err := db.Passwords.Revoke(ctx, piet, "one")
	isFault(t, "Revoke another's", err, fault.ErrNotFound)
	equal(t, "revoked", must(db.Passwords.Revoke(ctx, jan, "one"))(t).Name, "for one")
	_, err = db.Passwords.Revoke(ctx, jan, "one")
	isFault(t, "Revoke again", err, fault.ErrNotFound)
	_, _, _, err = db.Passwords.Find(ctx, account.DigestOf("one"))
	isFault(t, "after revoking", err, fault.ErrNotSignedIn)
	equal(t, "all revoked", must(db.Passwords.RevokeAll(ctx, jan))(t), 2)
	equal(t, "left", len(must(db.Passwords.List(ctx, jan))(t)), 0)
	equal(t, "another's", len(must(db.Passwords.List(ctx, piet))(t)), 1)
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
		"", "a", "aaaaaaaaaaaa", "password1234", strings.Repeat(" ", 12), strings.Repeat("\x00", 12), "123456789012",
		"1212121212121212",
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
	for _, own := range []string{
		"joël kok joël kok", "JOËL KOK 1234", "joel.kok@club.example", "vv De Proef 1234", "VV DE PROEF VV DE PROEF",
	} {
		if got := strength.Score(own, words); got >= account.MinStrength {
			t.Errorf("%q for whom it describes: %d", own, got)
		}
	}
	if got := strength.Score(strings.Repeat("a", 1_000_000), words); got >= account.MinStrength {
		t.Errorf("a million times a: %d", got)
	}
}
