package groups_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/roster"
	"github.com/clubhuis/clubhuis/core/usecase/groups"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports"
)

var (
	ctx = context.Background()

	nobody = access.Viewer{}
	admin  = access.Viewer{User: 1, Roles: []access.Role{access.Administrator}}
	anna   = access.Viewer{User: 2, Roles: []access.Role{access.Member}}
	bert   = access.Viewer{User: 3, Roles: []access.Role{access.Board, access.SectionRole(access.Administration)}}
)

// club is the groups of one club in memory, at a time of its own.
type club struct {
	*groups.Service
	stores ports.Stores
	t      *testing.T
	at     time.Time
}

func open(t *testing.T) *club {
	t.Parallel()
	store := inmem.Open()
	c := &club{t: t, stores: store.Stores(), at: time.Date(2026, 3, 29, 12, 0, 0, 0, time.UTC)}
	c.Service = &groups.Service{
		Directory: c.stores.Directory, Groups: c.stores.Groups, Atomic: store,
		Now: func() time.Time { return c.at }, Zone: time.FixedZone("CEST", 2*60*60), Random: rand.Read,
		Markup: inmem.Markup{},
	}
	return c
}

// titled is an edit of the title, and of what the functions change.
func titled(title string, more ...func(*group.Group)) groups.Edit {
	return func(g *group.Group, _ *fault.Problems) {
		g.Title = title
		for _, change := range more {
			change(g)
		}
	}
}

func below(parent group.ID) func(*group.Group) { return func(g *group.Group) { g.Parent = parent } }

func (c *club) register(viewer access.Viewer, kind work.Kind, title string, more ...func(*group.Group)) group.ID {
	c.t.Helper()
	record, err := c.Register(ctx, viewer, kind, titled(title, more...))
	if err != nil {
		c.t.Fatal(err)
	}
	return record.ID
}

func wants(t *testing.T, what string, err error, want *fault.Fault) {
	t.Helper()
	if want == nil && err != nil || want != nil && !errors.Is(err, want) {
		t.Errorf("%s: got %v, want %v", what, err, want)
	}
}

func refused(t *testing.T, what string, err error, fields string) {
	t.Helper()
	if got := strings.Join(slices.Sorted(maps.Keys(fault.As(err).Params)), " "); fault.KindOf(err) != fault.Invalid ||
		got != fields {
		t.Errorf("%s: got %v, want %s refused", what, err, fields)
	}
}

func TestWhoMayDoWhatWithAGroup(t *testing.T) {
	c := open(t)
	team, committee := c.register(anna, work.Team, "JO9-1"), c.register(anna, work.Committee, "Bar")
	const absent = 99
	calls := map[string]func(access.Viewer, work.Kind, group.ID) error{
		"Show": func(v access.Viewer, k work.Kind, id group.ID) error { _, err := c.Show(ctx, v, k, id); return err },
		"Change": func(v access.Viewer, k work.Kind, id group.ID) error {
			_, err := c.Change(ctx, v, k, id, nil, func(*group.Group, *fault.Problems) {})
			return err
		},
		"Roster": func(v access.Viewer, k work.Kind, id group.ID) error { _, err := c.Roster(ctx, v, k, id); return err },
	}
	remove := func(v access.Viewer, k work.Kind, id group.ID) error {
		_, _, err := c.Remove(ctx, v, k, id, nil)
		return err
	}
	for name, call := range map[string]func(access.Viewer, work.Kind, group.ID) error{
		"Show": calls["Show"], "Change": calls["Change"], "Roster": calls["Roster"], "Remove": remove,
	} {
		wants(t, name+" by nobody", call(nobody, work.Team, team), fault.ErrNotSignedIn)
		wants(t, name+" by nobody of none", call(nobody, work.Team, absent), fault.ErrNotSignedIn)
		wants(t, name+" by another", call(bert, work.Team, team), group.ErrHidden)
		wants(t, name+" of none", call(bert, work.Team, absent), group.ErrAbsent)
		wants(t, name+" of none by an administrator", call(admin, work.Team, absent), group.ErrAbsent)
		wants(t, name+" of a committee as a team", call(anna, work.Team, committee), group.ErrAbsent)
		wants(t, name+" of a team as a committee", call(anna, work.Committee, team), group.ErrAbsent)
		wants(t, name+" of a hidden one as another kind", call(bert, work.Committee, team), group.ErrAbsent)
	}
	for name, call := range calls {
		wants(t, name+" by the author", call(anna, work.Team, team), nil)
		wants(t, name+" by an administrator", call(admin, work.Committee, committee), nil)
	}
	wants(t, "Remove by the author", remove(anna, work.Team, team), nil)
	wants(t, "Remove twice", remove(anna, work.Team, team), group.ErrAbsent)
	for name, call := range calls {
		wants(t, name+" of a removed one", call(anna, work.Team, team), group.ErrAbsent)
	}
	wants(t, "Remove by an administrator", remove(admin, work.Committee, committee), nil)
	_, err := c.Register(ctx, nobody, work.Team, titled(""))
	wants(t, "Register by nobody", err, fault.ErrNotSignedIn)
	_, err = c.Collection(ctx, nobody, record.Filter{}, record.Window{Limit: 1})
	wants(t, "Collection by nobody", err, fault.ErrNotSignedIn)
}

