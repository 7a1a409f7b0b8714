package erasure

import "github.com/clubhuis/clubhuis/core/civil"

// Kind is a sort of data about somebody. The words stand in databases.
type Kind string

// The kinds.
const (
	Record       Kind = "record"
	Photos       Kind = "photos"
	Relations    Kind = "relations"
	Account      Kind = "account"
	Activities   Kind = "activities"
	Notes        Kind = "notes"
	Tasks        Kind = "tasks"
	Mails        Kind = "mails"
	Cases        Kind = "cases"
	Changes      Kind = "changes"
	Looks        Kind = "looks"
	Log          Kind = "log"
	Marks        Kind = "marks" // favorites, shares, who opened the record lately
	Imports      Kind = "imports"
	Merges       Kind = "merges"
	Suppressions Kind = "suppressions"
	Invites      Kind = "invites"
	Drafts       Kind = "drafts"   // invoices that were never sent
	Unbilled     Kind = "unbilled" // why there was none for the last season

	Shifts   Kind = "shifts"
	Together Kind = "together" // activities, tasks and mails that are about others, too
	Texts    Kind = "texts"    // that others wrote, and that name the person in full
	Authored Kind = "authored" // what the person wrote as a user

	Invoices Kind = "invoices"
	Payments Kind = "payments"
	Credits  Kind = "credits"
)

// Fate is what becomes of a kind.
type Fate string

// The fates.
const (
	Goes    Fate = "goes"    // it is destroyed
	Unnamed Fate = "unnamed" // it stays, without the person
	Stays   Fate = "stays"   // it stays, with name and address alone
)

// Counts is how much there is, by kind. Of a kind that is not named there is nothing.
type Counts map[Kind]int

// Part is one kind of what there is about somebody, and what becomes of it.
type Part struct {
	Kind  Kind
	Fate  Fate
	Count int
	Title string
	Why   string
}

// Kinds are all of them, in the order in which people read them, with what becomes of each.
func Kinds() []Part {
	return []Part{
		part(Record, Goes), part(Photos, Goes), part(Relations, Goes), part(Account, Goes), part(Activities, Goes),
		part(Notes, Goes), part(Tasks, Goes), part(Mails, Goes), part(Cases, Goes), part(Changes, Goes), part(Looks, Goes),
		part(Log, Goes), part(Marks, Goes), part(Imports, Goes), part(Merges, Goes), part(Suppressions, Goes), part(Invites, Goes),
		part(Drafts, Goes), part(Unbilled, Goes), part(Shifts, Unnamed), part(Together, Unnamed), part(Texts, Unnamed),
		part(Authored, Unnamed), part(Invoices, Stays), part(Payments, Stays), part(Credits, Stays),
	}
}

func part(kind Kind, fate Fate) Part {
	said := sentences[kind]
	return Part{Kind: kind, Fate: fate, Title: said.title, Why: said.why}
}

// Plan returns what becomes of what there is.
func Plan(counts Counts) (parts []Part) {
	for _, p := range Kinds() {
		if p.Count = counts[p.Kind]; p.Count > 0 {
			parts = append(parts, p)
		}
	}
	return parts
}

// BookYears is for how many years books are kept, after the year in which they were closed.
const BookYears = 7

// BooksBefore returns up to which year, that one not included, the books of the erased are forgotten on a day.
func BooksBefore(on civil.Date) int { return on.Year - BookYears }

// Book counts an invoice that the books keep, with its payments and credit notes.
func (c Counts) Book(payments, credits int) {
	c[Invoices]++
	for kind, n := range map[Kind]int{Payments: payments, Credits: credits} {
		if n > 0 {
			c[kind] += n
		}
	}
}
