// Package suppression owns to which addresses nothing is mailed: what the provider or the server that delivers mail tells of an
// address, when that blocks it, and what somebody has to do about it.
//
// It does not own what becomes of a mail to such an address (core/mail), nor who looks at the list (core/usecase/suppressions).
package suppression

import (
	"html"
	"slices"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/task"
)

// Kind is what the provider tells of an address.
type Kind string

// The kinds that act (contract §6).
const (
	HardBounce Kind = "hard_bounce"    // there is no such mailbox
	SoftBounce Kind = "soft_bounce"    // it did not take the mail this time
	Complaint  Kind = "spam_complaint" // who reads it called the mail spam
)

// Kinds are all of them.
var Kinds = []Kind{HardBounce, SoftBounce, Complaint}

// Suppression is what is known of one address.
type Suppression struct {
	ID      int64
	Address string      // in lower case
	Kind    Kind        // what blocked it, else what was told last
	Blocked bool        // nothing is sent to it
	First   time.Time   // when the provider first told of it
	Last    time.Time   // and when last
	Softs   []time.Time // the soft bounces that count, the oldest first
	Tasks   []int64     // that were made because of it
}

// Clone returns a copy that shares nothing with s.
func (s *Suppression) Clone() Suppression {
	c := *s
	c.Softs, c.Tasks = slices.Clone(s.Softs), slices.Clone(s.Tasks)
	return c
}

// How many soft bounces within how long block an address.
const (
	mostSofts = 3
	softsLast = 30 * 24 * time.Hour
)

// Note notes what the provider tells of the address. What is blocked stays so, by what blocked it.
func (s *Suppression) Note(kind Kind, at time.Time) {
	at = civil.Instant(at)
	if s.First.IsZero() {
		s.First = at
	}
	s.Last = at
	s.Softs = slices.DeleteFunc(slices.Clone(s.Softs), func(soft time.Time) bool { return at.Sub(soft) > softsLast })
	if kind == SoftBounce {
		s.Softs = append(s.Softs, at)
		s.Softs = s.Softs[max(0, len(s.Softs)-mostSofts):]
	}
	if s.Blocked {
		return
	}
	s.Kind = kind
	s.Blocked = kind != SoftBounce || len(s.Softs) >= mostSofts
}

// Address returns an address as suppressions have it.
func Address(text string) string { return strings.ToLower(strings.TrimSpace(text)) }

// Remembered is for how long it is known which news was heard: the provider tells again what it believes was not.
const Remembered = 90 * 24 * time.Hour

// Secretary is the function of those who look after addresses (contract §6).
const Secretary = "Secretaris"

// daysToCheck is how many days somebody has to look after an address.
const daysToCheck = 7

// Task returns what a holder has to do about an address: about these people, by the name of the first, if it is somebody's.
func (s *Suppression) Task(holder *account.User, name string, people []int64, at time.Time, today civil.Date) task.Task {
	if name == "" {
		name = s.Address
	}
	fill := strings.NewReplacer("{name}", name, "{address}", html.EscapeString(s.Address))
	return task.Task{
		Head:    record.NewHead(holder.ID, holder.DisplayName, at),
		Content: fill.Replace(checkContacts), Notes: "<p>" + fill.Replace(because[s.Kind]) + "</p>",
		Status: task.Open, Due: today.AddDays(daysToCheck), People: people,
	}
}

// Withheld is Task for a user who may not know the address, nor whose it is: where the invoices of somebody go.
func (s *Suppression) Withheld(holder *account.User, at time.Time, today civil.Date) task.Task {
	return task.Task{
		Head: record.NewHead(holder.ID, holder.DisplayName, at), Content: checkInvoicing, Notes: "<p>" + withheld + "</p>",
		Status: task.Open, Due: today.AddDays(daysToCheck),
	}
}

// Query asks for a part of the addresses, the last told first.
type Query struct {
	Blocked bool // only those that are blocked
	Offset  int
	Limit   int // 0 counts only
}

// Page is what a query finds.
type Page = record.Page[Suppression]
