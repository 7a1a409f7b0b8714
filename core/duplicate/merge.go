package duplicate

import (
	"encoding/json"
	"slices"

	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/work"
)

// Difference is a field in which two people differ: what the one who stays has, and what the other one.
type Difference struct {
	Field        string
	Keeps, Takes json.RawMessage // nil for nothing
}

// rows are the fields of which a merge keeps the rows of both.
var rows = []string{"contact_info", "addresses", "work_history", "relationships"}

// stays are the fields of who stays, whatever was chosen: who sees the record is not decided by a merge.
var stays = []string{"_visibility", "_assigned_workspaces", "assoc-id", "helpdesk-id"}

// Differences returns the fields among which can be chosen, in the order of the person's.
func Differences(winner, loser *person.Person) (list []Difference) {
	keeps, takes := winner.Store(), loser.Store()
	for _, d := range person.Fields.Differences(keeps.Document, takes.Document) {
		if !slices.Contains(rows, d.Key) && !slices.Contains(stays, d.Key) {
			list = append(list, Difference{d.Key, d.From, d.To})
		}
	}
	return list
}

// Entrusted reports whether a difference is in what not everybody reads who reads the people.
func (d Difference) Entrusted() bool { return person.Entrusted(d.Field) }

// CheckEntrusted refuses to merge two people when that would decide about what the viewer does not read of them.
func CheckEntrusted(winner, loser *person.Person) error {
	decides := func(d Difference) bool { return d.Entrusted() && (!nothing(d.Keeps) || !nothing(d.Takes)) }
	if slices.ContainsFunc(Differences(winner, loser), decides) {
		return ErrEntrusted
	}
	return nil
}

// Check refuses to merge two people who may not be: both are members of the federation with codes of their own, or the one who
// would go is the one that the federation administers. Who has the only code stays, else who is administered. When one has the
// code and the other is administered, the one with the code stays, if mayVouch says that the viewer may vouch for somebody.
func Check(winner, loser *person.Person, mayVouch bool) error {
	code, other := fold.Key(winner.Membership.Code), fold.Key(loser.Membership.Code)
	switch {
	case winner.ID == loser.ID:
		return ErrSame
	case code != "" && other != "" && code != other:
		return ErrBothMembers
	case other != "" && code == "":
		return ErrOtherStays
	case !Vouches(winner, loser):
		return nil
	case code == other:
		return ErrOtherStays
	case !mayVouch:
		return ErrVouch
	}
	return nil
}

// Vouches reports whether a merge says of the winner what was said of the loser alone: that it is administered.
func Vouches(winner, loser *person.Person) bool { return loser.Administered && !winner.Administered }

// Merge returns who stays after two people became one. Of the fields in take it has what the other one has, and so it has where
// it has nothing itself; of what people have several of it has all. Relations to the other one are gone.
func Merge(winner, loser *person.Person, take []string) person.Person {
	merged := winner.Clone()
	for _, d := range Differences(winner, loser) {
		if slices.Contains(take, d.Field) || nothing(d.Keeps) {
			person.Fields.Restore(&merged, loser, d.Field)
		}
	}
	for _, d := range person.MetaFields.Differences(winner.Store().Meta, loser.Store().Meta) {
		if nothing(d.From) {
			person.MetaFields.Restore(&merged, loser, d.Key)
		}
	}
	other := loser.Clone()
	for _, c := range other.Contacts {
		if !slices.ContainsFunc(merged.Contacts, c.Same) {
			merged.Contacts = append(merged.Contacts, c)
		}
	}
	for _, a := range other.Addresses {
		same := func(has person.Address) bool {
			return fold.Same(has.Street, a.Street) && fold.Same(has.PostalCode, a.PostalCode) && fold.Same(has.City, a.City)
		}
		if !slices.ContainsFunc(merged.Addresses, same) {
			merged.Addresses = append(merged.Addresses, a)
		}
	}
	for _, e := range other.Work {
		same := func(has work.Entry) bool {
			goesOn := has.Current && e.Current // nobody is twice in a team of today
			return has.Group == e.Group && has.Title == e.Title && has.End == e.End && (goesOn || has.Start == e.Start)
		}
		if i := slices.IndexFunc(merged.Work, same); i < 0 {
			merged.Work = append(merged.Work, e)
		} else if has := &merged.Work[i]; !e.Start.IsZero() && e.Start.Before(has.Start) {
			has.Start = e.Start
		}
	}
	for _, r := range other.Relations {
		same := func(has person.Relation) bool { return has.To == r.To && has.Type == r.Type }
		if r.To != winner.ID && !slices.ContainsFunc(merged.Relations, same) {
			merged.Relations = append(merged.Relations, r)
		}
	}
	merged.Relations = slices.DeleteFunc(merged.Relations, func(r person.Relation) bool { return r.To == loser.ID })
	for _, label := range other.Labels {
		if !slices.Contains(merged.Labels, label) {
			merged.Labels = append(merged.Labels, label)
		}
	}
	if merged.Photo == 0 {
		merged.Photo = loser.Photo
	}
	return merged
}

// nothing reports whether a value says nothing: nobody loses one by it.
func nothing(value json.RawMessage) bool {
	return value == nil || slices.Contains([]string{"", `""`, "null", "[]"}, string(value))
}

// What can't be merged, and why.
var (
	ErrSame        = fault.New(fault.Invalid, "duplicate_same", "Kies twee verschillende personen.")
	ErrBothMembers = fault.New(fault.Conflict, "duplicate_both_members",
		"Deze personen hebben elk een eigen relatiecode: voor de bond zijn het twee leden. Laat de bond ze eerst samenvoegen.")
	ErrOtherStays = fault.New(fault.Conflict, "duplicate_other_stays",
		"De andere persoon wordt door de ledenadministratie of de bond beheerd. Laat die staan, en voeg deze daarin samen.")
	ErrVouch = fault.New(fault.Conflict, "duplicate_vouch",
		"De een heeft een relatiecode, de ander wordt door de ledenadministratie beheerd. Alleen die kan deze personen samenvoegen.")
	ErrEntrusted = fault.New(fault.Conflict, "duplicate_entrusted",
		"Deze personen verschillen in gegevens die jij niet ziet. Alleen de ledenadministratie kan ze samenvoegen.")
	ErrBothUsers = fault.New(fault.Conflict, "duplicate_both_users",
		"Beide personen hebben een account. Verwijder er eerst een, of maak het los van de persoon.")
	ErrAccount = fault.New(fault.Conflict, "duplicate_account",
		"De een heeft een account, de ander een relatiecode. Alleen een beheerder kan deze personen samenvoegen: "+
			"bij functies van een lid kunnen rollen horen.")
	ErrNotMerged = fault.New(fault.NotFound, "duplicate_not_merged", "Deze persoon is niet samengevoegd.")
)
