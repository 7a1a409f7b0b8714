package gormstore

import (
	"encoding/json"

	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/work"

	"github.com/clubhuis/clubhuis/core/fold"
)

// personRow is a row of people. Fields and Meta are the person; the other columns repeat what lists need of it.
type personRow struct {
	ID             int64 `gorm:"primaryKey"`
	Author         int64
	CreatedAt      int64 `gorm:"autoCreateTime:false"`
	ModifiedAt     int64
	RemovedAt      int64
	FirstName      string
	Infix          string
	LastName       string
	Nickname       string
	Former         bool
	FinancialBlock bool
	TitleKey       string
	FirstKey       string
	LastKey        string
	SlugKey        string
	CodeKey        string
	MemberTypeKey  string
	AgeGroupKey    string
	SinceKey       string
	UntilKey       string
	CertificateKey string
	BirthdateKey   string
	Fields         string
	Meta           string
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
	r, ix := p.Record(person.AsOf{}), p.Index()
	return personRow{
		ID: p.ID, Author: p.Author, CreatedAt: micros(p.Created), ModifiedAt: micros(p.Modified),
		FirstName: p.Name.First, Infix: p.Name.Infix, LastName: p.Name.Last, Nickname: p.Name.Nick,
		Former: p.Membership.Former, FinancialBlock: p.Membership.FinancialBlock,
		TitleKey: ix.Title, FirstKey: ix.First, LastKey: ix.Last, SlugKey: ix.Slug, CodeKey: ix.Code,
		MemberTypeKey: ix.MemberType, AgeGroupKey: ix.AgeGroup, SinceKey: ix.Since, UntilKey: ix.Until,
		CertificateKey: ix.Certificate, BirthdateKey: ix.Birthdate,
		Fields: string(r.Fields), Meta: string(r.Meta),
	}
}

func (r *personRow) record() person.Record {
	return person.Record{
		ID: r.ID, Author: r.Author, Created: instant(r.CreatedAt), Modified: instant(r.ModifiedAt),
		Name:   person.Name{First: r.FirstName, Infix: r.Infix, Last: r.LastName, Nick: r.Nickname},
		Former: r.Former, Fields: json.RawMessage(r.Fields), Meta: json.RawMessage(r.Meta),
	}
}

func newWorkRows(p *person.Person) []workRow {
	rows := make([]workRow, len(p.Work))
	for i, e := range p.Work {
		kind := e.Kind
		if kind == "" {
			kind = work.Team
		}
		rows[i] = workRow{
			PersonID: p.ID, Position: i, GroupID: e.Group, Kind: string(kind), TitleKey: fold.Key(e.Title),
			Current: e.Current, EndDate: e.End.String(),
		}
	}
	return rows
}
