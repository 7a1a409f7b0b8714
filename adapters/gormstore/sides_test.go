package gormstore_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/relation"
	"github.com/clubhuis/clubhuis/core/term"
	"github.com/clubhuis/clubhuis/core/usecase/groups"
	"github.com/clubhuis/clubhuis/core/usecase/people"
	"github.com/clubhuis/clubhuis/core/usecase/terms"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/fixtures/postgres"
	"github.com/clubhuis/clubhuis/ports"
)

var administrator = access.Viewer{User: 1, Roles: []access.Role{access.Administrator}}

// club is what a user can do with the people and the words of one store.
type club struct {
	name   string
	people *people.Service
	types  *terms.Service[relation.Type]
}

func newClub(name string, stores ports.Stores, atomic ports.Atomic) club {
	return club{name, &people.Service{Stores: stores, Atomic: atomic, Now: func() time.Time { return at }, Zone: time.UTC}, terms.RelationTypes(stores, atomic)}
}

// deed is something that an administrator does. Its numbers stand for people and types that are there by then.
type deed struct {
	what   string
	who    int
	gender person.Gender
	rows   []link
}

type link struct {
	to, kind int
	label    string
}

// deeds are several in turn. Of every type there are few, so that rows meet.
func deeds() *rapid.Generator[[]deed] {
	one := rapid.Custom(func(t *rapid.T) deed {
		rows := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) link {
			return link{rapid.IntRange(0, 6).Draw(t, "to"), rapid.IntRange(0, 99).Draw(t, "type"), rapid.SampledFrom([]string{"", "", "x", "y"}).Draw(t, "label")}
		}), 0, 4)
		return deed{
			rapid.SampledFrom([]string{"register", "register", "relate", "relate", "relate", "relate", "gender", "gender", "remove", "forget"}).Draw(t, "what"),
			rapid.IntRange(0, 5).Draw(t, "who"), rapid.SampledFrom([]person.Gender{"", "male", "female", "other"}).Draw(t, "gender"), rows.Draw(t, "rows"),
		}
	})
	return rapid.SliceOfN(one, 3, 12)
}

// often are the types that rows mostly have: a pair, one that is its own inverse, variants by gender, and one without an inverse.
var often = []string{"parent", "child", "sibling", "aunt", "uncle", "niece", "nephew", "ex"}

// history is what was done to several clubs alike.
type history struct {
	t      rapid.TB
	clubs  []club
	living []person.ID
	types  relation.Types // as they are now
	halved bool           // a variant by gender was removed, and with it the other sides of rows that stay
}

// alike does the same in every club, and answers what came of it: in all of them the same.
func alike[T any](h *history, what string, do func(club) (T, error)) (first T, failed error) {
	h.t.Helper()
	for i, c := range h.clubs {
		value, err := do(c)
		switch {
		case i == 0:
			first, failed = value, err
		case fmt.Sprint(err) != fmt.Sprint(failed) || fault.KindOf(err) != fault.KindOf(failed):
			h.t.Fatalf("%s: %s answers %v, %s %v", what, h.clubs[0].name, failed, c.name, err)
		case fmt.Sprintf("%+v", value) != fmt.Sprintf("%+v", first):
			h.t.Fatalf("%s:\n%s: %+v\n%s: %+v", what, h.clubs[0].name, first, c.name, value)
		}
		if err != nil && fault.KindOf(err) != fault.Invalid {
			h.t.Fatalf("%s, %s: %v", what, c.name, err)
		}
	}
	return first, failed
}

// begin makes the clubs empty.
func (h *history) begin(ctx context.Context) {
	h.t.Helper()
	page := h.records(ctx)
	for _, r := range page {
		_, _ = alike(h, "empty", func(c club) (person.Record, error) { return c.people.Remove(ctx, administrator, r.ID) })
	}
	_, _ = alike(h, "restore", func(c club) (any, error) { return nil, terms.RestoreDefaults(ctx, c.types, administrator) })
	h.learn(ctx)
}

func (h *history) learn(ctx context.Context) {
	h.t.Helper()
	h.types, _ = alike(h, "types", func(c club) (relation.Types, error) { return c.types.All(ctx, administrator) })
}

func (h *history) records(ctx context.Context) []person.Record {
	h.t.Helper()
	page, _ := alike(h, "the list", func(c club) (person.Page, error) {
		return c.people.Collection(ctx, administrator, person.Filter{}, people.Part{Limit: 100})
	})
	return page.Records
}

// relations are those of a deed, to people who are there, but for a number too many, to types that are there.
func (h *history) relations(rows []link) (list []person.Relation) {
	if len(h.living) == 0 {
		return nil
	}
	for _, r := range rows {
		to := person.ID(1 << 40)
		if r.to < len(h.living) || r.kind%10 > 0 {
			to = h.living[r.to%len(h.living)]
		}
		kind := h.types[r.kind%len(h.types)].ID
		if slug := often[r.kind%len(often)]; r.kind < 90 {
			if i := slices.IndexFunc(h.types, func(t relation.Type) bool { return t.Slug == slug }); i >= 0 {
				kind = h.types[i].ID
			}
		}
		list = append(list, person.Relation{To: to, Type: kind, Label: r.label})
	}
	return list
}

