package auditapi

import (
	"encoding/json"

	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/usecase/audits"
)

// Change is what somebody changed of a person at once.
type Change struct {
	ID       int64         `json:"id" doc:"0 for that the person was made."`
	Kind     string        `json:"kind" enum:"changed,created,removed,restored"`
	Created  string        `json:"created" doc:"YYYY-MM-DD HH:MM:SS in the club's zone."`
	UserID   *int64        `json:"user_id" doc:"Who did it; null when that is not known."`
	UserName string        `json:"user_name" doc:"As it was then."`
	Fields   []FieldChange `json:"fields"`
}

// FieldChange is what became of one field.
type FieldChange struct {
	Field string `json:"field" doc:"Its name in acf or meta; photo, person_label, and administered for that somebody vouched for the record."`
	From  any    `json:"from" doc:"As acf has it; of several rows or numbers those that went. Names of others stand beside their numbers, as far as the caller may know them."`
	To    any    `json:"to" doc:"Likewise; of several rows or numbers those that came."`
}

func (h *Handler) change(c *person.Change, names audits.Names) Change {
	w := Change{ID: c.ID, Kind: "changed", Created: h.stamp(c.At), UserName: c.ByName, Fields: []FieldChange{}}
	if c.By != 0 {
		w.UserID = &c.By
	}
	if c.ID == 0 {
		w.Kind = "created"
	}
	for i := range c.Fields {
		one := &c.Fields[i]
		if one.Field == person.FieldRemoved {
			if w.Kind = "removed"; string(one.From) == "true" {
				w.Kind = "restored"
			}
			continue
		}
		w.Fields = append(w.Fields, FieldChange{one.Field, named(one.Field, one.From, names), named(one.Field, one.To, names)})
	}
	return w
}

// Numbered is a label or a workspace that somebody has or had.
type Numbered struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
}

// named is a value with the names of what its numbers stand for.
func named(field string, raw json.RawMessage, names audits.Names) any {
	if raw == nil {
		return nil
	}
	switch field {
	case person.FieldLabels:
		return numbered(raw, names.Label)
	case "_assigned_workspaces":
		return numbered(raw, names.Workspace)
	case person.FieldRelations:
		return rows(raw, func(row map[string]any) {
			row["person_name"] = names.Person(number(row["related_person"]))
			row["relationship_name"] = names.Relation(number(row["relationship_type"]))
		})
	case "work_history":
		return rows(raw, func(row map[string]any) { row["team_name"] = names.Group(number(row["team"])) })
	}
	return raw
}

// numbered is a list of numbers with what they stand for.
func numbered(raw json.RawMessage, name func(int64) string) any {
	var ids []int64
	if json.Unmarshal(raw, &ids) != nil {
		return raw
	}
	list := make([]Numbered, len(ids))
	for i, id := range ids {
		list[i] = Numbered{id, name(id)}
	}
	return list
}

// rows adds to each row of a list.
func rows(raw json.RawMessage, add func(map[string]any)) any {
	var list []map[string]any
	if json.Unmarshal(raw, &list) != nil {
		return raw
	}
	for _, row := range list {
		add(row)
	}
	return list
}

func number(value any) int64 {
	n, _ := value.(float64)
	return int64(n)
}
