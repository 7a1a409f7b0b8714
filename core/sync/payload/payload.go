// Package payload owns what the synchronization tells the club application about people, teams and committees, and how
// it reads what stands there: the mapping of contract §2.1 to §2.4, from the federation's words to the application's.
//
// One builder makes what is sent about a member, whoever asks (all members, those whose functions were read, one on
// demand), so that a record that did not change hashes the same everywhere. It sends nothing (ports.ApplicationPeople).
package payload

import (
	"encoding/json"
	"maps"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/sync/diff"
)

// Record is a person, team or committee as the application returns it.
type Record struct {
	ID       int64
	Title    string
	Modified time.Time                  // UTC
	ACF      map[string]json.RawMessage // by field
	Meta     map[string]json.RawMessage
	// Administered says that somebody made the record, or vouched for it, who administers members. Every other record is a
	// stranger's: whoever made it may read it and change it, whatever stands in it.
	Administered bool
}

// Listed are the fields of acf that are read from lists of people and groups. Who changes rows needs all of them, and reads the
// record itself.
var Listed = []string{
	keyFirst, keyInfix, keyLast, keyCode, keyContacts, keyAddresses, keyHelpdesk, keyVOG, keyBlock, KeyDied, TeamKey, CommitteeKey,
}

// Short is the record with the fields that are read from lists.
func (r Record) Short() Record {
	acf := map[string]json.RawMessage{}
	for _, key := range Listed {
		if value, there := r.ACF[key]; there {
			acf[key] = value
		}
	}
	r.ACF, r.Meta = acf, nil
	return r
}

// Text is the text of a field: a number as it is written, "" for what is no text, or not there.
func (r Record) Text(key string) string { return text(r.ACF[key]) }

// Rows is how many rows a field has.
func (r Record) Rows(key string) int { return len(rowsOf(r.ACF[key])) }

// Emails are the e-mail addresses of a person, in lower case.
func (r Record) Emails() (list []string) {
	for _, row := range rowsOf(r.ACF[keyContacts]) {
		if kind := text(row["contact_type"]); kind == "email" || kind == "email2" {
			list = append(list, strings.ToLower(strings.TrimSpace(text(row["contact_value"]))))
		}
	}
	return list
}

// FullName is the name of a person.
func (r Record) FullName() string {
	return strings.Join(strings.Fields(r.Text(keyFirst)+" "+r.Text(keyInfix)+" "+r.Text(keyLast)), " ")
}

// Payload is what is sent to make or change a record: fields that are not in it stay as they are. Values are what
// encoding/json encodes.
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
	keyHelpdesk  = "helpdesk-id"
	keyVOG       = "datum-vog"
	keyBlock     = "financiele-blokkade"

	// Of rows.
	keyContactType  = "contact_type"
	keyContactLabel = "contact_label"
	keyContactValue = "contact_value"
	keyAddressLabel = "address_label"
)

// KeyDied is the key of the day on which a person died.
const KeyDied = "datum-overlijden"

// Hash is the hash of everything that is sent.
func (c Payload) Hash() string {
	return diff.Hash(map[string]any{"title": c.Title, "acf": c.ACF, "meta": c.Meta})
}

// Name is the first and the last name that are sent.
func (c Payload) Name() (first, last string) { return text(c.ACF[keyFirst]), text(c.ACF[keyLast]) }

// Rows is how many rows are sent of a field.
func (c Payload) Rows(key string) int { return len(rowsOf(c.ACF[key])) }

// MergeInto is c as it is sent to change a record that stands there: with the names always in it, without which the application
// refuses every change, and with the rows of contact_info
// and addresses that the synchronization does not own behind its own ones. Its own are those that Member makes: of the types
// email and email2, mobile and phone without a label and with label 2, and the address without a label. A second row of the
// same kind with another value is somebody else's, and is labelled so. Members of an own row that c does not have stay as they
// are.
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

// Former marks a person as a former member.
func Former(first, last string) Payload {
	return Payload{ACF: map[string]any{keyFirst: first, keyLast: last, "former_member": true}}
}
