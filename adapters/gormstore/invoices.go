package gormstore

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/season"
	"github.com/clubhuis/clubhuis/ports"
)

type invoices struct{ handle }

var (
	_ ports.Invoices       = invoices{}
	_ ports.InvoiceNumbers = invoiceNumbers{}
)

// invoiceRow is an invoice: all but its head as JSON in Document, and what lists ask for.
type invoiceRow struct {
	Head      headRow `gorm:"embedded"`
	Kind      string
	Season    string
	PersonID  int64
	Plan      string
	Status    string
	LateFrom  string
	Live      bool
	WatchedTo string
	ToReview  bool
	Search    string
	NumberKey string
	NameKey   string
	Total     int64
	OpenCents int64
	Due       string
	Document  string
}

func (invoiceRow) TableName() string { return "invoices" }

// invoiceKeyRow is one key of an invoice.
type invoiceKeyRow struct {
	Kind      string `gorm:"primaryKey"`
	Value     string `gorm:"primaryKey"`
	InvoiceID int64
}

func (invoiceKeyRow) TableName() string { return "invoice_keys" }

// invoiceCounterRow is how many numbers of a series were given in a year.
type invoiceCounterRow struct {
	Series string `gorm:"primaryKey"`
	Year   int    `gorm:"primaryKey;autoIncrement:false"`
	Given  int64
}

func (invoiceCounterRow) TableName() string { return "invoice_counters" }

func newInvoiceRow(v *invoice.Invoice) invoiceRow {
	listed, document := v.Row(), v.Clone()
	document.Head = record.Head{}
	return invoiceRow{
		Head: newHeadRow(&v.Head), Kind: string(listed.Kind), Season: listed.Season, PersonID: listed.Person,
		Plan: string(listed.Plan), Status: string(listed.Status), LateFrom: listed.LateFrom, Live: listed.Live,
		WatchedTo: listed.WatchedTo, ToReview: listed.ToReview, Search: listed.Search, NumberKey: listed.NumberKey,
		NameKey: listed.NameKey,
		Total:   int64(listed.Total), OpenCents: int64(listed.Open), Due: listed.Due, Document: asJSON(document),
	}
}

func (r *invoiceRow) invoice() (v invoice.Invoice, err error) {
	if err := json.Unmarshal([]byte(r.Document), &v); err != nil {
		return v, fmt.Errorf("invoice %d is damaged: %w", r.Head.ID, err)
	}
	v.Head = r.Head.head()
	return v, nil
}

