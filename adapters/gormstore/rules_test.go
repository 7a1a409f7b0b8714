package gormstore_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/relation"
	"github.com/clubhuis/clubhuis/fixtures/postgres"
)

// family are the people of one case, by name, in one store.
type family struct {
	club
	t     *testing.T
	ids   map[string]person.ID
	types relation.Types
}

func newFamily(t *testing.T, c club, names ...string) *family {
	t.Helper()
	f := &family{c, t, map[string]person.ID{"nobody": 9999, "removed": 0}, nil}
	types, err := c.types.All(t.Context(), administrator)
	ok(t, err)
	f.types = types
	for _, name := range append(names, "removed") {
		record, err := c.people.Register(t.Context(), administrator, func(p *person.Person, _ *fault.Problems) {
			p.Name.First = name
			switch name {
			case "Tom":
				p.Gender = "male"
			case "Els":
				p.Gender = "female"
			}
		})
		ok(t, err)
		f.ids[name] = record.ID
	}
	_, err = c.people.Remove(t.Context(), administrator, f.ids["removed"])
	ok(t, err)
	return f
}

func (f *family) typed(slug string) int64 {
	i := slices.IndexFunc(f.types, func(t relation.Type) bool { return t.Slug == slug })
	if i < 0 {
		return 9999
	}
	return f.types[i].ID
}

// sets gives somebody these rows, "type:name", and answers the fields that were refused.
func (f *family) sets(name string, rows ...string) string {
	f.t.Helper()
	sent := []map[string]any{}
	for _, row := range rows {
		slug, to, _ := strings.Cut(row, ":")
		sent = append(sent, map[string]any{"related_person": f.ids[to], "relationship_type": []int64{f.typed(slug)}})
	}
	text, err := json.Marshal(sent)
	ok(f.t, err)
	patch := person.Patch{ACF: map[string]json.RawMessage{"relationships": text}}
	_, err = f.people.Change(f.t.Context(), administrator, f.ids[name], patch.Apply)
	if err == nil {
		return ""
	}
	return fmt.Sprint(slices.Sorted(maps.Keys(fault.As(err).Params)))
}

// has checks the rows that somebody is answered with.
func (f *family) has(name string, want ...string) {
	f.t.Helper()
	record, err := f.people.Show(f.t.Context(), administrator, f.ids[name])
	ok(f.t, err)
	got := []string{}
	for _, row := range record.Relations {
		got = append(got, row.TypeSlug+":"+row.Name)
	}
	if !slices.Equal(got, want) && len(got)+len(want) > 0 {
		f.t.Errorf("%s has %v, want %v", name, got, want)
	}
}

// The rules of the contract (§2.4), one by one, on every store.
func TestTheRulesOfRelations(t *testing.T) {
	clubs := []club{
		inMemoryClub(), storedClub(t, "SQLite", sqliteFile(t)), storedClub(t, "PostgreSQL", postgres.NewDatabase(t)),
	}
	for name, run := range map[string]func(f *family){
		"the other side gets the inverse": func(f *family) {
			f.sets("Tom", "parent:Els")
			f.has("Tom", "parent:Els")
			f.has("Els", "child:Tom")
		},
		"another type takes the old inverse away": func(f *family) {
			f.sets("Tom", "parent:Els")
			f.sets("Tom", "sibling:Els")
			f.has("Els", "sibling:Tom")
		},
		"a removed row takes its inverse along": func(f *family) {
			f.sets("Tom", "parent:Els")
			f.sets("Els")
			f.has("Tom")
			f.has("Els")
		},
		"a symmetric type is the same on both sides": func(f *family) {
			f.sets("Tom", "friend:Els")
			f.has("Els", "friend:Tom")
		},
		"a variant follows the gender of the person that the row points at": func(f *family) {
			f.sets("Tom", "aunt:Els")
			f.has("Els", "nephew:Tom")
			f.sets("Els", "niece:Sam")
			f.has("Sam", "aunt:Els")
		},
		"without a gender the stored inverse stays": func(f *family) {
			f.sets("Sam", "uncle:Tom")
			f.has("Tom", "niece:Sam")
		},
		"a type without inverse has one side": func(f *family) {
			f.sets("Tom", "ex:Els")
			f.has("Tom", "ex:Els")
			f.has("Els")
		},
		"two types between two people are two relations": func(f *family) {
			f.sets("Tom", "parent:Els", "mentor:Els")
			f.has("Els", "child:Tom", "mentee:Tom")
			f.sets("Tom", "mentor:Els")
			f.has("Els", "mentee:Tom")
		},
		"oneself and repeated rows are dropped": func(f *family) {
			if refused := f.sets("Tom", "friend:Tom", "friend:Els", "friend:Els"); refused != "" {
				f.t.Errorf("refused %s", refused)
			}
			f.has("Tom", "friend:Els")
			f.has("Els", "friend:Tom")
		},
		"unknown and removed people and unknown types are refused, and nothing is done": func(f *family) {
			for row, want := range map[string]string{
				"friend:nobody":  "[acf.relationships[1].related_person]",
				"friend:removed": "[acf.relationships[1].related_person]",
				"no-type:Els":    "[acf.relationships[1].relationship_type]",
			} {
				if got := f.sets("Tom", "parent:Sam", row); got != want {
					f.t.Errorf("%s: refused %s, want %s", row, got, want)
				}
			}
			f.has("Tom")
			f.has("Sam")
		},
		"who is removed is gone from everybody": func(f *family) {
			f.sets("Els", "child:Tom", "ex:Sam")
			f.sets("Sam", "ex:Els")
			_, err := f.people.Remove(f.t.Context(), administrator, f.ids["Els"])
			ok(f.t, err)
			f.has("Tom")
			f.has("Sam")
		},
		"no siblings come by themselves": func(f *family) {
			f.sets("Tom", "parent:Els")
			f.sets("Sam", "parent:Els")
			f.has("Tom", "parent:Els")
			f.has("Els", "child:Tom", "child:Sam")
		},
		"both sides edited at once end in step": func(f *family) {
			var both sync.WaitGroup
			for range 5 {
				both.Go(func() { f.sets("Tom", "parent:Els", "friend:Sam") })
				both.Go(func() { f.sets("Els", "friend:Tom") })
			}
			both.Wait()
			f.sets("Tom", "parent:Els")
			f.has("Tom", "parent:Els")
			f.has("Els", "child:Tom")
			f.has("Sam")
		},
	} {
		for _, c := range clubs {
			t.Run(name+" ("+c.name+")", func(t *testing.T) { run(newFamily(t, c, "Tom", "Els", "Sam")) })
		}
	}
}
