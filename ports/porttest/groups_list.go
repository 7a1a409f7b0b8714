package porttest

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/roster"
	"github.com/clubhuis/clubhuis/core/work"
)

// anyGroup fills every field but the number. Its parent is one of those given, or none.
func anyGroup(parents []group.ID) *rapid.Generator[group.Group] {
	parents = append([]group.ID{0}, parents...)
	return rapid.Custom(func(t *rapid.T) group.Group {
		g := group.Group{
			Kind: oneOf(work.Team, work.Committee).Draw(t, "kind"), Author: rapid.Int64Range(0, 3).Draw(t, "author"),
			Created: anyMoment.Draw(t, "created"), Modified: anyMoment.Draw(t, "modified"),
			Title:   oneOf("JO9-1", "JO10-1", "jo9-2", "Élite 1", "Jeugd_commissie", "100%", "李", "Heren 2", "Heren 10").Draw(t, "title"),
			Content: anyWord.Draw(t, "content"), Parent: oneOf(parents...).Draw(t, "parent"), Logo: oneOf[int64](0, 7).Draw(t, "logo"),
			Website: oneOf("", "https://club.example").Draw(t, "website"), Contacts: listOf(anyContact, 2).Draw(t, "contacts"),
			Visibility: oneOf(person.Visibilities...).Draw(t, "visibility"),
			Workspaces: oneOf([]int64(nil), []int64{5, 2}).Draw(t, "workspaces"), Extra: anyExtra.Draw(t, "extra"),
		}
		if g.Kind == work.Team {
			g.PublicID, g.Activity = oneOf("", "190021").Draw(t, "id"), oneOf("", group.Activities[0]).Draw(t, "activity")
			g.Gender = oneOf("", group.Genders[0]).Draw(t, "gender")
		}
		return g
	})
}

// anyGroupQuery asks about the given groups and one that was removed.
func anyGroupQuery(groups []group.Group, removed group.Group) *rapid.Generator[group.Query] {
	slugs, numbers := []string{"jo9-1-1", "", group.Slug(removed.Title, removed.ID)}, []group.ID{0, 7, removed.ID}
	for _, g := range groups {
		slugs, numbers = append(slugs, group.Slug(g.Title, g.ID)), append(numbers, g.ID)
	}
	ids := rapid.SliceOfN(oneOf(numbers...), 0, 20)
	tests := anyTest(group.Keys, groups)
	return rapid.Custom(func(t *rapid.T) group.Query {
		q := group.Query{
			AsOf:   group.AsOf{Day: anyDay.Draw(t, "on"), Reader: anyReader.Draw(t, "reader")},
			Filter: group.Filter{Kind: oneOf("", "", work.Team, work.Committee).Draw(t, "kind"), Tests: listOf(tests, 2).Draw(t, "tests")},
			Order:  anyOrder(group.Keys, tests).Draw(t, "order"),
			Offset: oneOf(0, 0, 1, 7, 100).Draw(t, "offset"), Limit: oneOf(1000, 1000, 3, 1, 0).Draw(t, "limit"), Bare: rapid.Bool().Draw(t, "bare"),
		}
		if rapid.IntRange(0, 2).Draw(t, "by number") == 0 {
			q.Filter.Include, q.Filter.Exclude = ids.Draw(t, "include"), ids.Draw(t, "exclude")
		}
		if rapid.IntRange(0, 3).Draw(t, "by slug") == 0 {
			q.Filter.Slugs = rapid.SliceOfN(oneOf(slugs...), 0, 4).Draw(t, "slugs")
		}
		if rapid.IntRange(0, 2).Draw(t, "by parent") == 0 {
			q.Filter.Parents = ids.Draw(t, "parents")
		}
		return q
	})
}

func groupNumbers(records []group.Record) string {
	ids := []group.ID{}
	for _, r := range records {
		ids = append(ids, r.ID)
	}
	return fmt.Sprint(ids)
}