func TestVerenigingsbreedIsAlwaysThere(t *testing.T) {
	c := open(t)
	record, err := c.Show(ctx, admin, work.Committee, group.ClubWide)
	if err != nil || record.Title != "Verenigingsbreed" {
		t.Fatalf("got %+v, %v", record, err)
	}
	_, _, err = c.Remove(ctx, admin, work.Committee, group.ClubWide, nil)
	wants(t, "removed", err, group.ErrPermanent)
	_, _, err = c.Remove(ctx, anna, work.Committee, group.ClubWide, nil)
	wants(t, "removed by who may not see it", err, group.ErrHidden)
	_, err = c.Show(ctx, admin, work.Committee, group.ClubWide)
	wants(t, "still there", err, nil)
	if id := c.register(anna, work.Team, "JO9-1"); id <= group.ClubWide {
		t.Errorf("a new group has number %d", id)
	}
}

func TestAListHoldsTheGroupsThatTheViewerMaySee(t *testing.T) {
	c := open(t)
	first, second, third := c.register(anna, work.Team, "A"), c.register(bert, work.Team, "B"), c.register(anna, work.Committee, "C")
	teams := record.Filter{}.With(group.OfKind(work.Team))
	for _, want := range []struct {
		viewer access.Viewer
		filter record.Filter
		ids    []group.ID
	}{
		{anna, teams, []group.ID{first}}, {anna, record.Filter{}, []group.ID{first, third}},
		{bert, record.Filter{}, []group.ID{second}}, {bert, record.Filter{Include: []group.ID{first}}, nil},
		{admin, teams, []group.ID{first, second}}, {admin, record.Filter{}, []group.ID{group.ClubWide, first, second, third}},
	} {
		page, err := c.Collection(ctx, want.viewer, want.filter, record.Window{Limit: 10})
		var ids []group.ID
		for _, record := range page.Records {
			ids = append(ids, record.ID)
		}
		if err != nil || page.Total != len(want.ids) || !slices.Equal(ids, want.ids) {
			t.Errorf("%v %+v: got %v of %d, %v", want.viewer.Roles, want.filter, ids, page.Total, err)
		}
	}
}

