// Package relation owns how people of the club relate to each other: the types of relationship, and the rule that both sides
// of a relation stand in step (contract §2.4).
//
// It does not own the rows themselves, which are a person's (core/person), nor who may make them.
package relation

import (
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/term"
)

// Type is a type of relationship: what the person that a row points at is to the person who has the row.
type Type struct {
	term.Term
	Inverse term.ID // what the other side gets, 0 for nothing; a type may be its own inverse
	// Gendered types have variants: those of the same Group. The name of the group is the slug of the variant for women and
	// that of the variant for men, with _ between them: aunt_uncle.
	Gendered bool
	Group    string
}

// Types are all types of a club.
type Types []Type

// The numbers of the default types that clients of the predecessor have built in.
const (
	Parent  term.ID = 2
	Child   term.ID = 3
	Sibling term.ID = 4
)

// Defaults returns the types of a new club, in the order of their numbers.
func Defaults() Types {
	types := slices.Clone(defaults)
	for i := range types {
		types[i].ID = Parent + term.ID(i)
	}
	for i, inverse := range inverses {
		types[i].Inverse = types.bySlug(inverse).ID
	}
	return types
}

// defaults are the types without their numbers and inverses.
var defaults = Types{
	plain("parent", "Ouder"), plain("child", "Kind"), plain("sibling", "Broer of zus"),
	plain("spouse", "Echtgenoot"), plain("partner", "Partner"), plain("friend", "Vriend of vriendin"),
	plain("colleague", "Collega"), plain("acquaintance", "Kennis"), plain("cousin", "Kind van oom of tante"),
	plain("grandparent", "Grootouder"), plain("grandchild", "Kleinkind"),
	plain("stepparent", "Stiefouder"), plain("stepchild", "Stiefkind"),
	plain("godparent", "Peetouder"), plain("godchild", "Petekind"),
	plain("boss", "Leidinggevende"), plain("subordinate", "Ondergeschikte"),
	plain("mentor", "Mentor"), plain("mentee", "Leerling"),
	gendered("aunt", "Tante", "aunt_uncle"), gendered("uncle", "Oom", "aunt_uncle"),
	gendered("niece", "Nichtje", "niece_nephew"), gendered("nephew", "Neefje", "niece_nephew"),
	plain("ex", "Ex-partner"), plain("stepsibling", "Stiefbroer of stiefzus"), plain("inlaw", "Aangetrouwde familie"),
}

// inverses are the slugs of the inverses, in the same order; "" is none.
var inverses = []string{
	"child", "parent", "sibling", "spouse", "partner", "friend", "colleague", "acquaintance", "cousin",
	"grandchild", "grandparent", "stepchild", "stepparent", "godchild", "godparent", "subordinate", "boss", "mentee", "mentor",
	"niece", "niece", "aunt", "aunt", "", "", "",
}

func plain(slug, name string) Type { return Type{Term: term.Term{Slug: slug, Name: name}} }

func gendered(slug, name, group string) Type {
	return Type{Term: term.Term{Slug: slug, Name: name}, Gendered: true, Group: group}
}

// Sentences about a type.
const (
	NoInverse = "Deze soort relatie bestaat niet."
	FixedSlug = "De korte naam van een standaardsoort ligt vast: programma's kennen de soort eraan."
)

// Validate trims an edited type first, and then checks it against the others.
func (t *Type) Validate(others Types) error {
	var problems fault.Problems
	if t.Inverse != 0 && t.Inverse != t.ID && others.byID(t.Inverse).ID == 0 {
		problems.Add("acf.inverse_relationship_type", NoInverse)
	}
	t.Group = strings.TrimSpace(t.Group)
	acf.CheckText(t.Group, "acf.gender_dependent_group", &problems)
	if was := others.byID(t.ID).Slug; was != t.Slug && slices.ContainsFunc(defaults, func(d Type) bool { return d.Slug == was }) {
		problems.Add("slug", FixedSlug)
	}
	if err := problems.Fault(); err != nil {
		return err
	}
	return t.Term.Validate(others.terms())
}

func (types Types) terms() []term.Term {
	list := make([]term.Term, len(types))
	for i, t := range types {
		list[i] = t.Term
	}
	return list
}

// IDs returns the numbers of the types.
func (types Types) IDs() []term.ID {
	ids := make([]term.ID, len(types))
	for i, t := range types {
		ids[i] = t.ID
	}
	return ids
}

// ToChildren are the types of rows that point at a child: the other side gets a parent by them, whom the club writes to.
func (types Types) ToChildren() (ids []term.ID) {
	for i := range types {
		if id := types[i].ID; id == Child || slices.Contains(types.variants(id), Parent) {
			ids = append(ids, id)
		}
	}
	return ids
}

// byID returns the type with the number, the zero Type for none.
func (types Types) byID(id term.ID) Type {
	return types.first(func(t Type) bool { return t.ID == id && id != 0 })
}

func (types Types) bySlug(slug string) Type {
	return types.first(func(t Type) bool { return t.Slug == slug && slug != "" })
}

func (types Types) first(is func(Type) bool) Type {
	if i := slices.IndexFunc(types, is); i >= 0 {
		return types[i]
	}
	return Type{}
}

// inverse returns the type that the other side gets, for a row that will point at somebody of this gender: of a gendered inverse
// the variant for the gender, else the inverse as it is set.
func (types Types) inverse(id term.ID, gender person.Gender) term.ID {
	inverse := types.byID(types.byID(id).Inverse)
	if !inverse.Gendered {
		return inverse.ID
	}
	woman, man, _ := strings.Cut(inverse.Group, "_")
	variant := Type{}
	switch gender {
	case "female":
		variant = types.bySlug(woman)
	case "male":
		variant = types.bySlug(man)
	}
	if variant.Gendered && variant.Group == inverse.Group {
		return variant.ID
	}
	return inverse.ID
}

// variants returns the types that an inverse can have been: the other side may have got it when the gender was another.
func (types Types) variants(id term.ID) []term.ID {
	inverse := types.byID(types.byID(id).Inverse)
	if inverse.ID == 0 {
		return nil
	}
	list := []term.ID{inverse.ID}
	for _, t := range types {
		if inverse.Gendered && t.Gendered && t.Group == inverse.Group && t.ID != inverse.ID {
			list = append(list, t.ID)
		}
	}
	return list
}
