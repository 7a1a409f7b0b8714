package gormstore

import (
	"encoding/json"
	"strings"

	"github.com/clubhuis/clubhuis/core/fold"
	"github.com/clubhuis/clubhuis/core/person"
)

// personRow is a row of people. Document and Meta are the person; the columns before them repeat what a record needs
// without decoding.
type personRow struct {
	ID         int64 `gorm:"primaryKey"`
	Author     int64
	CreatedAt  int64 `gorm:"autoCreateTime:false"`
	ModifiedAt int64
	RemovedAt  int64
	FirstName  string
	Infix      string
	LastName   string
	Nickname   string
	Former     bool
	Document   string
	Meta       string
}

func (personRow) TableName() string { return "people" }

// workRow is one entry of a person's work_history, as far as rules look at it.
type workRow struct {
	PersonID int64 `gorm:"primaryKey;autoIncrement:false"`
	Position int   `gorm:"primaryKey;autoIncrement:false"`
	GroupID  int64
	Kind     string
	TitleKey string
	Current  bool
	EndDate  string
}

func (workRow) TableName() string { return "person_work" }

func newPersonRow(p *person.Person) personRow {
	r := p.Record(person.AsOf{})
	return personRow{
		ID: p.ID, Author: p.Author, CreatedAt: micros(p.Created), ModifiedAt: micros(p.Modified),
		FirstName: p.Name.First, Infix: p.Name.Infix, LastName: p.Name.Last, Nickname: p.Name.Nick,
		Former: p.Membership.Former, Document: string(r.Document), Meta: string(r.Meta),
	}
}

func (r *personRow) record() person.Record {
	return person.Record{
		ID: r.ID, Author: r.Author, Created: instant(r.CreatedAt), Modified: instant(r.ModifiedAt),
		Name:   person.Name{First: r.FirstName, Infix: r.Infix, Last: r.LastName, Nick: r.Nickname},
		Former: r.Former, Document: json.RawMessage(r.Document), Meta: json.RawMessage(r.Meta),
	}
}

func newWorkRows(p *person.Person) []workRow {
	rows := make([]workRow, len(p.Work))
	for i, e := range p.Work {
		rows[i] = workRow{
			PersonID: p.ID, Position: i, GroupID: e.Group, Kind: string(e.Kind), TitleKey: fold.Key(e.Title),
			Current: e.Current, EndDate: e.End.String(),
		}
	}
	return rows
}

// keepKeys is the statement that writes a person's row of person_keys.
var keepKeys = upsertKeys("person_keys", "person_id", person.Keys.Names())

// upsertKeys writes the keys of one record, whether there are some already or not.
func upsertKeys(table, number string, names []string) string {
	columns, updates := []string{number}, []string{}
	for _, name := range names {
		columns = append(columns, name+"_key")
		updates = append(updates, name+"_key = excluded."+name+"_key")
	}
	return "INSERT INTO " + table + " (" + strings.Join(columns, ", ") + ") VALUES (?" + strings.Repeat(", ?", len(names)) + ")" +
		" ON CONFLICT (" + number + ") DO UPDATE SET " + strings.Join(updates, ", ")
}
