package person

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/acf"
)

// Change is what somebody changed of a person at once.
type Change struct {
	ID     int64 // from 1, in the order in which they were kept
	Person ID
	At     time.Time
	By     int64  // the user, 0 when that is not known
	ByName string // as it was then: it stays when the user is gone
	Fields []FieldChange
}

// FieldChange is what became of one field. From and To are values as acf has them; of a field with several rows or numbers they
// are those that went and those that came. Other people, groups, labels, workspaces and pictures are numbers. The zero value
// of a side is that there was nothing.
type FieldChange struct {
	Field string          `json:"field"`
	From  json.RawMessage `json:"from,omitempty"`
	To    json.RawMessage `json:"to,omitempty"`
}

// The fields of a change that no member of acf or meta is.
const (
	FieldPhoto        = "photo"
	FieldLabels       = "person_label"
	FieldRelations    = "relationships"
	FieldAdministered = "administered" // somebody vouched for the record
	FieldRemoved      = "removed"      // to the trash, and back from there
)

// Difference returns what an edit changed, times, revision and editor aside. Rows in another order are no change.
func Difference(before, after *Stored) (list []FieldChange) {
	add := func(field string, from, to json.RawMessage) { list = append(list, FieldChange{field, from, to}) }
	for _, d := range Fields.Differences(before.Document, after.Document) {
		add(d.Key, d.From, d.To)
	}
	for _, d := range MetaFields.Differences(before.Meta, after.Meta) {
		add(d.Key, d.From, d.To)
	}
	numbers := func(field string, from, to []int64) {
		for _, d := range acf.Differences(asMember(listed(from)), asMember(listed(to)), noField) {
			add(field, d.From, d.To)
		}
	}
	for _, d := range acf.Differences(asMember(before.relations()), asMember(after.relations()), noField) {
		add(FieldRelations, d.From, d.To)
	}
	numbers(FieldLabels, before.Labels, after.Labels)
	if before.Photo != after.Photo {
		add(FieldPhoto, numbered(before.Photo), numbered(after.Photo))
	}
	if before.Administered != after.Administered {
		add(FieldAdministered, truth(before.Administered), truth(after.Administered))
	}
	return list
}

// Relating is the change of a person who lost relations because of somebody else, or got them. rows are Documents of relations.
func Relating(rows []string, came bool) []FieldChange {
	from, to := json.RawMessage("["+strings.Join(rows, ",")+"]"), json.RawMessage("[]")
	if came {
		from, to = to, from
	}
	return []FieldChange{{FieldRelations, from, to}}
}

// Removal is the change of a person who goes to the trash, or comes back.
func Removal(removed bool) []FieldChange {
	return []FieldChange{{FieldRemoved, truth(!removed), truth(removed)}}
}

func noField(string) bool { return false }

// described are the fields of a change that Clubhuis knows.
var described = func() map[string]bool {
	known := map[string]bool{
		FieldPhoto: true, FieldLabels: true, FieldRelations: true, FieldAdministered: true, FieldRemoved: true,
	}
	for _, list := range [][]acf.Description{Fields.Descriptions(), MetaFields.Descriptions()} {
		for _, d := range list {
			known[d.Key] = true
		}
	}
	return known
}()

// Describes reports whether a field of a change is one that Clubhuis knows, and no member that clients added.
func Describes(field string) bool { return described[field] }

// Entrusted reports whether a member of acf is not for everybody who reads a person.
func Entrusted(field string) bool { return Fields.Entrusts(field) }

func asMember(value string) string { return `{"x":` + value + `}` }

func (s *Stored) relations() string {
	rows := make([]string, len(s.Relations))
	for i := range s.Relations {
		rows[i] = s.Relations[i].Document
	}
	return "[" + strings.Join(rows, ",") + "]"
}

func listed(numbers []int64) string {
	text := []byte("[")
	for i, number := range numbers {
		if i > 0 {
			text = append(text, ',')
		}
		text = strconv.AppendInt(text, number, 10)
	}
	return string(append(text, ']'))
}

func numbered(id int64) json.RawMessage {
	if id == 0 {
		return nil
	}
	return strconv.AppendInt(nil, id, 10)
}

func truth(value bool) json.RawMessage { return strconv.AppendBool(nil, value) }

// EncodeChanges returns the fields of a change as stores keep them.
func EncodeChanges(fields []FieldChange) string {
	text, err := json.Marshal(fields)
	if err != nil {
		panic("person: a change does not encode: " + err.Error())
	}
	return string(text)
}

// DecodeChanges reads what EncodeChanges wrote. One that is damaged has no fields.
func DecodeChanges(text string) (fields []FieldChange) {
	if json.Unmarshal([]byte(text), &fields) != nil {
		return nil
	}
	return fields
}

// ChangesQuery asks for a part of the changes of a person, newest first.
type ChangesQuery struct {
	Person        ID
	Offset, Limit int
}
