package searches_test

import (
	"context"
	"errors"
	"fmt"
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
	stores := inmem.Open().Stores()
	return &club{&searches.Service{
		Directory: stores.Directory, Favorites: stores.Favorites, SearchSettings: stores.SearchSettings,
		Now: func() time.Time { return at }, Zone: time.UTC,
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

// found are the first names and the teams' titles.
func (c *club) found(viewer access.Viewer, text string) string {
	c.t.Helper()
	hits, err := c.Search(ctx, viewer, text)
	if err != nil {
		c.t.Fatal(err)
	}
	names := []string{}
	for _, p := range hits.People {
		names = append(names, p.Name.First)
	}
	names = append(names, "/")
	for _, team := range hits.Teams {
		names = append(names, team.Title)
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
	for viewer, want := range map[*access.Viewer]string{&anna: "Jan / JO9 Jan", &bert: "Janna / Jan-toernooi",
		&admin: "Jan Janna / Jan-toernooi JO9 Jan"} {
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
	if got := c.found(anna, "jan"); got != "Jan Janneke Arjan Jan Piet Mail /" {
		t.Errorf("got %q", got)
	}
	for range 12 {
		c.person(anna, "Jan", "Zzz")
		c.group(anna, work.Team, "Jan")
	}
	hits, err := c.Search(ctx, anna, "jan")
	if err != nil || len(hits.People) != search.MostHits || len(hits.Teams) != search.MostHits {
		t.Errorf("%d people, %d teams, %v", len(hits.People), len(hits.Teams), err)
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
		return fmt.Sprint(hits.Favorites[people], hits.Favorites[teams])
	}
	if got := said(anna); got != "map[] map[]" {
		t.Errorf("refused marks were kept: %s", got)
	}
	for range 2 { // what is so already stays so
		wants(t, "a person", mark(anna, people, annas, true), nil)
		wants(t, "a team", mark(anna, teams, team, true), nil)
		wants(t, "another user's", mark(admin, people, annas, true), nil)
	}
	if got, want := said(anna), fmt.Sprintf("map[%d:true] map[%d:true]", annas, team); got != want {
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
	if got, want := said(anna)+said(admin), fmt.Sprintf("map[] map[%d:true]map[%d:true] map[]", team, annas); got != want {
		t.Errorf("got %s, want %s", got, want)
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
	wants(t, "none", change(admin), nil)
	if got := c.found(anna, "reus"); got != "/" {
		t.Errorf("after: got %q", got)
	}
}