func TestAGroupIsMadeAndChanged(t *testing.T) {
	c := open(t)
	record, err := c.Register(ctx, anna, work.Team, titled(" JO9-1 ", func(g *group.Group) {
		g.ID, g.Kind, g.Website = 7, work.Committee, " https://club.example/jo9 "
		g.Created = time.Time{}
	}))
	if err != nil || record.ID == 7 || record.Author != anna.User || record.Kind != work.Team || record.Title != "JO9-1" ||
		record.Website != "https://club.example/jo9" || !record.Created.Equal(c.at) || !record.Modified.Equal(c.at) {
		t.Fatalf("got %+v, %v", record, err)
	}
	made := c.at
	c.at = c.at.Add(time.Hour)
	same, err := c.Change(ctx, anna, work.Team, record.ID, nil, titled("JO9-1 "))
	if err != nil || !same.Modified.Equal(made) {
		t.Errorf("nothing changed, and yet at %v, %v", same.Modified, err)
	}
	changed, err := c.Change(ctx, admin, work.Team, record.ID, nil,
		titled("JO9-2", func(g *group.Group) { g.Kind = work.Committee }))
	if err != nil || !changed.Modified.Equal(c.at) || !changed.Created.Equal(made) || changed.Author != anna.User ||
		changed.Kind != work.Team {
		t.Errorf("got %+v, %v", changed, err)
	}
	wrong := titled(" ", func(g *group.Group) {
		g.Website, g.Parent, g.Gender = "javascript:alert(1)", 99, "non_binary"
		g.Contacts = []person.Contact{{Value: "x"}}
	})
	const fields = "acf.contact_info[0].contact_type acf.gender acf.website parent title"
	_, err = c.Register(ctx, anna, work.Team, wrong)
	refused(t, "Register", err, fields)
	_, err = c.Change(ctx, anna, work.Team, record.ID, nil, wrong)
	refused(t, "Change", err, fields)
	after, err := c.Show(ctx, anna, work.Team, record.ID)
	if err != nil || after.Title != "JO9-2" {
		t.Errorf("a refused change left %+v, %v", after, err)
	}
}

func TestWhatMayStandAboveAGroup(t *testing.T) {
	c := open(t)
	top := c.register(anna, work.Team, "Jeugd")
	middle := c.register(anna, work.Team, "JO9", below(top))
	leaf := c.register(anna, work.Team, "JO9-1", below(middle))
	committee, berts := c.register(anna, work.Committee, "Bar"), c.register(bert, work.Team, "Zaal")
	put := func(v access.Viewer, id, parent group.ID) error {
		_, err := c.Change(ctx, v, work.Team, id, nil, func(g *group.Group, _ *fault.Problems) { g.Parent = parent })
		return err
	}
	for name, parent := range map[string]group.ID{
		"itself": top, "what is below it": middle, "what is far below it": leaf, "another kind": committee, "nothing": 99,
		"one that is hidden": berts, "a negative": -1,
	} {
		refused(t, name, put(anna, top, parent), "parent")
	}
	wants(t, "an administrator may all", put(admin, top, berts), nil)
	wants(t, "what stands there already stays, though hidden", put(anna, top, berts), nil)
	wants(t, "the top", put(anna, top, 0), nil)
	refused(t, "not again", put(anna, top, berts), "parent")
	wants(t, "another place", put(anna, leaf, top), nil)
	_, err := c.Register(ctx, anna, work.Team, titled("X", below(berts)))
	refused(t, "a new one", err, "parent")
	if _, _, err := c.Remove(ctx, anna, work.Team, top, nil); err != nil {
		t.Fatal(err)
	}
	for _, id := range []group.ID{middle, leaf} {
		if record, err := c.Show(ctx, anna, work.Team, id); err != nil || record.Parent != 0 {
			t.Errorf("%d stands below %d, %v", id, record.Parent, err)
		}
	}
	refused(t, "a removed one", put(anna, leaf, top), "parent")
}

// member keeps a person with an entry in a group.
func (c *club) member(author access.Viewer, name string, entries ...work.Entry) {
	c.t.Helper()
	p := person.New(author.User, c.at)
	p.Name.First, p.Work = name, entries
	p.Membership.Former = strings.HasPrefix(name, "Oud")
	if _, err := c.stores.People.Create(ctx, p); err != nil {
		c.t.Fatal(err)
	}
}

