package porttest

import (
	"fmt"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/media"
	"github.com/clubhuis/clubhuis/core/note"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/timeline"
	"github.com/clubhuis/clubhuis/core/work"
)

// Belongings is the contract of ports.Belongings, and of what Remove of ports.Users takes along.
func Belongings(t *testing.T, open Open) {
	suite{
		{"people, groups, pictures and feedback get another author, and a new revision", handedOver},
		{"what was shared with the new author is so no more", ownShares},
		{"private notes go, shared ones and those of others stay", privateNotes},
		{"a removed user leaves nothing, and no number that is used again", removedUsers},
	}.run(t, open)
}

func handedOver(t *testing.T, db Database) {
	ctx := t.Context()
	made := 0
	of := func(author int64) (id person.ID, team, picture int64) {
		made++
		p, g := personNamed("Jan", "", "Kok"), groupNamed(work.Team, fmt.Sprint("JO9-", author))
		p.Author, g.Author = author, author
		m := pictureIn(fmt.Sprint("f", made), at)
		m.Author = author
		id, team = create(t, db.People, p), must(db.Groups.Create(ctx, g))(t)
		picture = must(db.Media.Create(ctx, m))(t)
		ok(t, db.Media.Update(ctx, picture, func(m *media.Media) error { m.State = media.Ready; return nil }))
		return id, team, picture
	}
	jan, team, picture := of(7)
	other, otherTeam, _ := of(9)
	removed, _, _ := of(7)
	item := must(db.Feedback.Create(ctx, itemOf("Stuk")))(t)
	theirs := itemOf("Ook stuk")
	theirs.Author = 9
	otherItem := must(db.Feedback.Create(ctx, theirs))(t)
	ok(t, db.People.Remove(ctx, removed, 7, at, anybody))
	before := recordOf(t, db, jan)
	ok(t, db.Belongings.HandOver(ctx, 7, 8))
	after := recordOf(t, db, jan)
	equal(t, "author", after.Author, 8)
	equal(t, "revision", after.Revision, before.Revision+1)
	sameTime(t, "modified", after.Modified, before.Modified)
	equal(t, "another's author", recordOf(t, db, other).Author, 9)
	equal(t, "another's revision", recordOf(t, db, other).Revision, 1)
	groups := view(t, db)
	for id, want := range map[int64]int64{team: 8, otherTeam: 9} {
		g := must(groups.Group(id, record.View{}))(t)
		equal(t, "author of a team", g.Author, want)
	}
	for _, i := range must(db.Feedback.ByID(ctx, item, otherItem))(t) {
		want := map[int64][2]int64{item: {8, 2}, otherItem: {9, 1}}[i.ID]
		equal(t, "author and revision of feedback", [2]int64{i.Author, i.Revision}, want)
	}
	equal(t, "author of a picture", must(db.Media.ByID(ctx, picture))(t).Author, 8)
	ok(t, db.People.Restore(ctx, removed, 8, at))
	equal(t, "author of somebody who was removed", recordOf(t, db, removed).Author, 8)
	ok(t, db.Belongings.HandOver(ctx, 7, 8))
	equal(t, "revision of what was handed over already", recordOf(t, db, jan).Revision, after.Revision)
}

func ownShares(t *testing.T, db Database) {
	ctx := t.Context()
	anna, piet := must(db.Users.Create(ctx, userNamed("anna")))(t), must(db.Users.Create(ctx, userNamed("piet")))(t)
	of := func(author int64) (person.ID, int64) {
		p, g := personNamed("Jan", "", "Kok"), groupNamed(work.Team, fmt.Sprint("JO9-", author))
		p.Author, g.Author = author, author
		id, team := create(t, db.People, p), must(db.Groups.Create(ctx, g))(t)
		for _, user := range []int64{piet, anna} {
			if user != author {
				ok(t, db.Shares.Set(ctx, access.People, id, user, access.ToEdit))
				ok(t, db.Shares.Set(ctx, access.Groups, team, user, access.ToView))
			}
		}
		return id, team
	}
	of(anna)
	others, othersTeam := of(99)
	ok(t, db.Belongings.HandOver(ctx, anna, piet))
	shares := view(t, db).SharesOf(piet)
	alike(t, "shares of people with the new author", shares.People, map[int64]access.Permission{others: access.ToEdit})
	alike(t, "of groups", shares.Groups, map[int64]access.Permission{othersTeam: access.ToView})
}

