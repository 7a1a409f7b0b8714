package relation_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/relation"
	"github.com/clubhuis/clubhuis/core/term"
)

// The people of the cases.
const (
	tom person.ID = iota + 1
	els
	bo
)

var types = relation.Defaults()

func typeOf(slug string) term.ID {
	i := slices.IndexFunc(types, func(t relation.Type) bool { return t.Slug == slug })
	if i < 0 {
		panic("there is no type " + slug)
	}
	return types[i].ID
}

// rows reads "aunt>2 friend>3:Buur": types, people and labels.
func rows(text string) (list []person.Relation) {
	for _, word := range strings.Fields(text) {
		slug, rest, _ := strings.Cut(word, ">")
		to, label, _ := strings.Cut(rest, ":")
		var id person.ID
		if _, err := fmt.Sscan(to, &id); err != nil {
			panic(err)
		}
		list = append(list, person.Relation{To: id, Type: typeOf(slug), Label: label})
	}
	return list
}

func spelled(list []person.Relation) string {
	words := []string{}
	for _, row := range list {
		i := slices.IndexFunc(types, func(t relation.Type) bool { return t.ID == row.Type })
		word := fmt.Sprintf("%s>%d", types[i].Slug, row.To)
		if row.Label != "" {
			word += ":" + row.Label
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

func who(id person.ID, gender person.Gender, relations string) person.Person {
	return person.Person{ID: id, Gender: gender, Relations: rows(relations)}
}

// Tom's rows before and after an edit, and what becomes of those of Els (2).
// contract: club §2.4-1, §2.4-2, §2.4-3, §2.4-4, §2.4-5, §2.4-6
func TestBothSidesStandInStep(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name                string
		wasGender, isGender person.Gender
		was, is             string
		elsHad, elsHas      string
	}{
		{"a new row makes its inverse", "", "", "", "parent>2", "", "child>1"},
		{"behind what is there", "", "", "", "parent>2", "friend>3", "friend>3 child>1"},
		{"a row of another type changes it", "", "", "parent>2", "child>2", "child>1", "parent>1"},
		{"a removed row takes it away", "", "", "parent>2", "", "child>1 friend>3", "friend>3"},
		{"and nothing else that points at the same person", "", "", "parent>2 friend>2", "friend>2", "child>1 friend>1", "friend>1"},
		{"nor what points at others", "", "", "parent>2", "", "child>1 child>3", "child>3"},
		{"a symmetric type is its own inverse", "", "", "", "sibling>2", "", "sibling>1"},
		{"and goes on both sides", "", "", "sibling>2", "", "sibling>1", ""},
		{"the inverse for a boy", "male", "male", "", "aunt>2", "", "nephew>1"},
		{"for a girl", "female", "female", "", "aunt>2", "", "niece>1"},
		{"for a child without a gender it is the one that is set", "", "", "", "aunt>2", "", "niece>1"},
		{"for any other gender likewise", "non_binary", "non_binary", "", "uncle>2", "", "niece>1"},
		{"the other way round: the aunt's side", "male", "male", "", "niece>2", "", "uncle>1"},
		{"a gender that is set later turns the variant", "", "male", "aunt>2", "aunt>2", "niece>1", "nephew>1"},
		{"one that goes turns it back", "male", "", "uncle>2", "uncle>2", "nephew>1", "niece>1"},
		{"and leaves what has no variants", "", "male", "parent>2", "parent>2", "child>1", "child>1"},
		{"a variant that was chosen by hand stays while the gender does", "male", "male", "aunt>2 friend>3", "aunt>2",
			"niece>1", "niece>1"},
		{"a removed row takes whichever variant there is", "male", "male", "aunt>2", "", "niece>1", ""},
		{"a type without an inverse makes nothing", "", "", "", "ex>2", "", ""},
		{"and takes nothing away", "", "", "ex>2", "", "ex>1", "ex>1"},
		{"a change to one without takes the inverse away", "", "", "parent>2", "ex>2", "child>1", ""},
		{"two types between one pair are both kept", "", "", "parent>2", "parent>2 mentor>2", "child>1", "child>1 mentee>1"},
		{"one of them goes alone", "", "", "parent>2 mentor>2", "mentor>2", "child>1 mentee>1", "mentee>1"},
		{"the label comes with it", "", "", "", "parent>2:Ma", "", "child>1:Ma"},
		{"and is overwritten", "", "", "parent>2:Ma", "parent>2:Mama", "child>1:Ma", "child>1:Mama"},
		{"also by none", "", "", "parent>2:Ma", "parent>2", "child>1:Kind", "child>1"},
		{"an inverse that is there already is not made twice", "", "", "", "parent>2:Ma", "child>1", "child>1:Ma"},
		{"an inverse that another row needs stays", "", "", "aunt>2 uncle>2", "uncle>2", "niece>1", "niece>1"},
		{"also when the type is changed to one that needs it", "male", "male", "aunt>2", "uncle>2", "nephew>1", "nephew>1"},
		{"nothing follows from what stays", "", "", "parent>2", "parent>2 friend>3", "", ""},
		{"what is missing comes back with a changed label", "", "", "parent>2", "parent>2:Ma", "", "child>1:Ma"},
		{"of two variants the one that fits gets the label", "male", "male", "", "aunt>2:x", "niece>1:a nephew>1:b",
			"niece>1:a nephew>1:x"},
	} {
		before, after, other := who(tom, c.wasGender, c.was), who(tom, c.isGender, c.is), who(els, "female", c.elsHad)
		types.Mirror(&before, &after, &other)
		if got := spelled(other.Relations); got != c.elsHas {
			t.Errorf("%s: got %q, want %q", c.name, got, c.elsHas)
		}
		again := other.Clone()
		if types.Mirror(&before, &after, &again); !reflect.DeepEqual(again, other) {
			t.Errorf("%s: a second time makes it %q", c.name, spelled(again.Relations))
		}
	}
}

func TestMirrorChangesTheOthersRowsAlone(t *testing.T) {
	t.Parallel()
	before, after, other := who(tom, "", "parent>2"), who(tom, "male", "aunt>2:x"), who(els, "female", "child>1")
	wantBefore, wantAfter := before.Clone(), after.Clone()
	wantOther := other.Clone()
	types.Mirror(&before, &after, &other)
	wantOther.Relations = other.Relations
	if !reflect.DeepEqual(before, wantBefore) || !reflect.DeepEqual(after, wantAfter) || !reflect.DeepEqual(other, wantOther) {
		t.Error("something else changed")
	}
}

func TestTypesThatAreNotThere(t *testing.T) {
	t.Parallel()
	without := func(slugs ...string) relation.Types {
		return slices.DeleteFunc(slices.Clone(types), func(t relation.Type) bool { return slices.Contains(slugs, t.Slug) })
	}
	for _, c := range []struct {
		name           string
		types          relation.Types
		is, was        string
		elsHad, elsHas string
	}{
		{"a row of an unknown type makes nothing", without("parent"), "parent>2", "", "", ""},
		{"and takes nothing away", without("parent"), "", "parent>2", "child>1", "child>1"},
		{"an inverse that is gone is not made", without("child"), "parent>2", "", "", ""},
		{"a variant that is gone leaves the one that is set", without("nephew"), "aunt>2", "", "", "niece>1"},
		{"no types at all", nil, "aunt>2", "parent>2", "child>1", "child>1"},
	} {
		before, after, other := who(tom, "male", c.was), who(tom, "male", c.is), who(els, "", c.elsHad)
		c.types.Mirror(&before, &after, &other)
		if got := spelled(other.Relations); got != c.elsHas {
			t.Errorf("%s: got %q, want %q", c.name, got, c.elsHas)
		}
	}
}

func TestWhoIsTouched(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name                string
		wasGender, isGender person.Gender
		was, is             string
		want                []person.ID
	}{
		{"nobody by nothing", "", "", "parent>2", "parent>2", nil},
		{"whom a row was made to", "", "", "", "parent>2", []person.ID{els}},
		{"whom one was taken from", "", "", "parent>2 friend>3", "friend>3", []person.ID{els}},
		{"whose type or label changed, each once", "", "", "parent>2 friend>3", "child>2 friend>3:x", []person.ID{els, bo}},
		{"not by another order", "", "", "parent>2 friend>3", "friend>3 parent>2", nil},
		{"not the person itself", "", "", "", "friend>1", nil},
		{"everybody by a changed gender", "", "male", "parent>2", "parent>2 friend>3", []person.ID{els, bo}},
		{"those that were and those that are", "", "male", "parent>2", "friend>3 friend>1", []person.ID{els, bo}},
	} {
		before, after := who(tom, c.wasGender, c.was), who(tom, c.isGender, c.is)
		got := relation.Touched(&before, &after)
		slices.Sort(got)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}

// inStep returns a row whose inverse is not on the other side in any variant, or that stands twice.
func inStep(people map[person.ID]*person.Person) string {
	for _, p := range people {
		for i, row := range p.Relations {
			same := func(other person.Relation) bool { return other.To == row.To && other.Type == row.Type }
			if slices.ContainsFunc(p.Relations[:i], same) {
				return fmt.Sprintf("%d has %s twice", p.ID, spelled(p.Relations[i:i+1]))
			}
			kind := types[slices.IndexFunc(types, func(t relation.Type) bool { return t.ID == row.Type })]
			if kind.Inverse == 0 {
				continue
			}
			inverse := types[slices.IndexFunc(types, func(t relation.Type) bool { return t.ID == kind.Inverse })]
			fits := func(other relation.Type) bool {
				return other.ID == inverse.ID || inverse.Gendered && other.Group == inverse.Group
			}
			if !slices.ContainsFunc(people[row.To].Relations, func(back person.Relation) bool {
				return back.To == p.ID && slices.ContainsFunc(types, func(t relation.Type) bool { return t.ID == back.Type && fits(t) })
			}) {
				return fmt.Sprintf("%d has %s, and the other side %q", p.ID, spelled(p.Relations[i:i+1]), spelled(people[row.To].Relations))
			}
		}
	}
	return ""
}

// contract: club §2.4-7
func TestAfterAnyEditsBothSidesAreInStep(t *testing.T) {
	t.Parallel()
	var relations []term.ID
	for _, slug := range []string{"parent", "child", "sibling", "friend", "aunt", "uncle", "niece", "nephew", "ex"} {
		relations = append(relations, typeOf(slug))
	}
	rapid.Check(t, func(t *rapid.T) {
		people := map[person.ID]*person.Person{}
		for _, id := range []person.ID{tom, els, bo} {
			people[id] = &person.Person{ID: id, Gender: rapid.SampledFrom([]person.Gender{"", "male", "female"}).Draw(t, "gender")}
		}
		for range rapid.IntRange(1, 12).Draw(t, "edits") {
			p := people[rapid.Int64Range(1, 3).Draw(t, "who")]
			before := p.Clone()
			p.Relations = slices.DeleteFunc(p.Relations, func(person.Relation) bool {
				return rapid.IntRange(0, 3).Draw(t, "removed") == 0
			})
			for range rapid.IntRange(0, 2).Draw(t, "new") {
				row := person.Relation{To: rapid.Int64Range(1, 3).Draw(t, "to"), Type: rapid.SampledFrom(relations).Draw(t, "type")}
				same := func(other person.Relation) bool { return other.To == row.To && other.Type == row.Type }
				if row.To != p.ID && !slices.ContainsFunc(p.Relations, same) {
					p.Relations = append(p.Relations, row)
				}
			}
			if rapid.IntRange(0, 4).Draw(t, "new gender") == 0 {
				p.Gender = rapid.SampledFrom([]person.Gender{"", "male", "female"}).Draw(t, "gender")
			}
			for _, id := range relation.Touched(&before, p) {
				types.Mirror(&before, p, people[id])
				once := people[id].Clone()
				if types.Mirror(&before, p, people[id]); !reflect.DeepEqual(once, *people[id]) {
					t.Fatalf("a second time makes %q of %q", spelled(people[id].Relations), spelled(once.Relations))
				}
			}
			if wrong := inStep(people); wrong != "" {
				t.Fatalf("%d had %q and has %q: %s", p.ID, spelled(before.Relations), spelled(p.Relations), wrong)
			}
		}
	})
}
