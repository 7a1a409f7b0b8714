package terms_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/relation"
	"github.com/clubhuis/clubhuis/core/term"
	"github.com/clubhuis/clubhuis/core/usecase/terms"
	"github.com/clubhuis/clubhuis/ports"
)

var (
	ctx    = context.Background()
	nobody = access.Viewer{}
	admin  = access.Viewer{User: 1, Roles: []access.Role{access.Administrator}}
	board  = access.Viewer{User: 2, Roles: []access.Role{access.Board, access.SectionRole(access.Administration)}}
)

// club is the words of one club in memory.
type club struct {
	types  *terms.Service[relation.Type]
	labels *terms.Service[term.Term]
	stores ports.Stores
	t      *testing.T
}

func open(t *testing.T) *club {
	t.Parallel()
	store := inmem.Open()
	stores := store.Stores()
	return &club{terms.RelationTypes(stores, store, time.Now), terms.Labels(stores, store, time.Now, rand.Read), stores, t}
}

func wants(t *testing.T, what string, err error, want *fault.Fault) {
	t.Helper()
	if want == nil && err != nil || want != nil && !errors.Is(err, want) {
		t.Errorf("%s: got %v, want %v", what, err, want)
	}
}

func called(name string) func(*term.Term) { return func(t *term.Term) { t.Name = name } }

func (c *club) label(name string) term.ID {
	c.t.Helper()
	created, err := c.labels.Create(ctx, admin, called(name))
	if err != nil {
		c.t.Fatal(err)
	}
	return created.ID
}

func TestWhoMayDoWhatWithTerms(t *testing.T) {
	c := open(t)
	id := c.label("Bar")
	for _, c := range []struct {
		name string
		call func(access.Viewer, term.ID) error
		one  bool // of one that must be there
	}{
		{"Create", func(v access.Viewer, id term.ID) error {
			_, err := c.labels.Create(ctx, v, called(fmt.Sprint("new ", id)))
			return err
		}, false},
		{"RestoreDefaults", func(v access.Viewer, _ term.ID) error { return terms.RestoreDefaults(ctx, c.types, v) }, false},
		{"Change", func(v access.Viewer, id term.ID) error {
			_, err := c.labels.Change(ctx, v, id, called("Kantine"))
			return err
		}, true},
		{"Remove", func(v access.Viewer, id term.ID) error { _, _, err := c.labels.Remove(ctx, v, id); return err }, true},
	} {
		wants(t, c.name+" by nobody", c.call(nobody, id), fault.ErrNotSignedIn)
		wants(t, c.name+" by nobody of none", c.call(nobody, 99), fault.ErrNotSignedIn)
		wants(t, c.name+" by the board", c.call(board, id), fault.ErrForbidden)
		wants(t, c.name+" by the board of none", c.call(board, 99), fault.ErrForbidden)
		if c.one {
			wants(t, c.name+" of none", c.call(admin, 99), term.ErrAbsent)
		}
		wants(t, c.name, c.call(admin, id), nil)
	}
	_, err := c.labels.All(ctx, nobody)
	wants(t, "All by nobody", err, fault.ErrNotSignedIn)
	_, err = c.labels.Show(ctx, nobody, id)
	wants(t, "Show by nobody", err, fault.ErrNotSignedIn)
	_, err = c.types.Show(ctx, board, relation.Child)
	wants(t, "Show", err, nil)
	_, err = c.types.Show(ctx, board, 99)
	wants(t, "Show none", err, term.ErrAbsent)
}

func TestATermIsMadeChangedAndRemoved(t *testing.T) {
	c := open(t)
	created, err := c.labels.Create(ctx, admin, func(t *term.Term) { t.ID, t.Name = 77, " Bar & Kantine " })
	if err != nil || created.ID == 77 || created.Name != "Bar & Kantine" || created.Slug != "bar-kantine" {
		t.Fatalf("got %+v, %v", created, err)
	}
	other := c.label("Kassa")
	_, err = c.labels.Create(ctx, admin, called("BAR & kantine"))
	wants(t, "a name twice", err, term.ErrExists)
	_, err = c.labels.Change(ctx, admin, other, called("bar & Kantine"))
	wants(t, "another's name", err, term.ErrExists)
	changed, err := c.labels.Change(ctx, admin, created.ID, func(t *term.Term) { t.ID, t.Name = 77, "BAR & KANTINE" })
	if err != nil || changed.ID != created.ID || changed.Name != "BAR & KANTINE" || changed.Slug != "bar-kantine" {
		t.Errorf("its own name in capitals: got %+v, %v", changed, err)
	}
	_, err = c.labels.Create(ctx, admin, called(" "))
	if fault.As(err).Params["name"] == "" {
		t.Errorf("no name: got %v", err)
	}
	p := person.New(1, time.Now())
	p.Name.First, p.Labels = "Jan", []term.ID{created.ID, other}
	ids, err := c.stores.People.Create(ctx, p)
	wants(t, "a person", err, nil)
	previous, _, err := c.labels.Remove(ctx, admin, created.ID)
	if err != nil || previous.Name != "BAR & KANTINE" {
		t.Errorf("removed %+v, %v", previous, err)
	}
	record, err := c.stores.Directory.View().Person(ids[0], record.View{})
	if err != nil || len(record.Labels) != 1 || record.Labels[0].ID != other {
		t.Errorf("the person has %+v, %v", record.Labels, err)
	}
	if again := c.label("Bar & Kantine"); again == created.ID {
		t.Error("a number is used twice")
	}
}

