package porttest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
)

// view is the view of db. Nothing in it differs from what the directory is when it is loaded anew.
func view(t fataler, db Database) *directory.View {
	t.Helper()
	before := db.Directory.View()
	if err := db.Directory.Load(context.Background()); err != nil {
		t.Fatal(err)
	}
	sameView(t, "before it was loaded anew", before, db.Directory.View())
	return before
}

// sameView holds all that two views tell against each other.
func sameView(t fataler, what string, got, want *directory.View) {
	t.Helper()
	lines, wanted := describe(got), describe(want)
	for i := range max(len(lines), len(wanted)) {
		switch {
		case i >= len(lines):
			t.Fatal(what, "\nlacks ", wanted[i])
		case i >= len(wanted):
			t.Fatal(what, "\nhas too much: ", lines[i])
		case lines[i] != wanted[i]:
			t.Fatal(what, "\ngot  ", lines[i], "\nwant ", wanted[i])
		}
	}
}

// refuses expects that a call returns the error of its own change, and that nothing of the change can be seen.
func refuses(t testing.TB, db Database, call func(refusal error) error) {
	t.Helper()
	before, refusal := view(t, db), errors.New("no")
	if err := call(refusal); !errors.Is(err, refusal) {
		t.Errorf("got %v, want the change's own error", err)
	}
	sameView(t, "after a refusal", view(t, db), before)
}

// describe returns all that a view holds, in lines.
func describe(v *directory.View) (lines []string) {
	line := func(format string, args ...any) { lines = append(lines, fmt.Sprintf(format, args...)) }
	line("change %d: %d people, unreadable %v", v.Number(), v.Size(), v.Damaged())
	line("types %+v, labels %+v", v.RelationTypes(), v.Labels())
	line("settings %+v, %+v", v.VolunteerRules(), v.SearchSettings())
	for user := account.UserID(1); user < 10; user++ {
		marked := v.Favorites(user)
		slices.SortFunc(marked, func(a, b account.Favorite) int { return cmp.Or(cmp.Compare(a.ID, b.ID), cmp.Compare(a.Kind, b.Kind)) })
		line("user %d is %d, was given %v, favourites %v", user, v.PersonOf(user), v.Given(user), marked)
		line("user %d is a member of %v", user, v.Memberships(user))
	}
	for _, w := range v.Workspaces() {
		people, groups := v.Assigned(w.ID)
		line("workspace %+v of %v and %v", w, people, groups)
	}
	shared := func(kind access.Kind, id int64) {
		if with := v.SharedWith(kind, id); len(with) > 0 {
			line("%d of kind %d is shared with %v", id, kind, with)
		}
	}
	all, own := access.Scope{Kind: access.Groups, All: true}, access.Scope{User: 1, Verb: access.Read, Day: day(2026, 3, 29)}
	ownGroups := own
	ownGroups.Kind = access.Groups
	for _, reader := range []access.Reader{access.Everything, {People: own, Groups: ownGroups}, {People: own, Groups: all},
		{Groups: ownGroups}, {}} {
		as := record.View{Day: day(2026, 3, 29), Reader: reader}
		current := record.Filter{}.With(person.WithoutFormer())
		for _, q := range []record.Query{
			{View: as, Window: sorted(listing.Sort{By: person.KeyLast}, listing.Sort{By: person.KeyFirst})},
			{View: as, Window: sorted(listing.Sort{By: person.KeyModified, Desc: true}), Filter: current},
		} {
			page := v.People(q)
			line("%+v: %d people", reader, page.Total)
			for _, r := range page.Records {
				stored, _ := v.Stored(r.ID)
				line("%+v, stored as %+v", r, stored)
				shared(access.People, r.ID)
			}
		}
		for _, key := range person.Keys.Names() {
			line("%+v: by %s %v", reader, key, v.Tally(reader, current, key))
		}
		for _, g := range v.Groups(record.Query{View: record.View{Day: as.Day, Reader: access.Everything}, Window: sorted()}).Records {
			counted, _ := v.Group(g.ID, record.View{Day: as.Day, Reader: reader})
			entries, _ := v.Roster(g.ID, reader)
			rows := []string{}
			for _, e := range entries {
				rows = append(rows, fmt.Sprintf("%+v, %+v", e, v.About(e.Person.ID, record.View{Day: as.Day, Reader: reader})))
			}
			slices.Sort(rows)
			line("%+v: %+v with %q", reader, counted, rows)
			shared(access.Groups, g.ID)
		}
	}
	return lines
}

func sorted(by ...listing.Sort) record.Window {
	return record.Window{Order: listing.Order{By: by}, Limit: 1000}
}

// SameView checks that two views say the same of everything, for an adapter's own tests.
func SameView(t testing.TB, what string, got, want *directory.View) {
	t.Helper()
	sameView(t, what, got, want)
}