func said(entries []roster.Entry) string {
	list := []string{}
	for _, e := range entries {
		list = append(list, fmt.Sprintf("%s %s %s", e.Person.Name.First, e.Work.Title, e.Role))
	}
	return strings.Join(list, ", ")
}

func TestTheRoster(t *testing.T) {
	c := open(t)
	team := c.register(anna, work.Team, "JO9-1")
	c.at = time.Date(2026, 3, 29, 12, 0, 0, 0, time.UTC)
	today := c.at.Format(time.DateOnly)
	entry := func(title, end string, current bool) work.Entry {
		e := work.Entry{Group: team, Kind: work.Team, Title: title, Current: current}
		if end != "" {
			at, err := time.Parse(time.DateOnly, end)
			if err != nil {
				t.Fatal(err)
			}
			e.End.Year, e.End.Month, e.End.Day = at.Date()
		}
		return e
	}
	c.member(anna, "Jan", entry("Keeper", "", true), entry("Trainer", "", true))
	c.member(anna, "Ada", entry("", today, true))
	c.member(anna, "Piet", entry("Leider", "2026-03-28", true), entry("Keeper", "2020-01-01", false))
	c.member(anna, "Oud", entry("Keeper", "", true))
	c.member(bert, "Hidden", entry("Keeper", "", true))
	c.member(anna, "Elders", work.Entry{Group: group.ClubWide, Kind: work.Committee, Current: true})
	for _, want := range []struct {
		viewer          access.Viewer
		current, former string
		players, staff  int
	}{
		{anna, "Jan Trainer staff, Ada  player, Jan Keeper player", "Piet Leider staff, Piet Keeper player", 2, 1},
		{admin, "Jan Trainer staff, Ada  player, Hidden Keeper player, Jan Keeper player", "Piet Leider staff, Piet Keeper player", 3,
			1},
	} {
		list, err := c.Roster(ctx, want.viewer, work.Team, team)
		if err != nil || said(list.Current) != want.current || said(list.Former) != want.former {
			t.Errorf("%v: current %s; former %s; %v", want.viewer.Roles, said(list.Current), said(list.Former), err)
		}
		record, err := c.Show(ctx, want.viewer, work.Team, team)
		if err != nil || record.People[work.Player] != want.players || record.People[work.Staff] != want.staff {
			t.Errorf("%v: counts %v, %v", want.viewer.Roles, record.People, err)
		}
	}
	c.at = time.Date(2026, 3, 29, 22, 0, 0, 0, time.UTC) // midnight of the club
	list, err := c.Roster(ctx, anna, work.Team, team)
	if err != nil || said(list.Current) != "Jan Trainer staff, Jan Keeper player" ||
		!strings.HasPrefix(said(list.Former), "Ada  player, Piet Leider") {
		t.Errorf("the next day: current %s; former %s; %v", said(list.Current), said(list.Former), err)
	}
	list, err = c.Roster(ctx, admin, work.Committee, group.ClubWide)
	if err != nil || said(list.Current) != "Elders  member" || len(list.Former) != 0 {
		t.Errorf("a committee: %+v, %v", list, err)
	}
}

func TestWhatABrokenStoreRefusesIsNobodysFaultAndLeavesNoTrace(t *testing.T) {
	c := open(t)
	id := c.register(anna, work.Team, "A")
	before := c.stores.Directory.View()
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	for name, call := range map[string]func() error{
		"Register": func() error { _, err := c.Register(cancelled, anna, work.Team, titled("x")); return err },
		"Change":   func() error { _, err := c.Change(cancelled, anna, work.Team, id, nil, titled("x")); return err },
		"Remove":   func() error { _, _, err := c.Remove(cancelled, anna, work.Team, id, nil); return err },
	} {
		if err := call(); !errors.Is(err, context.Canceled) || fault.KindOf(err) != fault.Internal {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if c.stores.Directory.View() != before {
		t.Error("there is another view")
	}
}
