package searches_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/search"
	"github.com/clubhuis/clubhuis/core/usecase/searches"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports"
)

var (
	ctx    = context.Background()
	at     = time.Date(2026, 3, 29, 12, 0, 0, 0, time.UTC)
	nobody = access.Viewer{}
	admin  = access.Viewer{User: 1, Roles: []access.Role{access.Administrator}}
	anna   = access.Viewer{User: 2, Roles: []access.Role{access.Member}}
	bert   = access.Viewer{User: 3, Roles: []access.Role{access.Board}}
)

// club is the search of one club in memory.
type club struct {
	*searches.Service
	stores ports.Stores
	t      *testing.T
}

func open(t *testing.T) *club {
	t.Parallel()
	store := inmem.Open()
	stores := store.Stores()
	return &club{&searches.Service{
		Directory: stores.Directory, Favorites: stores.Favorites, Recents: stores.Recents,
		Atomic: store, Now: func() time.Time { return at }, Zone: time.UTC,
	}, stores, t}
}

func (c *club) person(author access.Viewer, first, last string, edits ...func(*person.Person)) person.ID {
	c.t.Helper()
	p := person.New(author.User, at)
	p.Name.First, p.Name.Last = first, last
	for _, edit := range edits {
		edit(&p)
	}
	ids, err := c.stores.People.Create(ctx, p)
	if err != nil {
		c.t.Fatal(err)
	}
	return ids[0]
}

func (c *club) group(author access.Viewer, kind work.Kind, title string) group.ID {
	c.t.Helper()
	g := group.New(kind, author.User, at)
	g.Title = title
	id, err := c.stores.Groups.Create(ctx, g)
	if err != nil {
		c.t.Fatal(err)
	}
	return id
}

// found are the first names, and the titles of teams and committees.
func (c *club) found(viewer access.Viewer, text string) string {
	c.t.Helper()
	hits, err := c.Search(ctx, viewer, text)
	if err != nil {
		c.t.Fatal(err)
	}
	names := []string{}
	for _, p := range hits.People.List {
		names = append(names, p.Name.First)
	}
	names = append(names, "/")
	for _, g := range slices.Concat(hits.Teams.Records, hits.Committees.Records) {
		names = append(names, g.Title)
	}
	return strings.Join(names, " ")
}

func wants(t *testing.T, what string, err error, want *fault.Fault) {
	t.Helper()
	if want == nil && err != nil || want != nil && !errors.Is(err, want) {
		t.Errorf("%s: got %v, want %v", what, err, want)
	}
}

func former(p *person.Person) { p.Membership.Former = true }

func TestASearchFindsWhatTheViewerMaySee(t *testing.T) {
	c := open(t)
	c.person(anna, "Jan", "Kok")
	c.person(bert, "Janna", "Bos")
	c.group(anna, work.Team, "JO9 Jan")
	c.group(bert, work.Team, "Jan-toernooi")
	c.group(anna, work.Committee, "Jancommissie")
	for viewer, want := range map[*access.Viewer]string{&anna: "Jan / JO9 Jan Jancommissie", &bert: "Janna / Jan-toernooi",
		&admin: "Jan Janna / Jan-toernooi JO9 Jan Jancommissie"} {
		if got := c.found(*viewer, "jan"); got != want {
			t.Errorf("%v: got %q, want %q", viewer.Roles, got, want)
		}
	}
	_, err := c.Search(ctx, nobody, "x")
	wants(t, "nobody", err, fault.ErrNotSignedIn)
	for _, short := range []string{"", " ", "j", " j ", "\u0301"} {
		if _, err := c.Search(ctx, anna, short); fault.As(err).Params["q"] == "" {
			t.Errorf("%q: got %v", short, err)
		}
	}
}

