package gormstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/discipline"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/money"
	"github.com/clubhuis/clubhuis/core/season"
	"github.com/clubhuis/clubhuis/ports"
)

type cases struct{ handle }

var _ ports.Cases = cases{}

type caseRow struct {
	Head     headRow `gorm:"embedded"`
	Title    string
	TitleKey string
	Slug     string
	Dossier  string
	PersonID int64
	Season   int
	MatchOn  string
	Search   string
	Charged  string
	FeeCents int64
	Document string
}

func (caseRow) TableName() string { return "discipline_cases" }

func newCaseRow(v *discipline.Case) caseRow {
	r := v.Row()
	return caseRow{
		Head: newHeadRow(&v.Head), Title: r.Title, TitleKey: r.TitleKey, Slug: r.Slug, Dossier: r.Dossier, PersonID: r.Person,
		Season: r.Season, MatchOn: r.MatchOn, Search: r.Search, Charged: r.Charged, FeeCents: r.FeeCents, Document: r.Document,
	}
}

func (r *caseRow) discipline() (discipline.Case, error) {
	row := discipline.Row{Title: r.Title, Season: r.Season, Document: r.Document}
	v, err := row.Load(r.Head.head())
	if err != nil {
		err = fault.ErrInternal.Because(fmt.Errorf("case %d is damaged: %w", r.Head.ID, err))
	}
	return v, err
}