func TestOfTheSameNameOneIsMade(t *testing.T) {
	c := open(t)
	var all sync.WaitGroup
	errs := make([]error, 8)
	for i := range errs {
		all.Add(1)
		go func() {
			defer all.Done()
			_, errs[i] = c.labels.Create(ctx, admin, called("Bar"))
		}()
	}
	all.Wait()
	made := 0
	for _, err := range errs {
		if err == nil {
			made++
			continue
		}
		wants(t, "the others", err, term.ErrExists)
	}
	if list, err := c.labels.All(ctx, board); err != nil || made != 1 || len(list) != 1 {
		t.Errorf("%d made, %+v, %v", made, list, err)
	}
}

func TestAnInverseMustExist(t *testing.T) {
	c := open(t)
	inverse := func(name string, id term.ID) func(*relation.Type) {
		return func(t *relation.Type) { t.Name, t.Inverse = name, id }
	}
	_, err := c.types.Create(ctx, admin, inverse("Buur", 99))
	if fault.As(err).Params["acf.inverse_relationship_type"] == "" {
		t.Errorf("got %v", err)
	}
	created, err := c.types.Create(ctx, admin, inverse("Buur", relation.Child))
	wants(t, "one that exists", err, nil)
	_, err = c.types.Change(ctx, admin, created.ID, inverse("Buur", created.ID))
	wants(t, "itself", err, nil)
	_, _, err = c.types.Remove(ctx, admin, relation.Child)
	wants(t, "remove", err, nil)
	parent, err := c.types.Show(ctx, board, relation.Parent)
	if err != nil || parent.Inverse != 0 {
		t.Errorf("what was the inverse of a removed one: %+v, %v", parent, err)
	}
}

func (c *club) all() map[term.ID]relation.Type {
	c.t.Helper()
	list, err := c.types.All(ctx, board)
	if err != nil {
		c.t.Fatal(err)
	}
	types := map[term.ID]relation.Type{}
	for _, t := range list {
		types[t.ID] = t
	}
	return types
}

func TestRestoreDefaults(t *testing.T) {
	c := open(t)
	restore := func() {
		t.Helper()
		wants(t, "restore", terms.RestoreDefaults(ctx, c.types, admin), nil)
	}
	original := c.all()
	restore()
	for id, before := range original {
		if after := c.all()[id]; after != before {
			t.Errorf("restored for nothing: %+v, was %+v", after, before)
		}
	}
	own, err := c.types.Create(ctx, admin, func(t *relation.Type) { t.Name, t.Inverse = "Buur", relation.Parent })
	wants(t, "an own type", err, nil)
	_, err = c.types.Change(ctx, admin, relation.Parent, func(t *relation.Type) {
		t.Name, t.Inverse, t.Gendered, t.Group = "Papa", own.ID, true, "a_b"
	})
	wants(t, "overwrite", err, nil)
	for _, id := range []term.ID{relation.Child, relation.Sibling} {
		_, _, err = c.types.Remove(ctx, admin, id)
		wants(t, "remove", err, nil)
	}
	restore()
	after := c.all()
	for id, before := range original {
		if id == relation.Parent {
			before.Name = "Papa" // what it is called is the club's
		}
		if after[id] != before {
			t.Errorf("restored %+v, was %+v", after[id], before)
		}
	}
	if after[own.ID] != own || len(after) != len(original)+1 {
		t.Errorf("the own type is %+v of %d", after[own.ID], len(after))
	}
}

func TestRestoreDefaultsWhenTheNameIsTaken(t *testing.T) {
	c := open(t)
	child := c.all()[relation.Child]
	_, _, err := c.types.Remove(ctx, admin, relation.Child)
	wants(t, "remove", err, nil)
	own, err := c.types.Create(ctx, admin, func(t *relation.Type) { t.Name, t.Slug = child.Name, "eigen" })
	wants(t, "another of its name", err, nil)
	wants(t, "restore", terms.RestoreDefaults(ctx, c.types, admin), nil)
	wants(t, "once more", terms.RestoreDefaults(ctx, c.types, admin), nil)
	after := c.all()
	if got := after[relation.Child]; got.Slug != child.Slug || got.Name == child.Name || got.Inverse != child.Inverse {
		t.Errorf("restored as %+v", got)
	}
	if after[own.ID] != own || len(after) != len(relation.Defaults())+1 {
		t.Errorf("the other is %+v of %d", after[own.ID], len(after))
	}
	names := []string{}
	for _, kind := range after {
		names = append(names, kind.Name)
	}
	slices.Sort(names)
	if len(slices.Compact(names)) != len(after) {
		t.Errorf("a name twice: %v", names)
	}
}

func TestADefaultTypeKeepsItsSlug(t *testing.T) {
	c := open(t)
	_, err := c.types.Change(ctx, admin, relation.Child, func(t *relation.Type) { t.Name, t.Slug = "Zoon of dochter", "kind" })
	if fault.KindOf(err) != fault.Invalid || fault.As(err).Code != "rest_invalid_param" ||
		fault.As(err).Params["slug"] != relation.FixedSlug {
		t.Errorf("got %v", err)
	}
	changed, err := c.types.Change(ctx, admin, relation.Child, func(t *relation.Type) { t.Name = "Zoon of dochter" })
	if err != nil || changed.Slug != "child" || changed.Name != "Zoon of dochter" {
		t.Errorf("another name: %+v, %v", changed, err)
	}
}