func TestTheBestAreFoundFirst(t *testing.T) {
	c := open(t)
	c.person(anna, "Piet", "Jansen")
	c.person(anna, "Arjan", "Kok")
	c.person(anna, "Janneke", "Kok")
	c.person(anna, "Jan", "Zwart")
	c.person(anna, "Jan", "Aap", former, func(p *person.Person) { p.Name.Nick = "oud" })
	c.person(anna, "Mail", "Kok", func(p *person.Person) {
		p.Contacts = []person.Contact{{Type: person.Email, Value: "jan@club.example"}}
	})
	c.person(anna, "Niemand", "Kok")
	if got := c.found(anna, "jan"); got != "Jan Janneke Piet Arjan Mail Jan /" {
		t.Errorf("got %q", got)
	}
	for range 12 {
		c.person(anna, "Jan", "Zzz")
		c.group(anna, work.Team, "Jan")
	}
	hits, err := c.Search(ctx, anna, "jan")
	people := hits.People
	if err != nil || len(people.List) != search.MostHits || people.Current != 17 || people.Former != 1 ||
		!people.List[search.MostHits-1].Former || len(hits.Teams.Records) != search.MostHits || hits.Teams.Total != 12 {
		t.Errorf("%d people of %d and %d, %d teams of %d, %v", len(people.List), people.Current, people.Former, len(hits.Teams.Records),
			hits.Teams.Total, err)
	}
}

func TestFavourites(t *testing.T) {
	c := open(t)
	annas, berts := c.person(anna, "Jan", "Kok"), c.person(bert, "Jan", "Bos")
	team, committee := c.group(anna, work.Team, "Jan"), c.group(anna, work.Committee, "Bar")
	mark := func(v access.Viewer, kind account.FavoriteKind, id int64, marked bool) error {
		return c.Mark(ctx, v, account.Favorite{Kind: kind, ID: id}, marked)
	}
	const people, teams = account.FavoritePerson, account.FavoriteTeam
	for _, other := range []struct {
		what   string
		viewer access.Viewer
		kind   account.FavoriteKind
		id     int64
		want   *fault.Fault
	}{
		{"somebody hidden", anna, people, berts, person.ErrHidden}, {"somebody absent", anna, people, 99, person.ErrAbsent},
		{"a hidden team", bert, teams, team, group.ErrHidden}, {"an absent team", anna, teams, 99, group.ErrAbsent},
		{"a committee", anna, teams, committee, group.ErrAbsent},
	} {
		wants(t, other.what, mark(other.viewer, other.kind, other.id, true), other.want)
		wants(t, "the mark of "+other.what+" away", mark(other.viewer, other.kind, other.id, false), nil)
	}
	for _, marked := range []bool{true, false} {
		wants(t, "nobody", mark(nobody, people, annas, marked), fault.ErrNotSignedIn)
	}
	said := func(viewer access.Viewer) string {
		t.Helper()
		hits, err := c.Search(ctx, viewer, "jan")
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(hits.Favorites)
	}
	if got := said(anna); got != "map[]" {
		t.Errorf("refused marks were kept: %s", got)
	}
	for range 2 { // what is so already stays so
		wants(t, "a person", mark(anna, people, annas, true), nil)
		wants(t, "a team", mark(anna, teams, team, true), nil)
		wants(t, "another user's", mark(admin, people, annas, true), nil)
	}
	if got, want := said(anna), fmt.Sprintf("map[{people %d}:true {teams %d}:true]", annas, team); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if err := c.Favorites.Set(ctx, anna.User, account.Favorite{Kind: people, ID: berts}, true); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		wants(t, "taken away", mark(anna, people, annas, false), nil)
		wants(t, "taken away from somebody who is hidden by now", mark(anna, people, berts, false), nil)
	}
	marks := c.Directory.View().Favorites(anna.User)
	if want := (account.Favorite{Kind: teams, ID: team}); len(marks) != 1 || marks[0] != want {
		t.Errorf("anna's marks: %v", marks)
	}
	if got, want := said(anna)+said(admin), fmt.Sprintf("map[{teams %d}:true]map[{people %d}:true]", team, annas); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func names(hits []search.Hit) (list string) {
	for _, hit := range hits {
		list += hit.Name.First + " "
	}
	return strings.TrimSpace(list)
}

