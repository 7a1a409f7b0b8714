package relation

import (
	"slices"

	"github.com/clubhuis/clubhuis/core/acf"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/term"
)

// Touched returns the people whose rows follow from a change of p's relations: those that a row was made to, changed or removed.
func Touched(before, after *person.Person) []person.ID {
	if before.Gender != after.Gender {
		// variants by the gender may change on every side
		everybody := slices.Concat(before.Related(), after.Related())
		slices.Sort(everybody)
		return slices.DeleteFunc(slices.Compact(everybody), func(id person.ID) bool { return id == after.ID })
	}
	var ids []person.ID
	add := func(rows, others []person.Relation) {
		for _, row := range rows {
			same := func(other person.Relation) bool {
				return other.To == row.To && other.Type == row.Type && other.Label == row.Label
			}
			if row.To != after.ID && !slices.ContainsFunc(others, same) && !slices.Contains(ids, row.To) {
				ids = append(ids, row.To)
			}
		}
	}
	add(before.Relations, after.Relations)
	add(after.Relations, before.Relations)
	return ids
}

// Mirror brings the rows of other, whom after.Relations point at or before.Relations pointed at, into step with after's: the
// inverse of a removed row goes, the inverse of a new row comes, with the row's label. Rows that follow from nothing of this
// stay, and so do variants by a gender that did not change. It changes other's rows alone: nothing follows from that in turn.
func (types Types) Mirror(before, after, other *person.Person) {
	was, is := toward(before, other.ID), toward(after, other.ID)
	for _, row := range was {
		if !hasType(is, row) {
			types.drop(other, after, row, is)
		}
	}
	for _, row := range is {
		stood := slices.ContainsFunc(was, func(old person.Relation) bool { return old.Type == row.Type && old.Label == row.Label })
		if !stood || types.inverse(row.Type, before.Gender) != types.inverse(row.Type, after.Gender) {
			types.put(other, after, row)
		}
	}
}

// Move gives other rows that pointed at somebody who became one with the person of number to. They keep their labels and what
// else stands in them. What other has already, in whichever variant by a gender, it gets no second time.
func (types Types) Move(other *person.Person, rows []person.Relation, to person.ID) {
	if other.ID == to {
		return
	}
	for _, row := range rows {
		has := func(there person.Relation) bool { return there.To == to && types.alike(there.Type, row.Type) }
		if slices.ContainsFunc(other.Relations, has) {
			continue
		}
		row.To, row.Extra = to, acf.CloneExtra(row.Extra)
		other.Relations = append(other.Relations, row)
	}
}

// alike reports whether two types are one, or variants of one by a gender.
func (types Types) alike(a, b term.ID) bool {
	one, other := types.byID(a), types.byID(b)
	return a == b || one.Gendered && other.Gendered && one.Group == other.Group
}

// toward returns the rows that point at somebody.
func toward(p *person.Person, to person.ID) (rows []person.Relation) {
	for _, row := range p.Relations {
		if row.To == to {
			rows = append(rows, row)
		}
	}
	return rows
}

func hasType(rows []person.Relation, row person.Relation) bool {
	return slices.ContainsFunc(rows, func(other person.Relation) bool { return other.Type == row.Type })
}

// drop takes the inverse of a removed row away from other, but for what is the inverse of a row that stays.
func (types Types) drop(other, p *person.Person, removed person.Relation, stay []person.Relation) {
	gone := types.variants(removed.Type)
	for _, row := range stay {
		needed := types.inverse(row.Type, p.Gender)
		gone = slices.DeleteFunc(gone, func(id int64) bool { return id == needed })
	}
	other.Relations = slices.DeleteFunc(other.Relations, func(row person.Relation) bool {
		return row.To == p.ID && slices.Contains(gone, row.Type)
	})
}

// put gives other the inverse of a row of p, or the row's label when other has it already.
func (types Types) put(other, p *person.Person, row person.Relation) {
	inverse := types.inverse(row.Type, p.Gender)
	if inverse == 0 {
		return
	}
	// The variant that fits comes first: it may be there beside another one.
	for _, fitting := range append([]term.ID{inverse}, types.variants(row.Type)...) {
		for i := range other.Relations {
			if there := &other.Relations[i]; there.To == p.ID && there.Type == fitting {
				there.Type, there.Label = inverse, row.Label
				return
			}
		}
	}
	other.Relations = append(other.Relations, person.Relation{To: p.ID, Type: inverse, Label: row.Label})
}

// Missing returns the default types that are not there: with their old numbers when these are free, without their inverses.
func (types Types) Missing() (missing Types) {
	for _, original := range Defaults() {
		if types.bySlug(original.Slug).ID != 0 {
			continue
		}
		original.Inverse = 0
		if types.byID(original.ID).ID != 0 {
			original.ID = 0
		}
		missing = append(missing, original)
	}
	return missing
}

// Restored returns the default types with their default settings, whatever was done to them. None may be Missing; their names,
// and types that are no default, stay as they are.
func (types Types) Restored() (restored Types) {
	originals := Defaults()
	for _, original := range originals {
		t := types.bySlug(original.Slug)
		t.Inverse = types.bySlug(originals.byID(original.Inverse).Slug).ID
		t.Gendered, t.Group = original.Gendered, original.Group
		restored = append(restored, t)
	}
	return restored
}