func privateNotes(t *testing.T, db Database) {
	ctx := t.Context()
	jan := create(t, db.People, personNamed("Jan", "", "Kok"))
	ids := map[string]int64{}
	for name, n := range map[string]note.Note{
		"private": {Visibility: note.Private, Head: record.NewHead(7, "Anna", at)},
		"shared":  {Visibility: note.Shared, Head: record.NewHead(7, "Anna", at)},
		"other":   {Visibility: note.Private, Head: record.NewHead(8, "Bert", at)},
	} {
		n.Person, n.Content = jan, "x"
		ids[name] = must(db.Notes.Create(ctx, n))(t)
	}
	ok(t, db.Belongings.DropPrivateNotes(ctx, 7))
	left := must(db.Notes.ByID(ctx, ids["private"], ids["shared"], ids["other"]))(t)
	equal(t, "notes left", len(left), 2)
	for _, n := range left {
		equal(t, "not the private one", n.ID != ids["private"], true)
	}
	for user, want := range map[int64]int{7: 1, 8: 2, 9: 1} {
		page := must(db.Timeline.Page(ctx, timeline.Query{Person: jan, User: user, Limit: 9}))(t)
		equal(t, fmt.Sprint("on the timeline as ", user, " sees it"), page.Total, want)
	}
}

func removedUsers(t *testing.T, db Database) {
	ctx := t.Context()
	jan := create(t, db.People, personNamed("Jan", "", "Kok"))
	u := userNamed("jan")
	u.Person, u.Welcomed = jan, at
	u.Given.AgeGroups = []string{"Onder 9"}
	u.ID = must(db.Users.Create(ctx, u))(t)
	piet := must(db.Users.Create(ctx, userNamed("piet")))(t)
	sameTime(t, "welcomed", recordOf(t, db, jan).Welcomed, at)
	digest := account.DigestOf("x")
	ok(t, db.Sessions.Create(ctx, account.Session{ID: "x", Digest: digest, User: u.ID, Created: at, LastSeen: at}))
	ok(t, db.Passwords.Create(ctx, account.ApplicationPassword{UUID: "x", Digest: digest, User: u.ID, Created: at}))
	must(db.PasswordLinks.Keep(ctx, account.PasswordLink{Digest: digest, Request: "x", User: u.ID, Made: at}))(t)
	ok(t, db.Favorites.Set(ctx, u.ID, account.Favorite{Kind: account.FavoritePerson, ID: jan}, true))
	must(db.SavedViews.Change(ctx, u.ID, addView("x")))(t)
	ok(t, db.Recents.Open(ctx, u.ID, jan))
	refuses(t, db, func(refusal error) error {
		return db.Users.Remove(ctx, u.ID, func(seen *account.User) error {
			equal(t, "seen", seen.Username, "jan")
			return refusal
		})
	})
	always := func(*account.User) error { return nil }
	ok(t, db.Users.Remove(ctx, u.ID, always))
	isFault(t, "Remove again", db.Users.Remove(ctx, u.ID, always), account.ErrAbsent)
	_, err := db.Users.ByLogin(ctx, "jan")
	isFault(t, "ByLogin", err, account.ErrAbsent)
	_, _, _, err = db.Sessions.Find(ctx, digest)
	equal(t, "a session", err != nil, true)
	_, _, _, err = db.Passwords.Find(ctx, digest)
	equal(t, "an application password", err != nil, true)
	_, err = db.PasswordLinks.Find(ctx, digest)
	isFault(t, "a link", err, account.ErrNoLink)
	equal(t, "recent people", len(must(db.Recents.Of(ctx, u.ID))(t)), 0)
	v := view(t, db)
	equal(t, "favorites", len(v.Favorites(u.ID)), 0)
	equal(t, "given", len(v.Given(u.ID).AgeGroups), 0)
	equal(t, "whose person", v.PersonOf(u.ID), 0)
	equal(t, "the person's user", recordOf(t, db, jan).LinkedUser, 0)
	sameTime(t, "the person's welcome", recordOf(t, db, jan).Welcomed, time.Time{})
	again := must(db.Users.Create(ctx, u))(t)
	equal(t, "a new number", again > piet, true)
}

// MemberFunctions is the contract of ports.MemberFunctions.
func MemberFunctions(t *testing.T, open Open) {
	db := open(t)
	ctx := t.Context()
	jan, piet := create(t, db.People, personNamed("Jan", "", "Kok")), create(t, db.People, personNamed("Piet", "", "Kok"))
	is := func(want string) {
		t.Helper()
		equal(t, "functions", fmt.Sprint(must(db.MemberFunctions.Of(ctx, jan, piet, 99))(t)), want)
	}
	is("map[]")
	ok(t, db.MemberFunctions.Keep(ctx, jan, []string{"Voorzitter", "Barhoofd"}))
	ok(t, db.MemberFunctions.Keep(ctx, piet, []string{"Trainer"}))
	is(fmt.Sprintf("map[%d:[Voorzitter Barhoofd] %d:[Trainer]]", jan, piet))
	ok(t, db.MemberFunctions.Keep(ctx, piet, nil))
	is(fmt.Sprintf("map[%d:[Voorzitter Barhoofd]]", jan))
	isFault(t, "Keep", db.MemberFunctions.Keep(ctx, 99, nil), person.ErrAbsent)
	ok(t, db.People.Remove(ctx, jan, 1, at, anybody))
	must(db.People.Purge(ctx, at.Add(time.Hour)))(t)
	is("map[]")
	equal(t, "of nobody", len(must(db.MemberFunctions.Of(ctx))(t)), 0)
}