// groupLists holds List, the counts and Roster against the core's own functions.
func groupLists(t *testing.T, open Open) {
	ctx := context.Background()

	t.Run("ties are ordered by number, in the direction of the list", func(t *testing.T) {
		db := open(t)
		for range 3 {
			must(db.Groups.Create(ctx, groupNamed(work.Team, "JO9-1")))(t)
		}
		q := allGroups()
		q.Filter.Kind = work.Team
		equal(t, "without an order", groupNumbers(must(db.Groups.List(ctx, q))(t).Records), "[1001 1002 1003]")
		q.Order.By = []listing.Sort{{By: group.KeySort, Desc: true}}
		equal(t, "last first", groupNumbers(must(db.Groups.List(ctx, q))(t).Records), "[1003 1002 1001]")
	})

	t.Run("pages and their edges", func(t *testing.T) {
		db := open(t)
		for range 4 {
			must(db.Groups.Create(ctx, groupNamed(work.Team, "JO9-1")))(t)
		}
		for _, page := range []struct {
			offset, limit int
			want          string
		}{
			{0, 2, "[1000 1001]"}, {2, 2, "[1002 1003]"}, {4, 2, "[1004]"}, {5, 2, "[]"}, {100, 2, "[]"}, {0, 5, "[1000 1001 1002 1003 1004]"}, {0, 0, "[]"},
		} {
			q := allGroups()
			q.Offset, q.Limit = page.offset, page.limit
			got := must(db.Groups.List(ctx, q))(t)
			equal(t, fmt.Sprintf("from %d, %d", page.offset, page.limit), groupNumbers(got.Records), page.want)
			equal(t, "total", got.Total, 5)
		}
	})

	t.Run("a changed title is found, the old one is not", func(t *testing.T) {
		db := open(t)
		id := must(db.Groups.Create(ctx, groupNamed(work.Team, "JO9-1")))(t)
		ok(t, db.Groups.Update(ctx, id, func(g *group.Group) error { g.Title = "Heren 1"; return nil }))
		for title, want := range map[string]string{"jo9": "[]", "heren": "[1001]"} {
			for _, key := range []string{group.KeyTitle, group.KeySearch} {
				q := allGroups()
				q.Filter = q.Filter.With(listing.Test{Key: key, Is: listing.Contains, Value: title})
				equal(t, key+" "+title, groupNumbers(must(db.Groups.List(ctx, q))(t).Records), want)
			}
		}
	})

	t.Run("filters, scopes, orders and counts are the core's", func(t *testing.T) {
		db := open(t)
		groups := []group.Group{group.NewClubWide()}
		parents := []group.ID{group.ClubWide}
		for i := range 24 {
			g := anyGroup(parents).Example(i)
			g.ID = must(db.Groups.Create(ctx, g))(t)
			groups, parents = append(groups, g), append(parents, g.ID)
		}
		removed := groups[7]
		ok(t, db.Groups.Remove(ctx, removed.ID, at))
		groups = slices.Delete(groups, 7, 8)
		for i := range groups {
			if groups[i].Parent == removed.ID {
				groups[i].Parent = 0
			}
		}
		var people []person.Person
		for i := range 40 {
			p := anyPerson().Example(i)
			p.Labels = nil
			for j := range p.Work {
				p.Work[j].Group = groups[int(p.Work[j].Group)].ID
			}
			p.ID = must(db.People.Create(ctx, p))(t)
			people = append(people, p)
		}
		ok(t, db.People.Remove(ctx, people[3].ID, at, anybody))
		people = slices.Delete(people, 3, 4)
		club := anyClub()
		rapid.Check(t, func(t *rapid.T) {
			now := club.Draw(t, "club")
			setClub(t, db, now)
			for range 8 {
				groupsHold(t, db, groups, people, now.Rules, anyGroupQuery(groups, removed).Draw(t, "query"))
			}
		})
	})
}

func groupsHold(t *rapid.T, db Database, groups []group.Group, people []person.Person, rules work.Rules, q group.Query) {
	ctx := context.Background()
	var want []group.Group
	for _, g := range groups {
		if q.Reader.Permits(g.Subject()) && q.Filter.Match(&g) {
			want = append(want, g)
		}
	}
	slices.SortFunc(want, func(a, b group.Group) int { return group.Compare(q.Order, &a, &b) })
	start := min(q.Offset, len(want))
	part := want[start:min(start+q.Limit, len(want))]
	got := must(db.Groups.List(ctx, q))(t)
	var wanted []group.Record
	for _, g := range part {
		r := g.Record()
		if !q.Bare {
			r.People = counted(entriesOf(g.ID, people, rules, q.Reader), q.AsOf)
		}
		wanted = append(wanted, r)
	}
	if got.Total != len(want) || groupNumbers(got.Records) != groupNumbers(wanted) {
		t.Fatalf("got %d %s, want %d %s", got.Total, groupNumbers(got.Records), len(want), groupNumbers(wanted))
	}
	for i, r := range got.Records {
		if !reflect.DeepEqual(r, wanted[i]) {
			t.Fatalf("got  %+v\nwant %+v", r, wanted[i])
		}
	}
	g := groups[rapid.IntRange(0, 4).Draw(t, "group")]
	entries := entriesOf(g.ID, people, rules, q.Reader)
	if record := must(db.Groups.Record(ctx, g.ID, q.AsOf))(t); !maps.Equal(record.People, counted(entries, q.AsOf)) {
		t.Fatalf("group %d has %v, want %v", g.ID, record.People, counted(entries, q.AsOf))
	}
	if got, want := sorted(must(db.Groups.Roster(ctx, g.ID, q.Reader))(t)), sorted(entries); !reflect.DeepEqual(got, want) {
		t.Fatalf("roster: got  %v\nwant %v", got, want)
	}
}

// entriesOf are the entries in a group, as the core sees them.
func entriesOf(id group.ID, people []person.Person, rules work.Rules, reader access.Scope) (entries []roster.Entry) {
	for _, p := range people {
		for _, e := range p.Work {
			if e.Group == id && reader.Permits(p.Subject()) {
				entries = append(entries, roster.Entry{
					Person: person.Summary{ID: p.ID, Name: p.Name, Former: p.Membership.Former, Photo: p.Photo}, Role: rules.RoleOf(e),
					Work: work.Entry{Group: e.Group, Kind: e.Kind, Title: e.Title, Start: e.Start, End: e.End, Current: e.Current},
				})
			}
		}
	}
	return entries
}

// counted is everybody once a role: who is in the group on the day, without former members.
func counted(entries []roster.Entry, as group.AsOf) map[work.Role]int {
	type once struct {
		id   person.ID
		role work.Role
	}
	counts, seen := map[work.Role]int{}, map[once]bool{}
	for _, e := range entries {
		if key := (once{e.Person.ID, e.Role}); !e.Person.Former && e.Work.CurrentOn(as.Day) && !seen[key] {
			seen[key] = true
			counts[e.Role]++
		}
	}
	return counts
}

func sorted(entries []roster.Entry) []string {
	list := make([]string, len(entries))
	for i, e := range entries {
		list[i] = fmt.Sprintf("%+v", e)
	}
	slices.Sort(list)
	return list
}
