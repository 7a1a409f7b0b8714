// Package payload owns what the synchronization tells the club application about people, teams and committees, and how
// it reads what stands there: the mapping of contract §2.1 to §2.4, from the federation's words to the application's.
//
// Every pipeline builds what is sent about a member with the same function, so that an unchanged record hashes the same
// everywhere. The package sends nothing (ports.ApplicationPeople).
package payload

import (
	"encoding/json"
	"maps"

	"github.com/clubhuis/clubhuis/core/sync/diff"
)

// Payload is what is sent to make or change a record. Fields that are not in it stay as they are. Values are what encoding/json
// encodes.
type Payload struct {
	Title string // of teams and committees; "" for people, whose title follows from the name
	ACF   map[string]any
	Meta  map[string]any
}

// The keys of the acf object that rules of this package are about.
const (
	keyFirst     = "first_name"
	keyInfix     = "infix"
	keyLast      = "last_name"
	keyCode      = "assoc-id"
	keyContacts  = "contact_info"
	keyAddresses = "addresses"
	keyRelations = "relationships"
	keyParent    = "isparent"
	keyWork      = "work_history"
	keyDied      = "datum-overlijden"
	keyHelpdesk  = "helpdesk-id"
	keyVOG       = "datum-vog"
	keyBlock     = "financiele-blokkade"

	// Of rows.
	keyContactType  = "contact_type"
	keyContactLabel = "contact_label"
	keyContactValue = "contact_value"
	keyAddressLabel = "address_label"
)

// Hash returns the hash of everything that is sent.
func (c Payload) Hash() string {
	return diff.Hash(map[string]any{"title": c.Title, "acf": c.ACF, "meta": c.Meta})
}

// Name returns the first and the last name that are sent.
func (c Payload) Name() (first, last string) { return text(c.ACF[keyFirst]), text(c.ACF[keyLast]) }

// Rows returns how many rows are sent of a field.
func (c Payload) Rows(key string) int { return len(rowsOf(c.ACF[key])) }

// HasRelations reports whether relations to other people are sent.
func (c Payload) HasRelations() bool { return c.Rows(keyRelations) > 0 }

// MergeInto returns c as it is sent to change a record that stands there. It always has the names, without which the application
// refuses every change. In contact_info and addresses the rows of others follow the synchronization's own.
//
// Its own rows are those that Member makes: of the types email and email2, mobile and phone without a label and with label 2, and
// the address without a label. A second row of the same kind with another value is somebody else's, and gets a label that says
// so. Members of an own row that c does not have stay as they are.
func (c Payload) MergeInto(current Record) Payload {
	c = c.mergeInto(current, ownContact)
	for _, key := range []string{keyFirst, keyLast} {
		if _, sent := c.ACF[key]; !sent {
			c.ACF[key] = current.Text(key)
		}
	}
	return c
}

func (c Payload) mergeInto(current Record, contact func(entry) string) Payload {
	c.ACF = maps.Clone(c.ACF)
	for _, list := range []struct {
		key, label string
		which      func(entry) string
	}{{keyContacts, keyContactLabel, contact}, {keyAddresses, keyAddressLabel, ownAddress}} {
		if rows, sent := c.ACF[list.key]; sent {
			c.ACF[list.key] = mergeRows(rowsOf(rows), rowsOf(current.ACF[list.key]), list.label, list.which)
		}
	}
	return c
}

// Former returns what marks a person as a former member.
func Former(current Record) Payload {
	first, last := current.Name()
	return Payload{ACF: map[string]any{keyFirst: first, keyLast: last, "former_member": true}}
}

// WorkHistory returns what replaces a person's work history.
func WorkHistory(rows json.RawMessage) Payload { return Payload{ACF: map[string]any{keyWork: rows}} }