// read returns the invoices of a query.
func (s invoices) read(query *gorm.DB) ([]invoice.Invoice, error) {
	var rows []invoiceRow
	if err := query.Find(&rows).Error; err != nil {
		return nil, err
	}
	list := make([]invoice.Invoice, len(rows))
	for i := range rows {
		var err error
		if list[i], err = rows[i].invoice(); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// Create implements ports.Invoices.
func (s invoices) Create(ctx context.Context, v invoice.Invoice, year int) (invoice.Invoice, error) {
	created := v.Clone()
	err := s.step(ctx, func(tx handle) (err error) {
		created.ID, created.Revision = 0, 1
		if created.Number, err = (invoiceNumbers{tx}).Next(ctx, created.Kind.Series(), year); err != nil {
			return err
		}
		row := newInvoiceRow(&created)
		if err := tx.Write.Create(&row).Error; err != nil {
			return err
		}
		if created, err = row.invoice(); err != nil {
			return err
		}
		return tx.giveKeys(created.ID, created.Keys())
	})
	if err != nil {
		return invoice.Invoice{}, err
	}
	return created, nil
}

// Import implements ports.Invoices.
func (s invoices) Import(ctx context.Context, v invoice.Invoice) (invoice.Invoice, error) {
	created := v.Clone()
	err := s.step(ctx, func(tx handle) (err error) {
		created.ID, created.Revision = 0, 1
		row := newInvoiceRow(&created)
		if err := tx.Write.Create(&row).Error; err != nil {
			return err
		}
		if created, err = row.invoice(); err != nil {
			return err
		}
		if series, year, nth, there := invoice.InSeries(created.Number); there {
			if err := (invoiceNumbers{tx}).Pass(ctx, series, year, nth); err != nil {
				return err
			}
		}
		return tx.giveKeys(created.ID, created.Keys())
	})
	if err != nil {
		return invoice.Invoice{}, err
	}
	return created, nil
}

// giveKeys notes keys of an invoice. One that another invoice has is its error.
func (h handle) giveKeys(id int64, keys []invoice.Key) error {
	if len(keys) == 0 {
		return nil
	}
	rows := make([]invoiceKeyRow, len(keys))
	for i, key := range keys {
		rows[i] = invoiceKeyRow{Kind: string(key.By), Value: key.Value, InvoiceID: id}
	}
	result := h.Write.Clauses(clause.OnConflict{DoNothing: true}).Create(&rows)
	if result.Error != nil || int(result.RowsAffected) == len(rows) {
		return result.Error
	}
	for _, key := range keys {
		var has []invoiceKeyRow
		if err := h.Write.Where("kind = ? AND value = ?", string(key.By), key.Value).Find(&has).Error; err != nil {
			return err
		}
		if len(has) == 0 || has[0].InvoiceID != id {
			return key.Taken()
		}
	}
	return fmt.Errorf("invoice %d has a key twice: %v", id, keys)
}

// Update implements ports.Invoices.
func (s invoices) Update(ctx context.Context, id int64, change func(*invoice.Invoice) error) error {
	return s.step(ctx, func(tx handle) error {
		row, before, err := tx.lockInvoice(id)
		if err != nil {
			return err
		}
		edited := before.Clone()
		if err := change(&edited); err != nil {
			return err
		}
		edited.ID, edited.Number, edited.Created, edited.Person = id, before.Number, before.Created, before.Person
		edited.Revision = before.Revision
		if newInvoiceRow(&edited) == row {
			return nil
		}
		edited.Revision++
		row = newInvoiceRow(&edited)
		if err := tx.overwrite(&row, id, "created_at"); err != nil {
			return err
		}
		return tx.changeKeys(id, before.Keys(), edited.Keys())
	})
}

// changeKeys gives an invoice other keys than it had.
func (h handle) changeKeys(id int64, had, has []invoice.Key) error {
	for _, key := range had {
		if !slices.Contains(has, key) {
			err := h.Write.Where("kind = ? AND value = ? AND invoice_id = ?", string(key.By), key.Value, id).
				Delete(&invoiceKeyRow{}).Error
			if err != nil {
				return err
			}
		}
	}
	return h.giveKeys(id, slices.DeleteFunc(has, func(key invoice.Key) bool { return slices.Contains(had, key) }))
}

// releaseCredited takes the season and the cases from invoices that are credited in full, which kept the season before there were
// forms of invoices, and the cases in form 1.
func (s invoices) releaseCredited() error {
	all, err := s.read(s.Write)
	if err != nil {
		return err
	}
	for i := range all {
		v := &all[i]
		if !v.CreditedInFull() {
			continue
		}
		had := append(v.Keys(), invoice.SeasonKey(v.Person, v.Season))
		for _, id := range v.Cases() {
			had = append(had, invoice.CaseKey(id))
		}
		if err := s.changeKeys(v.ID, had, v.Keys()); err != nil {
			return err
		}
	}
	return nil
}

func (h handle) lockInvoice(id int64) (row invoiceRow, v invoice.Invoice, err error) {
	if err = h.lock(&row, invoice.ErrAbsent, "id = ?", id); err == nil {
		v, err = row.invoice()
	}
	return row, v, err
}

// Remove implements ports.Invoices.
func (s invoices) Remove(ctx context.Context, id int64, allowed func(*invoice.Invoice) error) error {
	return s.step(ctx, func(tx handle) error {
		_, v, err := tx.lockInvoice(id)
		if err != nil {
			return err
		}
		if err := allowed(&v); err != nil {
			return err
		}
		if err := tx.Write.Where("invoice_id = ?", id).Delete(&invoiceKeyRow{}).Error; err != nil {
			return err
		}
		return tx.Write.Where("id = ?", id).Delete(&invoiceRow{}).Error
	})
}

// ByID implements ports.Invoices.
func (s invoices) ByID(ctx context.Context, ids ...int64) ([]invoice.Invoice, error) {
	where, args := s.among("id", append([]int64{}, ids...))
	return s.read(s.Read.WithContext(ctx).Where(where, args...).Order("id"))
}

// ByKey implements ports.Invoices.
func (s invoices) ByKey(ctx context.Context, key invoice.Key) (invoice.Invoice, error) {
	list, err := s.read(s.Read.WithContext(ctx).Where(
		"id IN (SELECT invoice_id FROM invoice_keys WHERE kind = ? AND value = ?)", string(key.By), key.Value,
	))
	if err == nil && len(list) == 0 {
		err = invoice.ErrAbsent
	}
	if err != nil {
		return invoice.Invoice{}, err
	}
	return list[0], nil
}

// statusOn is the condition that an invoice has a status on a day, as invoice.Row.StatusOn says it.
func statusOn(status invoice.Status, day civil.Date) (condition string, args []any) {
	const late = "late_from <> '' AND late_from <= ?"
	switch status {
	case invoice.Sent:
		return "status = ? AND NOT (" + late + ")", []any{string(status), day.String()}
	case invoice.Overdue:
		return "(status = ? OR status = ? AND " + late + ")", []any{string(status), string(invoice.Sent), day.String()}
	}
	return "status = ?", []any{string(status)}
}

func (s invoices) matching(ctx context.Context, q *invoice.Query) *gorm.DB {
	db := s.Read.WithContext(ctx).Model(&invoiceRow{})
	if len(q.Statuses) > 0 {
		conditions, args := []string{}, []any{}
		for _, status := range q.Statuses {
			condition, given := statusOn(status, q.On)
			conditions, args = append(conditions, condition), append(args, given...)
		}
		db = db.Where("("+strings.Join(conditions, " OR ")+")", args...)
	}
	if q.Person != 0 {
		db = db.Where("person_id = ?", q.Person)
	}
	for column, value := range map[string]string{
		"kind": string(q.Kind), "plan": string(q.Plan), "season": q.Season.String(),
	} {
		if value != "" {
			db = db.Where(column+" = ?", value)
		}
	}
	for _, word := range q.Words {
		db = db.Where(`search LIKE ? ESCAPE '\'`, "%"+likeEscaper.Replace(word)+"%")
	}
	if q.Live {
		db = db.Where("live = ?", true)
	}
	if q.Watched {
		db = db.Where("watched_to >= ?", q.On.String())
	}
	if q.ToReview {
		db = db.Where("to_review = ?", true)
	}
	return db
}

// invoiceColumns are what lists sort by.
var invoiceColumns = map[invoice.Order]string{
	invoice.ByNumbers: "number_key", invoice.ByName: "name_key", invoice.ByTotal: "total", invoice.ByOpen: "open_cents",
	invoice.ByDue: "due", invoice.ByID: "id",
}

// Page implements ports.Invoices.
func (s invoices) Page(ctx context.Context, q invoice.Query) (page record.Page[invoice.Invoice], err error) {
	var total int64
	if err := s.matching(ctx, &q).Count(&total).Error; err != nil {
		return page, err
	}
	page.Total = int(total)
	if q.Limit == 0 || q.Offset >= page.Total {
		return page, nil
	}
	direction := ""
	if q.Desc {
		direction = " DESC"
	}
	column := invoiceColumns[q.Order]
	if column == "" {
		column = "created_at"
	}
	page.Records, err = s.read(
		s.matching(ctx, &q).Order(column + direction + ", id" + direction).Offset(q.Offset).Limit(q.Limit),
	)
	for i := range page.Records {
		page.Records[i].Status = page.Records[i].StatusOn(q.On)
	}
	return page, err
}

// Billed implements ports.Invoices.
func (s invoices) Billed(ctx context.Context, of season.Season, on civil.Date) ([]invoice.Billing, error) {
	return list(
		s.Read.WithContext(ctx).Select("id, person_id, status, late_from").
			Where("kind = ? AND season = ?", string(invoice.Membership), of.String()).Order("person_id, id"),
		func(r *invoiceRow) invoice.Billing {
			row := invoice.Row{Status: invoice.Status(r.Status), LateFrom: r.LateFrom}
			return invoice.Billing{Person: r.PersonID, Invoice: r.Head.ID, Status: row.StatusOn(on)}
		},
	)
}

type invoiceNumbers struct{ handle }

// Next implements ports.InvoiceNumbers.
func (s invoiceNumbers) Next(ctx context.Context, series invoice.Series, year int) (number string, err error) {
	err = s.step(ctx, func(tx handle) error {
		given, err := database.ScanNumbers(tx.Write.Raw("INSERT INTO invoice_counters (series, year, given) VALUES (?, ?, 1) "+
			"ON CONFLICT (series, year) DO UPDATE SET given = invoice_counters.given + 1 RETURNING given", string(series), year))
		if err != nil {
			return err
		}
		number = series.Number(year, int(given[0]))
		return nil
	})
	return number, err
}

// GivenNumbers returns the last number of each series and year that was given, in the order of series and years.
func (s *Store) GivenNumbers(ctx context.Context) (last []string, err error) {
	db := s.db.Handle().Read.WithContext(ctx).Where("given > 0").Order("series, year")
	return list(db, func(row *invoiceCounterRow) string {
		return invoice.Series(row.Series).Number(row.Year, int(row.Given))
	})
}

// Pass implements ports.InvoiceNumbers.
func (s invoiceNumbers) Pass(ctx context.Context, series invoice.Series, year int, nth int64) error {
	return s.Exec(ctx, func(db *gorm.DB) *gorm.DB {
		return db.Exec("INSERT INTO invoice_counters (series, year, given) VALUES (?, ?, ?) "+
			"ON CONFLICT (series, year) DO UPDATE SET given = CASE WHEN invoice_counters.given < excluded.given "+
			"THEN excluded.given ELSE invoice_counters.given END", string(series), year, nth)
	}).Error
}
