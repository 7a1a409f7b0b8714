package people_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/relation"
)

// related are somebody's relations as an administrator reads them: "child:2(label) parent:3".
func (c *club) related(id person.ID) string {
	c.t.Helper()
	record, err := c.Show(ctx, admin, id)
	if err != nil {
		c.t.Fatal(err)
	}
	rows := []string{}
	for _, r := range record.Relations {
		row, err := person.LoadRelation(r.Document)
		if err != nil || row.To != r.To {
			c.t.Fatalf("%s: %v", r.Document, err)
		}
		text := fmt.Sprintf("%s:%d", r.TypeSlug, r.To)
		if row.Label != "" {
			text += "(" + row.Label + ")"
		}
		rows = append(rows, text)
	}
	slices.Sort(rows)
	return strings.Join(rows, " ")
}

// relate makes these the only relations of somebody, by pairs of a person and a type.
func (c *club) relate(viewer access.Viewer, id person.ID, pairs ...int64) error {
	_, err := c.Change(ctx, viewer, id, nil, relations(pairs...))
	return err
}

func relations(pairs ...int64) func(*person.Person, *fault.Problems) {
	return func(p *person.Person, _ *fault.Problems) {
		p.Relations = nil
		for i := 0; i < len(pairs); i += 2 {
			p.Relations = append(p.Relations, person.Relation{To: pairs[i], Type: pairs[i+1]})
		}
	}
}

func (c *club) hasRelated(what string, wanted map[person.ID]string) {
	c.t.Helper()
	for id, want := range wanted {
		if got := c.related(id); got != want {
			c.t.Errorf("%s: %d has %q, want %q", what, id, got, want)
		}
	}
}

func (c *club) named(viewer access.Viewer, names ...string) (ids []person.ID) {
	c.t.Helper()
	for _, name := range names {
		ids = append(ids, c.register(viewer, `{"first_name":"`+name+`"}`))
	}
	return ids
}

func TestBothSidesOfARelationStayInStep(t *testing.T) {
	c := open(t)
	ids := c.named(anna, "Jan", "Piet", "Kees")
	jan, piet, kees := ids[0], ids[1], ids[2]
	steps := []struct {
		what string
		of   person.ID
		rows []int64
		want map[person.ID]string
	}{
		{"made", jan, []int64{piet, relation.Child}, map[person.ID]string{jan: "child:2", piet: "parent:1", kees: ""}},
		{"the same once more", jan, []int64{piet, relation.Child}, map[person.ID]string{jan: "child:2", piet: "parent:1"}},
		{"another type", jan, []int64{piet, relation.Sibling}, map[person.ID]string{jan: "sibling:2", piet: "sibling:1"}},
		{"one more", jan, []int64{piet, relation.Sibling, kees, relation.Parent},
			map[person.ID]string{jan: "parent:3 sibling:2", piet: "sibling:1", kees: "child:1"}},
		{"taken away from the other side", kees, nil, map[person.ID]string{jan: "sibling:2", piet: "sibling:1", kees: ""}},
		{"two with one person", jan, []int64{piet, relation.Sibling, piet, relation.Child},
			map[person.ID]string{jan: "child:2 sibling:2", piet: "parent:1 sibling:1"}},
		{"one of the two goes", piet, []int64{jan, relation.Sibling}, map[person.ID]string{jan: "sibling:2", piet: "sibling:1"}},
		{"to itself, and twice", jan, []int64{jan, relation.Child, kees, relation.Child, kees, relation.Child},
			map[person.ID]string{jan: "child:3", piet: "", kees: "parent:1"}},
		{"none", jan, nil, map[person.ID]string{jan: "", piet: "", kees: ""}},
	}
	for _, step := range steps {
		c.at = c.at.Add(time.Minute)
		if err := c.relate(anna, step.of, step.rows...); err != nil {
			t.Fatalf("%s: %v", step.what, err)
		}
		c.hasRelated(step.what, step.want)
	}
}

func TestTheOtherSideIsChangedAndNothingElseOfIt(t *testing.T) {
	c := open(t)
	jan := c.register(anna, `{"first_name":"Jan"}`)
	piet := c.register(bert, `{"first_name":"Piet","nickname":"P"}`)
	made := c.at
	c.at = c.at.Add(time.Hour)
	if _, err := c.Change(ctx, admin, jan, nil, func(p *person.Person, _ *fault.Problems) {
		p.Relations = []person.Relation{{To: piet, Type: relation.Child, Label: "oudste"}}
	}); err != nil {
		t.Fatal(err)
	}
	c.hasRelated("made", map[person.ID]string{jan: "child:2(oudste)", piet: "parent:1(oudste)"})
	other, err := c.Show(ctx, admin, piet)
	if err != nil || !other.Modified.Equal(c.at) || !other.Created.Equal(made) || other.Author != bert.User ||
		other.Name.Nick != "P" {
		t.Errorf("got %+v, %v", other, err)
	}
	c.at = c.at.Add(time.Hour)
	if _, err := c.Change(ctx, admin, jan, nil, patch(`{"nickname":"J"}`)); err != nil {
		t.Fatal(err)
	}
	if after, err := c.Show(ctx, admin, piet); err != nil || !after.Modified.Equal(other.Modified) {
		t.Errorf("changed for nothing at %v, %v", after.Modified, err)
	}
	// A relation without another side, and a gender of which no type makes a difference.
	types := relation.Defaults()
	former := types[slices.IndexFunc(types, func(t relation.Type) bool { return t.Slug == "ex" })].ID
	if _, err := c.Change(ctx, admin, jan, nil, func(p *person.Person, _ *fault.Problems) {
		p.Gender = "male"
		p.Relations = append(p.Relations, person.Relation{To: piet, Type: former})
	}); err != nil {
		t.Fatal(err)
	}
	if after, err := c.Show(ctx, admin, piet); err != nil || !after.Modified.Equal(other.Modified) || len(after.Relations) != 1 {
		t.Errorf("changed for nothing at %v: %v, %v", after.Modified, after.Relations, err)
	}
}

