// Package mailing owns the club's e-mail lists: who is on which list with which fields (contract §2.2).
//
// It knows no provider (ports.MailLists).
package mailing

// Entry is an address on a list with the values of the list's fields, by name. A date is Y-m-d.
type Entry struct {
	Email  string // as the source wrote it, trimmed
	Fields map[string]string
}

// Written is what became of an entry.
type Written struct {
	ID      string // at the provider
	Created bool   // the address was not on the list before
}

// State is what the ledger knows of an address besides.
type State struct {
	List string `json:"list"` // the id of the list at the provider: the settings may name another one now
}

// Subscriber is an address as the provider has it.
type Subscriber struct {
	ID, Email string
	State     string // active, unsubscribed, cleaned
	Fields    map[string]string
}

// SaysNo reports whether an address gets no mail by its owner's wish, or because mail came back. It must stay at the provider,
// who remembers that: who is taken off and put on again gets mail.
func (s Subscriber) SaysNo() bool { return s.State == "unsubscribed" || s.State == "cleaned" }