// read returns the cases of a query.
func (s cases) read(query *gorm.DB) ([]discipline.Case, error) {
	var rows []caseRow
	if err := query.Find(&rows).Error; err != nil {
		return nil, err
	}
	list := make([]discipline.Case, len(rows))
	for i := range rows {
		var err error
		if list[i], err = rows[i].discipline(); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// free is discipline.ErrTaken when another case than the one with the number has a dossier.
func (h handle) free(dossier string, but int64) error {
	found, err := database.ScanNumbers(h.Write.Raw("SELECT id FROM discipline_cases WHERE dossier = ? AND id <> ?", dossier, but))
	if err == nil && len(found) > 0 {
		err = discipline.ErrTaken
	}
	return err
}

// Create implements ports.Cases.
func (s cases) Create(ctx context.Context, v discipline.Case) (id int64, err error) {
	v.ID, v.Revision = 0, 1
	err = s.step(ctx, func(tx handle) error {
		if err := tx.free(v.Dossier, 0); err != nil {
			return err
		}
		row := newCaseRow(&v)
		err := tx.Write.Create(&row).Error
		id = row.Head.ID
		return filedTwice(err)
	})
	return id, err
}

// filedTwice is discipline.ErrTaken for what a program beside this one filed a moment ago.
func filedTwice(err error) error {
	if errors.Is(err, gorm.ErrDuplicatedKey) {
		return discipline.ErrTaken
	}
	return err
}

// Update implements ports.Cases.
func (s cases) Update(ctx context.Context, id int64, change func(*discipline.Case) error) error {
	return s.step(ctx, func(tx handle) error {
		row, before, err := tx.lockCase(id)
		if err != nil {
			return err
		}
		edited := before.Clone()
		if err := change(&edited); err != nil {
			return err
		}
		edited.ID, edited.Created, edited.Revision = id, before.Created, before.Revision
		if newCaseRow(&edited) == row {
			return nil
		}
		if err := tx.free(edited.Dossier, id); err != nil {
			return err
		}
		edited.Revision++
		row = newCaseRow(&edited)
		return filedTwice(tx.overwrite(&row, id, "created_at"))
	})
}

func (h handle) lockCase(id int64) (row caseRow, v discipline.Case, err error) {
	if err = h.lock(&row, discipline.ErrAbsent, "id = ?", id); err == nil {
		v, err = row.discipline()
	}
	return row, v, err
}

// Remove implements ports.Cases.
func (s cases) Remove(ctx context.Context, id int64, allowed func(*discipline.Case) error) error {
	return s.step(ctx, func(tx handle) error {
		_, v, err := tx.lockCase(id)
		if err != nil {
			return err
		}
		if err := allowed(&v); err != nil {
			return err
		}
		return tx.Write.Where("id = ?", id).Delete(&caseRow{}).Error
	})
}

// ByID implements ports.Cases.
func (s cases) ByID(ctx context.Context, ids ...int64) ([]discipline.Case, error) {
	where, args := s.among("id", append([]int64{}, ids...))
	return s.read(s.Read.WithContext(ctx).Where(where, args...).Order("id"))
}

// Hold implements ports.Cases.
func (s cases) Hold(ctx context.Context, ids ...int64) ([]discipline.Case, error) {
	where, args := s.among("id", append([]int64{}, ids...))
	return s.read(s.Write.WithContext(ctx).Clauses(clause.Locking{Strength: "UPDATE"}).Where(where, args...).Order("id"))
}

func (s cases) matching(ctx context.Context, q *discipline.Query) *gorm.DB {
	db := s.Read.WithContext(ctx).Model(&caseRow{})
	if q.Person != 0 {
		db = db.Where("person_id = ?", q.Person)
	}
	numbers := func(column string, ids []int64, not string) {
		if ids != nil {
			where, args := s.among(column, append([]int64{}, ids...))
			db = db.Where(not+"("+where+")", args...)
		}
	}
	if q.Seasons != nil {
		years := []int64{}
		for _, of := range q.Seasons {
			years = append(years, int64(of))
		}
		numbers("season", years, "")
	}
	numbers("id", q.Include, "")
	numbers("author", q.Authors, "")
	if len(q.Exclude) > 0 {
		numbers("id", q.Exclude, "NOT ")
	}
	if q.Slugs != nil {
		pairs := s.Read.Where("1 = 0")
		for _, slug := range q.Slugs {
			if name, id, ok := listing.SplitSlug(slug); ok {
				pairs = pairs.Or("id = ? AND slug = ?", id, name)
			}
		}
		db = db.Where(pairs)
	}
	if !q.Modified.IsZero() {
		db = db.Where("modified_at > ?", database.Micros(q.Modified))
	}
	for _, word := range q.Words {
		db = db.Where(`search LIKE ? ESCAPE '\'`, "%"+likeEscaper.Replace(word)+"%")
	}
	return db
}

// caseColumns are what lists sort by.
var caseColumns = map[discipline.Order]string{
	discipline.ByTitle: "title_key", discipline.ByModified: "modified_at", discipline.ByMatch: "match_on",
}

// Page implements ports.Cases.
func (s cases) Page(ctx context.Context, q discipline.Query) (page discipline.Page, err error) {
	totals := s.matching(ctx, &q).Select("COUNT(*), COALESCE(SUM(fee_cents), 0)")
	err = database.ScanOne(totals, func(row *sql.Rows) error {
		var fees int64
		err := row.Scan(&page.Total, &fees)
		page.Fees = money.Cents(fees)
		return err
	})
	if err != nil || q.Limit == 0 || q.Offset >= page.Total {
		return page, err
	}
	direction, column := "", caseColumns[q.Order]
	if column == "" {
		column = "created_at"
	}
	if q.Desc {
		direction = " DESC"
	}
	page.Records, err = s.read(
		s.matching(ctx, &q).Order(column + direction + ", id" + direction).Offset(q.Offset).Limit(q.Limit),
	)
	return page, err
}

// Seasons implements ports.Cases.
func (s cases) Seasons(ctx context.Context) (map[season.Season]int, error) {
	counts := map[season.Season]int{}
	query := s.Read.WithContext(ctx).Raw("SELECT season, COUNT(*) FROM discipline_cases WHERE season <> 0 GROUP BY season")
	err := database.ScanAll(query, func(row *sql.Rows) error {
		var of season.Season
		var n int
		err := row.Scan(&of, &n)
		counts[of] = n
		return err
	})
	return counts, err
}
