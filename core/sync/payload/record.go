package payload

import (
	"encoding/json"
	"strings"
	"time"
)

// Record is a person, team or committee as the application returns it.
type Record struct {
	ID       int64
	Title    string
	Modified time.Time                  // UTC
	ACF      map[string]json.RawMessage // by field
	Meta     map[string]json.RawMessage
	// Administered says that a members' administrator made the record or vouched for it. Every other record is a stranger's:
	// whoever made it may read it and change it, whatever stands in it.
	Administered bool
}

// Listed are the fields of acf that are read from lists of people and groups. To change rows, read the whole record.
var Listed = []string{
	keyFirst, keyInfix, keyLast, keyCode, keyContacts, keyAddresses, keyHelpdesk, keyVOG, keyBlock, keyDied, TeamKey, CommitteeKey,
}

// Short returns the record with the fields that are read from lists.
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

// Text returns the text of a field: a number as it is written, "" for what is no text or missing.
func (r Record) Text(key string) string { return text(r.ACF[key]) }

// Rows returns how many rows a field has.
func (r Record) Rows(key string) int { return len(rowsOf(r.ACF[key])) }

// Emails returns the e-mail addresses of a person, in lower case.
func (r Record) Emails() (list []string) {
	for _, row := range rowsOf(r.ACF[keyContacts]) {
		if kind := text(row["contact_type"]); kind == "email" || kind == "email2" {
			list = append(list, strings.ToLower(strings.TrimSpace(text(row["contact_value"]))))
		}
	}
	return list
}

// FullName returns the name of a person.
func (r Record) FullName() string {
	return strings.Join(strings.Fields(r.Text(keyFirst)+" "+r.Text(keyInfix)+" "+r.Text(keyLast)), " ")
}

// Name returns the first and the last name of a person.
func (r Record) Name() (first, last string) { return r.Text(keyFirst), r.Text(keyLast) }

// Code returns the member code of a person, "" for who is no member.
func (r Record) Code() string { return r.Text(keyCode) }

// IsParent reports whether a person is marked as a parent.
func (r Record) IsParent() bool { return flag(r.ACF[keyParent]) == "true" }

// IsDeceased reports whether the day of a person's death is known.
func (r Record) IsDeceased() bool { return r.Text(keyDied) != "" }

// WorkHistory returns the work history of a person as the application sent it.
func (r Record) WorkHistory() json.RawMessage { return r.ACF[keyWork] }

// HasWork reports whether a person has a work history.
func (r Record) HasWork() bool { return r.Rows(keyWork) > 0 }
