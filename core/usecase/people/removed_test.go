package people_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/relation"
	"github.com/clubhuis/clubhuis/core/usecase/people"
	"github.com/clubhuis/clubhuis/ports"
)

// removal is another user who removes these people at the moment when a change is about to name one of them, or a step is about
// to begin.
type removal struct {
	ports.People
	ports.Atomic
	t   *testing.T
	ids []person.ID
}

// meanwhile makes the people of the club be removed that way.
func (c *club) meanwhile(ids ...person.ID) *removal {
	other := &removal{People: c.People, Atomic: c.Atomic, t: c.t, ids: ids}
	c.Service = &people.Service{Directory: c.Directory, People: other, Atomic: other, Now: c.Now, Zone: c.Zone, Random: c.Random}
	return other
}

func (r *removal) removes() {
	r.t.Helper()
	for _, id := range r.ids {
		if err := r.People.Remove(ctx, id, 1, time.Now(), func(access.Subject, record.Edition) error { return nil }); err != nil {
			r.t.Error(err)
		}
	}
	r.ids = nil
}

func (r *removal) Update(ctx context.Context, ids []person.ID, change func(map[person.ID]*person.Person) error) error {
	if slices.ContainsFunc(ids, func(id person.ID) bool { return slices.Contains(r.ids, id) }) {
		r.removes()
	}
	return r.People.Update(ctx, ids, change)
}

func (r *removal) Do(ctx context.Context, change func(ports.Stores) error) error {
	r.removes()
	return r.Atomic.Do(ctx, change)
}

func TestSomebodyRelatedIsRemovedDuringAChange(t *testing.T) {
	t.Parallel()
	const jan, piet, kees, eva = 1, 2, 3, 4
	female := func(p *person.Person, _ *fault.Problems) { p.Gender = "female" }
	for _, way := range []struct {
		name    string
		before  []int64 // relations of jan
		edit    people.Edit
		gone    []person.ID
		refused string
		want    map[person.ID]string
	}{
		{"the row goes as well", []int64{piet, relation.Child}, relations(), []person.ID{piet}, "", map[person.ID]string{jan: ""}},
		{"somebody else comes instead", []int64{piet, relation.Child}, relations(kees, relation.Child), []person.ID{piet}, "",
			map[person.ID]string{jan: "child:3", kees: "parent:1"}},
		{"what concerns every row", []int64{piet, relation.Child, kees, relation.Sibling}, female, []person.ID{piet}, "",
			map[person.ID]string{jan: "sibling:3", kees: "sibling:1"}},
		{"all of them", []int64{piet, relation.Child, kees, relation.Sibling}, female, []person.ID{piet, kees}, "",
			map[person.ID]string{jan: ""}},
		{"a new row", nil, relations(piet, relation.Child), []person.ID{piet}, "acf.relationships[0].related_person",
			map[person.ID]string{jan: ""}},
		{"a new row beside another", nil, relations(kees, relation.Child, piet, relation.Child), []person.ID{piet},
			"acf.relationships[1].related_person",
			map[person.ID]string{jan: "", kees: ""}},
		{"two new rows", nil, relations(kees, relation.Child, eva, relation.Child, piet, relation.Child), []person.ID{piet, kees},
			"acf.relationships[0].related_person acf.relationships[2].related_person", map[person.ID]string{jan: "", eva: ""}},
		{"another type", []int64{piet, relation.Child}, relations(piet, relation.Sibling), []person.ID{piet},
			"acf.relationships[0].related_person", map[person.ID]string{jan: ""}},
	} {
		t.Run(way.name, func(t *testing.T) {
			c := open(t)
			c.named(anna, "Jan", "Piet", "Kees", "Eva")
			wants(t, "relate", c.relate(anna, jan, way.before...), nil)
			made := c.at
			c.at = c.at.Add(time.Hour)
			other := c.meanwhile(way.gone...)
			record, err := c.Change(ctx, anna, jan, nil, way.edit)
			if len(other.ids) > 0 {
				t.Fatal("nobody was removed")
			}
			if way.refused == "" {
				if wants(t, "the change", err, nil); record.ID != jan {
					t.Errorf("answered %+v", record)
				}
			} else if got := refusedFields(t, err); got != way.refused || fault.As(err).Code != "rest_invalid_param" {
				t.Errorf("refused %q: %v", got, err)
			} else if p := c.person(jan); !p.Modified.Equal(made) {
				t.Error("changed by a refused call")
			}
			c.hasRelated(way.name, way.want)
			wants(t, "a later edit", c.relate(anna, jan, eva, relation.Child), nil)
		})
	}
	t.Run("another label", func(t *testing.T) {
		c := open(t)
		c.named(anna, "Jan", "Piet")
		wants(t, "relate", c.relate(anna, jan, piet, relation.Child, piet, relation.Sibling), nil)
		c.meanwhile(piet)
		_, err := c.Change(ctx, anna, jan, nil, func(p *person.Person, _ *fault.Problems) {
			if len(p.Relations) > 0 {
				p.Relations[0].Label = "x"
			}
		})
		wants(t, "an edit of rows that are gone by then", err, nil)
		c.hasRelated("gone", map[person.ID]string{jan: ""})
	})
	t.Run("the person itself", func(t *testing.T) {
		c := open(t)
		c.named(anna, "Jan", "Piet")
		c.meanwhile(jan)
		wants(t, "the change", c.relate(anna, jan, piet, relation.Child), person.ErrAbsent)
		c.hasRelated("gone", map[person.ID]string{piet: ""})
	})
	t.Run("both", func(t *testing.T) {
		c := open(t)
		c.named(anna, "Jan", "Piet")
		wants(t, "relate", c.relate(anna, jan, piet, relation.Child), nil)
		c.meanwhile(jan, piet)
		_, err := c.Change(ctx, anna, jan, nil, relations())
		wants(t, "the change", err, person.ErrAbsent)
	})
}

func TestSomebodyRelatedIsRemovedDuringARegistration(t *testing.T) {
	t.Parallel()
	const jan, piet, kees = 1, 2, 3
	for _, way := range []struct {
		name    string
		rows    []int64
		gone    []person.ID
		refused string
	}{
		{"the only one", []int64{piet, relation.Child}, []person.ID{piet}, "acf.relationships[0].related_person"},
		{"the second", []int64{jan, relation.Child, piet, relation.Child}, []person.ID{piet}, "acf.relationships[1].related_person"},
		{"two of three", []int64{kees, relation.Child, jan, relation.Parent, piet, relation.Child}, []person.ID{piet, kees},
			"acf.relationships[0].related_person acf.relationships[2].related_person"},
	} {
		t.Run(way.name, func(t *testing.T) {
			c := open(t)
			c.named(anna, "Jan", "Piet", "Kees")
			other := c.meanwhile(way.gone...)
			_, err := c.Register(ctx, anna, func(p *person.Person, problems *fault.Problems) {
				p.Name.First = "Nieuw"
				relations(way.rows...)(p, problems)
			})
			if got := refusedFields(t, err); got != way.refused || fault.As(err).Code != "rest_invalid_param" {
				t.Errorf("refused %q: %v", got, err)
			}
			if len(other.ids) > 0 {
				t.Fatal("nobody was removed")
			}
			c.hasRelated("refused", map[person.ID]string{jan: ""})
			if page, err := c.Collection(ctx, admin, record.Filter{}, record.Window{}); err != nil || page.Total != 3-len(way.gone) {
				t.Errorf("%d people, %v", page.Total, err)
			}
		})
	}
}