func (h *history) do(ctx context.Context, d deed) {
	h.t.Helper()
	rows := h.relations(d.rows)
	if d.what == "register" && len(h.living) < 6 || len(h.living) == 0 {
		made, err := alike(h, "register", func(c club) (person.Record, error) {
			return c.people.Register(ctx, administrator, func(p *person.Person, _ *fault.Problems) {
				p.Name.First, p.Gender, p.Relations = "Jan", d.gender, slices.Clone(rows)
			})
		})
		if err == nil {
			h.living = append(h.living, made.ID)
		}
		return
	}
	who := d.who % len(h.living)
	id := h.living[who]
	change := func(edit people.Edit) {
		_, _ = alike(h, d.what, func(c club) (person.Record, error) { return c.people.Change(ctx, administrator, id, edit) })
	}
	switch d.what {
	case "remove":
		_, _ = alike(h, "remove", func(c club) (person.Record, error) { return c.people.Remove(ctx, administrator, id) })
		h.living = slices.Delete(h.living, who, who+1)
	case "forget":
		slug := often[d.who%len(often)]
		if i := slices.IndexFunc(h.types, func(t relation.Type) bool { return t.Slug == slug }); i >= 0 {
			_, _ = alike(h, "forget "+slug, func(c club) (relation.Type, error) { return c.types.Remove(ctx, administrator, h.types[i].ID) })
			h.halved = h.halved || h.types[i].Gendered
			h.learn(ctx)
		}
	case "gender":
		change(func(p *person.Person, _ *fault.Problems) { p.Gender = d.gender })
	default:
		change(func(p *person.Person, _ *fault.Problems) { p.Relations = slices.Clone(rows) })
	}
}

// holds checks that every row whose type has an inverse has it on the other side, by any of the inverse's variants.
func (h *history) holds(records []person.Record, after deed) {
	h.t.Helper()
	of := func(id term.ID) relation.Type {
		if i := slices.IndexFunc(h.types, func(t relation.Type) bool { return t.ID == id }); i >= 0 {
			return h.types[i]
		}
		return relation.Type{}
	}
	type side struct {
		from, to person.ID
		slug     string
	}
	there := map[side]bool{}
	for _, r := range records {
		for _, row := range r.Relations {
			there[side{r.ID, row.To, row.TypeSlug}] = true
		}
	}
	for _, r := range records {
		for _, row := range r.Relations {
			kept, err := person.LoadRelation(row.Document)
			if err != nil || of(kept.Type).Slug != row.TypeSlug || kept.To != row.To {
				h.t.Fatalf("after %+v: %s is a row of %s to %d, %v", after, row.Document, row.TypeSlug, row.To, err)
			}
			inverse := of(of(kept.Type).Inverse)
			if inverse.ID == 0 || h.halved && inverse.Gendered {
				continue
			}
			fits := there[side{row.To, r.ID, inverse.Slug}]
			for _, variant := range h.types {
				fits = fits || inverse.Gendered && variant.Gendered && variant.Group == inverse.Group && there[side{row.To, r.ID, variant.Slug}]
			}
			if !fits {
				h.t.Fatalf("after %+v: %d has %s:%d, and %d no %s", after, r.ID, row.TypeSlug, row.To, row.To, inverse.Slug)
			}
		}
	}
}

// lives does all of it to every club alike.
func lives(t rapid.TB, clubs []club, all []deed) {
	t.Helper()
	ctx := context.Background()
	h := &history{t: t, clubs: clubs}
	h.begin(ctx)
	for _, d := range all {
		h.do(ctx, d)
		h.holds(h.records(ctx), d)
	}
}

func inMemoryClub() club {
	store := inmem.Open()
	return newClub("memory", store.Stores(), store)
}

func storedClub(t *testing.T, name, location string) club {
	store := ready(t, location)
	return newClub(name, store.Stores(), store)
}

func TestBothSidesStayInStepInEveryStore(t *testing.T) {
	clubs := []club{inMemoryClub(), storedClub(t, "SQLite", sqliteFile(t))}
	t.Run("memory and SQLite", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) { lives(t, clubs, deeds().Draw(t, "deeds")) })
	})
	t.Run("PostgreSQL, too", func(t *testing.T) { // a few: it takes its time
		clubs := []club{inMemoryClub(), storedClub(t, "SQLite", sqliteFile(t)), storedClub(t, "PostgreSQL", postgres.NewDatabase(t))}
		for i := range 25 {
			lives(t, clubs, deeds().Example(i))
		}
	})
}