func TestWhoMayBeRelatedToWhom(t *testing.T) {
	c := open(t)
	annas := c.register(anna, `{"first_name":"Jan"}`)
	berts := c.register(bert, `{"first_name":"Piet"}`)
	other := c.register(anna, `{"first_name":"Kees"}`)
	refused := func(what string, err error, want string) {
		t.Helper()
		if got := refusedFields(t, err); got != want {
			t.Errorf("%s: refused %q", what, got)
		}
	}
	const person0, person1, type0 = "acf.relationships[0].related_person", "acf.relationships[1].related_person",
		"acf.relationships[0].relationship_type"
	refused("somebody absent", c.relate(anna, annas, other, 2, 99, 2), person1)
	refused("somebody hidden is as unknown as somebody absent", c.relate(anna, annas, berts, 2, 99, 2), person0+" "+person1)
	refused("an unknown type", c.relate(anna, annas, other, 99), type0)
	refused("no type", c.relate(anna, annas, other, 0), type0)
	refused("nobody", c.relate(anna, annas, 0, 2), person0)
	wants(t, "of somebody hidden", c.relate(bert, annas, berts, 2), person.ErrHidden)
	c.hasRelated("refused", map[person.ID]string{annas: "", berts: "", other: ""})

	wants(t, "one's own people", c.relate(anna, annas, other, 2), nil)
	wants(t, "an administrator relates anybody", c.relate(admin, annas, berts, 2, other, 2), nil)
	c.hasRelated("by an administrator", map[person.ID]string{annas: "parent:2 parent:3", berts: "child:1", other: "child:1"})
	wants(t, "what is there already is kept, though hidden from who changes it", c.relate(anna, annas, berts, 2), nil)
	c.hasRelated("kept", map[person.ID]string{annas: "parent:2", berts: "child:1", other: ""})
	refused("with another type", c.relate(anna, annas, berts, relation.Sibling), person0)
	refused("with one more type", c.relate(anna, annas, berts, 2, berts, relation.Sibling), person1)
	_, err := c.Change(ctx, anna, annas, nil, func(p *person.Person, _ *fault.Problems) { p.Relations[0].Label = "x" })
	refused("with another label", err, person0)
	_, err = c.Change(ctx, anna, annas, nil, func(p *person.Person, _ *fault.Problems) { p.Relations[0].To = other })
	wants(t, "with somebody else instead", err, nil)
	c.hasRelated("left out", map[person.ID]string{annas: "parent:3", berts: "", other: "child:1"})
	refused("once left out", c.relate(anna, annas, berts, 2), person0)
	wants(t, "an administrator again", c.relate(admin, annas, berts, 2), nil)

	if _, _, err := c.Remove(ctx, admin, berts, nil); err != nil {
		t.Fatal(err)
	}
	c.hasRelated("removed", map[person.ID]string{annas: ""})
	refused("somebody removed", c.relate(anna, annas, berts, 2, other, 2), person0)
	refused("somebody removed, by an administrator", c.relate(admin, annas, berts, 2), person0)
	_, err = c.Register(ctx, anna, relations(berts, 2))
	refused("somebody removed, of a new person", err, "acf.first_name "+person0)
}

func TestARelatedPersonIsKnownToWhoMaySeeIt(t *testing.T) {
	c := open(t)
	annas := c.register(anna, `{"first_name":"Jan"}`)
	berts := c.register(bert, `{"first_name":"Piet"}`)
	if err := c.relate(admin, annas, berts, relation.Child); err != nil {
		t.Fatal(err)
	}
	for viewer, name := range map[*access.Viewer]string{&anna: "", &admin: "Piet"} {
		record, err := c.Show(ctx, *viewer, annas)
		if err != nil || len(record.Relations) != 1 || record.Relations[0].Name != name || record.Relations[0].TypeName != "Kind" {
			t.Errorf("%v reads %+v, %v", viewer.Roles, record.Relations, err)
		}
	}
}

