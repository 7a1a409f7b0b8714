package people_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/relation"
	"github.com/clubhuis/clubhuis/core/term"
	"github.com/clubhuis/clubhuis/core/usecase/people"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports"
)

// another is the people of the same club in another program, which is as up to date as this one.
func (c *club) another() *club {
	c.t.Helper()
	store := c.Atomic.(*inmem.Store).Another()
	stores := store.Stores()
	if err := stores.Directory.Load(ctx); err != nil {
		c.t.Fatal(err)
	}
	return &club{stores: stores, t: c.t, at: c.at, Service: &people.Service{
		Directory: stores.Directory, People: stores.People, Atomic: store, Now: c.Now, Zone: c.Zone,
	}}
}

func (c *club) removes(ids ...person.ID) {
	c.t.Helper()
	for _, id := range ids {
		if _, _, err := c.Remove(ctx, admin, id, nil); err != nil {
			c.t.Fatal(err)
		}
	}
}

// evaWith makes Eva, with a child.
func evaWith(child person.ID) people.Edit {
	return func(p *person.Person, problems *fault.Problems) {
		p.Name.First = "Eva"
		relations(child, relation.Child)(p, problems)
	}
}

func TestWhomAnotherProgramRemovedIsFoundOutDuringAnEdit(t *testing.T) {
	t.Parallel()
	const jan, piet, kees = 1, 2, 3
	for name, edit := range map[string]struct {
		do      func(*club) error
		refused string
		want    map[person.ID]string
	}{
		"a new row": {func(c *club) error { return c.relate(anna, jan, kees, relation.Child) }, "acf.relationships[0].related_person",
			map[person.ID]string{jan: ""}},
		"the row goes as well": {func(c *club) error { return c.relate(anna, jan) }, "", map[person.ID]string{jan: ""}},
		"a registration": {func(c *club) error {
			_, err := c.Register(ctx, anna, evaWith(kees))
			return err
		}, "acf.relationships[0].related_person", map[person.ID]string{jan: ""}},
	} {
		t.Run(name, func(t *testing.T) {
			c := open(t)
			c.named(anna, "Jan", "Piet", "Kees")
			wants(t, "relate", c.relate(anna, jan, piet, relation.Child), nil)
			here := c.another()
			c.removes(piet, kees)
			err := edit.do(here)
			if edit.refused == "" {
				wants(t, "the edit", err, nil)
			} else if got := refusedFields(t, err); got != edit.refused {
				t.Errorf("refused %q: %v", got, err)
			}
			wants(t, "a refresh", here.Directory.Refresh(ctx), nil)
			here.hasRelated("here", edit.want)
		})
	}
}

// behind is a directory that can't be brought up to date.
type behind struct{ ports.Directory }

func (behind) Refresh(context.Context) error { return fault.ErrUnreachable }

func TestAnEditEndsWhenItCantFindOutWhoIsGone(t *testing.T) {
	c := open(t)
	ids := c.named(anna, "Jan", "Piet")
	here := c.another()
	here.Directory = behind{here.Directory}
	c.removes(ids[1])
	wants(t, "a change", here.relate(anna, ids[0], ids[1], relation.Child), fault.ErrUnreachable)
	_, err := here.Register(ctx, anna, evaWith(ids[1]))
	wants(t, "a registration", err, fault.ErrUnreachable)
}

func TestThereIsNoRoomBeyondTheLimit(t *testing.T) {
	c := open(t)
	c.Atomic.(*inmem.Store).LimitDirectory(2)
	ids := c.named(anna, "Jan", "Piet")
	before := c.Directory.View()
	_, err := c.Register(ctx, anna, patch(`{"first_name":"Kees"}`))
	wants(t, "one more", err, directory.ErrFull)
	_, err = c.Register(ctx, nobody, patch(`{"first_name":"Kees"}`))
	if errors.Is(err, directory.ErrFull) {
		t.Error("it is told to nobody")
	}
	if c.Directory.View() != before {
		t.Error("there is another view")
	}
	wants(t, "a change", c.change(anna, ids[0], `{"first_name":"Bo"}`), nil)
	c.removes(ids[1])
	c.named(anna, "Kees")
}

func TestAnEditThatGoesWrongLeavesTheViewAsItWas(t *testing.T) {
	c := open(t)
	ids := c.named(anna, "Jan", "Piet")
	wants(t, "a code", c.change(admin, ids[0], `{"assoc-id":"AAAA11"}`), nil)
	before := c.Directory.View()
	for what, edit := range map[string]string{
		"a wrong field": `{"birthdate":"2001-02-30"}`, "nobody": `{"relationships":[{"related_person":99,"relationship_type":1}]}`,
		"another's code": `{"assoc-id":"AAAA11"}`,
	} {
		if err := c.change(admin, ids[1], edit); err == nil {
			t.Errorf("%s: taken", what)
		}
	}
	if c.Directory.View() != before {
		t.Error("there is another view")
	}
}

func TestABulkChangeOfAThousandIsOneChange(t *testing.T) {
	c := open(t)
	list := make([]person.Person, 1000)
	for i := range list {
		list[i] = person.New(anna.User, c.at)
		list[i].Name.First = fmt.Sprint("P", i)
	}
	ids, err := c.People.Create(ctx, list...)
	wants(t, "create", err, nil)
	team := c.group(anna, work.Team, "JO9-1")
	before := c.Directory.View()
	outcome, err := c.ChangeMany(ctx, anna, people.Selection{IDs: ids}, people.Bulk{Group: &team})
	if err != nil || len(outcome.Updated) != 1000 || len(outcome.Failed) != 0 {
		t.Errorf("%d changed, %d failed, %v", len(outcome.Updated), len(outcome.Failed), err)
	}
	after := c.Directory.View()
	if after.Number() != before.Number()+1 {
		t.Errorf("from change %d to %d", before.Number(), after.Number())
	}
}

func TestOptionsAreNewAfterEachChange(t *testing.T) {
	c := open(t)
	of := func() string {
		options, err := c.Options(ctx, anna, false)
		wants(t, "options", err, nil)
		return fmt.Sprint(options.Total, options.AgeGroups, options.Teams, options.Labels)
	}
	last := of()
	differs := func(what string) {
		now := of()
		if now == last || now != of() {
			t.Errorf("%s: %s, before it %s", what, now, last)
		}
		last = now
	}
	jan := c.register(anna, `{"first_name":"Jan"}`)
	differs("somebody new")
	wants(t, "an age group", c.change(admin, jan, `{"leeftijdsgroep":"Onder 9"}`), nil)
	differs("an age group")
	team, label := c.group(anna, work.Team, "JO9-1"), c.label("Ouderraad")
	_, err := c.ChangeMany(ctx, anna, people.Selection{IDs: []person.ID{jan}}, people.Bulk{Group: &team, Labels: &[]term.ID{label}})
	wants(t, "a team and a label", err, nil)
	differs("a team and a label")
	c.removeGroup(team)
	differs("the team is gone")
	c.removes(jan)
	differs("nobody is left")
}