// Whoever is removed while others change or register people who are related: nobody else's edit fails for it but by a new
// relation to who is gone, and who is left stays in step and can be edited.
func TestRelatedPeopleAreRemovedInParallel(t *testing.T) {
	onBoth(t, func(t *testing.T, location string) {
		c, ctx := storedClub(t, "", location), t.Context()
		register := func(rows ...person.Relation) (person.Record, error) {
			return c.people.Register(ctx, administrator, func(p *person.Person, _ *fault.Problems) { p.Name.First, p.Relations = "Jan", slices.Clone(rows) })
		}
		made := func(rows ...person.Relation) person.ID {
			t.Helper()
			record, err := register(rows...)
			ok(t, err)
			return record.ID
		}
		// allowed are the errors that an edit of somebody living may answer.
		allowed := func(what string, err error) {
			t.Helper()
			if err == nil {
				return
			}
			named := func(field string) bool {
				return strings.HasPrefix(field, "acf.relationships[") && strings.HasSuffix(field, "].related_person")
			}
			for field := range fault.As(err).Params {
				if !named(field) {
					t.Errorf("%s: %v", what, err)
				}
			}
			if fault.KindOf(err) != fault.Invalid || fault.As(err).Code != "rest_invalid_param" || len(fault.As(err).Params) == 0 {
				t.Errorf("%s: %v", what, err)
			}
		}
		living := []person.ID{}
		for round := range 15 {
			friend := made()
			gone := made(person.Relation{To: friend, Type: relation.Sibling})
			centre := made(person.Relation{To: gone, Type: relation.Child}, person.Relation{To: friend, Type: relation.Parent})
			living = append(living, friend, centre)
			var all sync.WaitGroup
			start := make(chan struct{})
			parallel := func(what string, do func() error) {
				all.Go(func() { <-start; allowed(fmt.Sprintf("round %d, %s", round, what), do()) })
			}
			change := func(what string, id person.ID, edit people.Edit) {
				parallel(what, func() error { _, err := c.people.Change(ctx, administrator, id, edit); return err })
			}
			change("gender", centre, func(p *person.Person, _ *fault.Problems) { p.Gender = person.Genders[1+round%2] })
			change("one more", centre, func(p *person.Person, _ *fault.Problems) {
				p.Relations = append(p.Relations, person.Relation{To: friend, Type: relation.Sibling})
			})
			change("another label", centre, func(p *person.Person, _ *fault.Problems) {
				for i := range p.Relations {
					p.Relations[i].Label = "x"
				}
			})
			change("new", friend, func(p *person.Person, _ *fault.Problems) {
				p.Relations = append(p.Relations, person.Relation{To: gone, Type: relation.Parent})
			})
			change("none", friend, func(p *person.Person, _ *fault.Problems) { p.Relations = nil })
			parallel("register", func() error {
				_, err := register(person.Relation{To: friend, Type: relation.Parent}, person.Relation{To: gone, Type: relation.Child})
				return err
			})
			parallel("remove", func() error { _, err := c.people.Remove(ctx, administrator, gone); return err })
			close(start)
			all.Wait()
			if _, err := c.people.Show(ctx, administrator, gone); fault.KindOf(err) != fault.NotFound {
				t.Errorf("round %d: still there: %v", round, err)
			}
		}
		h := &history{t: t, clubs: []club{c}}
		h.learn(ctx)
		h.holds(h.records(ctx), deed{})
		there := map[person.ID]bool{}
		for _, r := range h.records(ctx) {
			there[r.ID] = true
		}
		for _, r := range h.records(ctx) {
			for _, to := range r.Relations {
				if !there[to.To] {
					t.Errorf("%d has a relation to %d, who is gone", r.ID, to.To)
				}
			}
		}
		for _, id := range living {
			if _, err := c.people.Change(ctx, administrator, id, func(p *person.Person, _ *fault.Problems) { p.Name.Nick, p.Gender = "J", "other" }); err != nil {
				t.Errorf("%d can't be edited: %v", id, err)
			}
			for _, r := range kept(t, c.people.Stores.People, id).Relations {
				if !there[r.To] {
					t.Errorf("%d keeps a relation to %d, who is gone", id, r.To)
				}
			}
		}
		h.holds(h.records(ctx), deed{})
	})
}

// Of moves that would make a ring together, not all happen.
func TestGroupsAreMovedInParallelWithoutARing(t *testing.T) {
	onBoth(t, func(t *testing.T, location string) {
		store, ctx := ready(t, location), t.Context()
		service := &groups.Service{Stores: store.Stores(), Atomic: store, Now: func() time.Time { return at }, Zone: time.UTC}
		for round := range 8 {
			ids := make([]group.ID, 3)
			for i := range ids {
				made, err := service.Register(ctx, administrator, work.Team, func(g *group.Group, _ *fault.Problems) { g.Title = "JO9" })
				ok(t, err)
				ids[i] = made.ID
			}
			var all sync.WaitGroup
			errs := make([]error, len(ids))
			for i, id := range ids {
				all.Go(func() {
					_, errs[i] = service.Change(ctx, administrator, work.Team, id, func(g *group.Group, _ *fault.Problems) { g.Parent = ids[(i+1)%len(ids)] })
				})
			}
			all.Wait()
			refused := 0
			for _, err := range errs {
				if err == nil {
					continue
				}
				if refused++; fault.As(err).Params["parent"] == "" {
					t.Errorf("round %d: %v", round, err)
				}
			}
			if refused != 1 {
				t.Errorf("round %d: %d of three moves were refused", round, refused)
			}
		}
	})
}