func TestSomebodyIsRegisteredWithRelations(t *testing.T) {
	c := open(t)
	jan := c.register(anna, `{"first_name":"Jan"}`)
	c.at = c.at.Add(time.Hour)
	id := c.register(anna, fmt.Sprintf(`{"first_name":"Eva","relationships":[
		{"related_person":%d,"relationship_type":3,"relationship_label":"jongste"},{"related_person":%d,"relationship_type":[3]}]}`, jan, jan))
	c.hasRelated("registered", map[person.ID]string{id: "child:1(jongste)", jan: "parent:2(jongste)"})
	if p := c.person(jan); !p.Modified.Equal(c.at) {
		t.Errorf("the other side was modified at %v", p.Modified)
	}
	berts := c.register(bert, `{"first_name":"Piet"}`)
	_, err := c.Register(ctx, anna,
		patch(fmt.Sprintf(`{"first_name":"X","relationships":[{"related_person":%d,"relationship_type":99}]}`, berts)))
	if got := refusedFields(t, err); got != "acf.relationships[0].related_person acf.relationships[0].relationship_type" {
		t.Errorf("refused %q", got)
	}
	c.hasRelated("refused", map[person.ID]string{berts: ""})
	if got := c.listed(admin, record.Filter{}); got != of(3, jan, id, berts) {
		t.Errorf("the list is %s", got)
	}
}

func TestTheInverseFollowsTheGender(t *testing.T) {
	c := open(t)
	jan := c.register(anna, `{"first_name":"Jan","gender":"male"}`)
	eva := c.register(anna, `{"first_name":"Eva","gender":"female"}`)
	types := c.Directory.View().RelationTypes()
	slug := func(name string) int64 {
		return types[slices.IndexFunc(types, func(t relation.Type) bool { return t.Slug == name })].ID
	}
	if err := c.relate(anna, jan, eva, slug("niece")); err != nil {
		t.Fatal(err)
	}
	c.hasRelated("an uncle", map[person.ID]string{jan: "niece:2", eva: "uncle:1"})
	if _, err := c.Change(ctx, anna, jan, nil, patch(`{"gender":"female"}`)); err != nil {
		t.Fatal(err)
	}
	c.hasRelated("an aunt", map[person.ID]string{jan: "niece:2", eva: "aunt:1"})
	if err := c.relate(anna, jan); err != nil {
		t.Fatal(err)
	}
	c.hasRelated("neither", map[person.ID]string{jan: "", eva: ""})
}

// Whoever wins, both sides say the same at the end.
func TestParallelEditsOfBothSidesEndInStep(t *testing.T) {
	c := open(t)
	ids := c.named(anna, "Jan", "Piet", "Kees")
	inverse := map[string]string{"child": "parent", "parent": "child", "sibling": "sibling"}
	var all sync.WaitGroup
	for round := range 20 {
		for i, id := range ids {
			all.Add(1)
			go func() {
				defer all.Done()
				other := ids[(i+1+round%2)%len(ids)]
				rows := [][]int64{{other, relation.Child}, {other, relation.Parent}, nil, {other, relation.Sibling}}[(round+i)%4]
				if err := c.relate(anna, id, rows...); err != nil {
					t.Errorf("round %d: %v", round, err)
				}
			}()
		}
	}
	all.Wait()
	// Whatever stands there by now, an edit after all others is what holds.
	wants(t, "the last edit", c.relate(anna, ids[0], ids[1], relation.Child, ids[2], relation.Sibling), nil)
	rows := map[string]bool{}
	for _, id := range ids {
		for _, row := range strings.Fields(c.related(id)) {
			rows[fmt.Sprintf("%d %s", id, row)] = true
		}
	}
	for row := range rows {
		var id, other int64
		kind, _, _ := strings.Cut(strings.Fields(row)[1], ":")
		if _, err := fmt.Sscanf(row, "%d "+kind+":%d", &id, &other); err != nil {
			t.Fatal(err)
		}
		if back := fmt.Sprintf("%d %s:%d", other, inverse[kind], id); !rows[back] {
			t.Errorf("%q without %q in %v", row, back, rows)
		}
	}
	for _, row := range []string{"1 child:2", "1 sibling:3", "2 parent:1", "3 sibling:1"} {
		if !rows[row] {
			t.Errorf("no %q in %v", row, rows)
		}
	}
	for row := range rows {
		if strings.HasPrefix(row, "1 ") && row != "1 child:2" && row != "1 sibling:3" {
			t.Errorf("%q was not in the last edit", row)
		}
	}
}

func TestARelationGoesWithThePersonOnTheOtherSide(t *testing.T) {
	c := open(t)
	ids := c.named(anna, "Jan", "Piet")
	wants(t, "relate", c.relate(anna, ids[0], ids[1], relation.Child), nil)
	_, _, err := c.Remove(ctx, anna, ids[1], nil)
	wants(t, "remove", err, nil)
	c.hasRelated("gone", map[person.ID]string{ids[0]: ""})
	_, err = c.Change(ctx, anna, ids[0], nil, patch(`{"nickname":"K"}`))
	wants(t, "a change of who is left", err, nil)
	_, err = c.Show(ctx, admin, ids[1])
	wants(t, "the removed person", err, person.ErrAbsent)
}
