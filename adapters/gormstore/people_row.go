package gormstore

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/term"
)

// personRow is a row of people. Document, Meta and the relations beside it are the person; the columns before them repeat what a
// record needs without decoding.
type personRow struct {
	ID           int64 `gorm:"primaryKey"`
	Author       int64
	Administered bool
	CreatedAt    int64 `gorm:"autoCreateTime:false"`
	ModifiedAt   int64
	RemovedAt    int64
	FirstName    string
	Infix        string
	LastName     string
	Nickname     string
	Former       bool
	Document     string
	Meta         string
	PhotoID      int64
	Labels       string // a JSON list of numbers
}

func (personRow) TableName() string { return "people" }

// lockedColumns are a row, in the order of places.
const lockedColumns = `SELECT id, author, administered, created_at, modified_at, removed_at, first_name, infix, last_name, nickname, former, document, meta,
	photo_id, labels FROM people`

func (r *personRow) places() []any {
	return []any{
		&r.ID, &r.Author, &r.Administered, &r.CreatedAt, &r.ModifiedAt, &r.RemovedAt, &r.FirstName, &r.Infix, &r.LastName, &r.Nickname, &r.Former,
		&r.Document, &r.Meta, &r.PhotoID, &r.Labels,
	}
}

// workRow is one entry of a person's work_history, as far as rules and rosters look at it.
type workRow struct {
	PersonID  int64 `gorm:"primaryKey;autoIncrement:false"`
	Position  int   `gorm:"primaryKey;autoIncrement:false"`
	GroupID   int64
	Kind      string
	Title     string
	Role      string
	Current   bool
	StartDate string
	EndDate   string
}

func (workRow) TableName() string { return "person_work" }

// relationRow is one of a person's relations.
type relationRow struct {
	PersonID int64 `gorm:"primaryKey;autoIncrement:false"`
	Position int   `gorm:"primaryKey;autoIncrement:false"`
	ToID     int64
	TypeID   int64
	Document string
}

func (relationRow) TableName() string { return "person_relations" }

// ofNobody is a club without settings: for what does not depend on them.
var ofNobody = &person.Club{}

func newPersonRow(p *person.Person) personRow {
	indexed := person.Indexed{Person: p, Club: ofNobody}
	r := indexed.Record(person.AsOf{})
	return personRow{
		ID: p.ID, Author: p.Author, Administered: p.Administered, CreatedAt: database.Micros(p.Created), ModifiedAt: database.Micros(p.Modified),
		FirstName: p.Name.First, Infix: p.Name.Infix, LastName: p.Name.Last, Nickname: p.Name.Nick,
		Former: p.Membership.Former, Document: r.Document, Meta: r.Meta, PhotoID: p.Photo, Labels: database.Encoded(p.Labels),
	}
}

// person decodes the row, without the relations.
func (r *personRow) person() (person.Person, error) {
	record := person.Record{
		ID: r.ID, Author: r.Author, Administered: r.Administered, Created: database.Instant(r.CreatedAt),
		Modified: database.Instant(r.ModifiedAt), Photo: r.PhotoID, Document: r.Document, Meta: r.Meta,
	}
	ids, err := decodedNumbers(r.Labels)
	if err != nil {
		return person.Person{}, fmt.Errorf("the labels of person %d are damaged: %w", r.ID, err)
	}
	for _, id := range ids {
		record.Labels = append(record.Labels, term.Term{ID: id})
	}
	return record.Person()
}

func decodedNumbers(text string) (ids []int64, err error) {
	if text == "[]" { // nearly always
		return nil, nil
	}
	return ids, json.Unmarshal([]byte(text), &ids)
}

func newWorkRows(p person.Indexed) []workRow {
	rows := make([]workRow, len(p.Work))
	for i, e := range p.Work {
		rows[i] = workRow{
			PersonID: p.ID, Position: i, GroupID: e.Group, Kind: string(e.Kind), Title: e.Title, Role: string(p.Club.Rules.RoleOf(e)),
			Current: e.Current, StartDate: e.Start.String(), EndDate: e.End.String(),
		}
	}
	return rows
}

func newRelationRows(p *person.Person) []relationRow {
	rows := make([]relationRow, len(p.Relations))
	for i, r := range p.Relations {
		rows[i] = relationRow{PersonID: p.ID, Position: i, ToID: r.To, TypeID: r.Type, Document: r.Document()}
	}
	return rows
}

// personKeyColumns are those of person_keys, and keepPersonKeys is what becomes of keys that are there.
var personKeyColumns, keepPersonKeys = keyColumns("person_id", person.Keys.Names())

// searchKey is the place of the search key among a person's keys.
var searchKey = slices.Index(person.Keys.Names(), person.KeySearch)

func keyColumns(number string, names []string) (columns, conflict string) {
	list, updates := []string{number}, []string{}
	for _, name := range names {
		list = append(list, name+"_key")
		updates = append(updates, name+"_key = excluded."+name+"_key")
	}
	return strings.Join(list, ", "), " ON CONFLICT (" + number + ") DO UPDATE SET " + strings.Join(updates, ", ")
}