// contract: club §2.9-3
func TestWhatASearchBeginsWith(t *testing.T) {
	c := open(t)
	user := must(c.stores.Users.Create(ctx, account.User{Username: "anna", Email: "a@club.example"}))(t)
	me, somebody := access.Viewer{User: user, Roles: []access.Role{access.Member}}, access.Viewer{User: user, Roles: admin.Roles}
	own, gone, berts := c.person(me, "Jan", "Kok"), c.person(me, "Weg", "Kok", former), c.person(bert, "Bertje", "Bos")
	team := c.group(me, work.Team, "JO9-1")
	start := func(v access.Viewer) string {
		t.Helper()
		start := must(c.Start(ctx, v))(t)
		return names(start.Recent) + "/" + names(start.FavoritePeople) + "/" + fmt.Sprint(len(start.FavoriteTeams))
	}
	wants(t, "nobody opens", c.Open(ctx, nobody, own), fault.ErrNotSignedIn)
	_, err := c.Start(ctx, nobody)
	wants(t, "nobody begins", err, fault.ErrNotSignedIn)
	wants(t, "somebody hidden", c.Open(ctx, me, berts), person.ErrHidden)
	wants(t, "somebody absent", c.Open(ctx, me, 99), person.ErrAbsent)
	if got := start(me); got != "//0" {
		t.Errorf("at first: %s", got)
	}
	for _, id := range []person.ID{own, gone, berts, own} {
		wants(t, "who may", c.Open(ctx, somebody, id), nil)
		wants(t, "a mark", c.Mark(ctx, somebody, account.Favorite{Kind: account.FavoritePerson, ID: id}, true), nil)
	}
	wants(t, "a team", c.Mark(ctx, me, account.Favorite{Kind: account.FavoriteTeam, ID: team}, true), nil)
	if got := start(somebody); got != "Jan Bertje Weg/Bertje Jan Weg/1" {
		t.Errorf("who may see all: %s", got)
	}
	if got := start(me); got != "Jan Weg/Jan Weg/1" {
		t.Errorf("who may not any more: %s", got)
	}
	other := access.Viewer{User: user + 1, Roles: admin.Roles}
	if got := start(other); got != "//0" {
		t.Errorf("another user: %s", got)
	}
	if err := c.stores.People.Remove(ctx, own, 0, at, func(access.Subject, record.Edition) error { return nil }); err != nil {
		t.Fatal(err)
	}
	if got := start(me); got != "Weg/Weg/1" {
		t.Errorf("after a removal: %s", got)
	}
}

func must[V any](value V, err error) func(*testing.T) V {
	return func(t *testing.T) V {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
}

func TestTheSettingsOfTheSearch(t *testing.T) {
	c := open(t)
	c.person(anna, "Piet", "Kok", func(p *person.Person) {
		p.Extra = acf.Extra{"shirt": []byte(`"Reus 7"`), "nummer": []byte(`4711`), "geheim": []byte(`"Reus"`)}
	})
	change := func(v access.Viewer, fields ...string) error {
		_, err := c.ChangeSettings(ctx, v, func(s *search.Settings) { s.Fields = fields })
		return err
	}
	wants(t, "nobody", change(nobody, "shirt"), fault.ErrNotSignedIn)
	wants(t, "the board", change(bert, "shirt"), fault.ErrForbidden)
	_, err := c.Settings(ctx, nobody)
	wants(t, "nobody reads", err, fault.ErrNotSignedIn)
	if got := c.found(anna, "reus"); got != "/" {
		t.Errorf("before: got %q", got)
	}
	wants(t, "an administrator", change(admin, " shirt ", "", "shirt", "nummer"), nil)
	if settings, err := c.Settings(ctx, anna); err != nil || strings.Join(settings.Fields, " ") != "shirt nummer" {
		t.Errorf("got %+v, %v", settings, err)
	}
	for _, text := range []string{"reus", "REUS 7", "4711"} {
		if got := c.found(anna, text); got != "Piet /" {
			t.Errorf("%s: got %q", text, got)
		}
	}
	many := []string{}
	for i := range 51 {
		many = append(many, fmt.Sprint("f", i))
	}
	if err := change(admin, many...); fault.As(err).Params["searchable_fields"] == "" {
		t.Errorf("too many: %v", err)
	}
	keep := func(settings *search.Settings) error {
		settings.Fields = []string{"shirt", "factuur-email"}
		return nil
	}
	if _, err := c.stores.SearchSettings.Change(ctx, keep); err != nil { // as it was allowed once
		t.Fatal(err)
	}
	if settings, err := c.Settings(ctx, anna); err != nil || strings.Join(settings.Fields, " ") != "shirt" {
		t.Errorf("what is not for everybody: got %+v, %v", settings, err)
	}
	wants(t, "none", change(admin), nil)
	if got := c.found(anna, "reus"); got != "/" {
		t.Errorf("after: got %q", got)
	}
}
