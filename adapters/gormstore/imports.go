package gormstore

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/peoplefile"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/undo"
	"github.com/clubhuis/clubhuis/ports"
)

type imports struct{ handle }

var _ ports.Imports = imports{}

type importRow struct {
	ID        int64 `gorm:"primaryKey"`
	MadeAt    int64
	State     string
	Working   int // 0 or 1
	Forgotten int // 0 or 1
	KeptUntil int64
	Document  string
}

func (importRow) TableName() string { return "imports" }

func newImportRow(i *peoplefile.Import) importRow {
	return importRow{
		ID: i.ID, MadeAt: database.Micros(i.Made), State: string(i.State), Working: oneOrNone(i.Working()),
		Forgotten: oneOrNone(i.Forgotten), KeptUntil: database.Micros(i.KeptUntil), Document: asJSON(i),
	}
}

func oneOrNone(so bool) int {
	if so {
		return 1
	}
	return 0
}

func (r *importRow) kept() peoplefile.Import {
	i := ofJSON[peoplefile.Import](r.Document)
	i.ID = r.ID
	return i
}

type importedRow struct {
	ImportID int64
	Number   int
	PersonID int64
	Cells    string
	Result   string
}

func (importedRow) TableName() string { return "import_rows" }

// importResult is what is kept of what became of a row.
type importResult struct {
	Outcome peoplefile.Outcome  `json:"outcome"`
	Name    string              `json:"name,omitempty"`
	Changes []peoplefile.Change `json:"changes,omitempty"`
	Kept    []peoplefile.Field  `json:"kept,omitempty"`
	Reasons []string            `json:"reasons,omitempty"`
	Before  *undo.Before        `json:"before,omitempty"`
	After   int64               `json:"after,omitempty"`
	From    int64               `json:"from,omitempty"`
	Undone  bool                `json:"undone,omitempty"`
	Left    string              `json:"left,omitempty"`
}

func (r *importedRow) value() peoplefile.Result {
	value := peoplefile.Result{Row: peoplefile.Row{Number: r.Number, Cells: ofJSON[[]string](r.Cells)}, Person: r.PersonID}
	if r.Result != "" {
		of := ofJSON[importResult](r.Result)
		value.Outcome, value.Name, value.Changes, value.Kept, value.Reasons = of.Outcome, of.Name, of.Changes, of.Kept, of.Reasons
		value.Before, value.After, value.From, value.Undone, value.Left = of.Before, of.After, of.From, of.Undone, of.Left
	}
	return value
}

func newImportResult(r *peoplefile.Result) string {
	return asJSON(importResult{
		r.Outcome, r.Name, r.Changes, r.Kept, r.Reasons, r.Before, r.After, r.From, r.Undone, r.Left,
	})
}

// rowsAtOnce is how many rows one statement writes.
const rowsAtOnce = 500

// Create implements ports.Imports.
func (s imports) Create(ctx context.Context, i peoplefile.Import, rows []peoplefile.Row) (id int64, err error) {
	err = s.step(ctx, func(tx handle) error {
		row := newImportRow(&i)
		row.ID = 0
		if err := tx.Write.Create(&row).Error; err != nil {
			return working(err)
		}
		id = row.ID
		kept := make([]importedRow, len(rows))
		for n := range rows {
			kept[n] = importedRow{ImportID: id, Number: rows[n].Number, Cells: asJSON(rows[n].Cells)}
		}
		if len(kept) == 0 {
			return nil
		}
		return tx.Write.CreateInBatches(kept, rowsAtOnce).Error
	})
	return id, err
}

// working is the error of a second import that would be at work.
func working(err error) error {
	if errors.Is(err, gorm.ErrDuplicatedKey) {
		return peoplefile.ErrBusy
	}
	return err
}

// ByID implements ports.Imports.
func (s imports) ByID(ctx context.Context, id int64) (peoplefile.Import, error) {
	var row importRow
	err := database.Absent(s.Read.WithContext(ctx).Where("id = ?", id).Take(&row).Error, peoplefile.ErrAbsent)
	if err != nil {
		return peoplefile.Import{}, err
	}
	return row.kept(), nil
}

// Page implements ports.Imports.
func (s imports) Page(ctx context.Context, offset, limit int) (page record.Page[peoplefile.Import], err error) {
	all := func() *gorm.DB { return s.Read.WithContext(ctx).Model(&importRow{}) }
	var total int64
	if err := all().Count(&total).Error; err != nil {
		return page, err
	}
	page.Total = int(total)
	if limit == 0 || offset >= page.Total {
		return page, nil
	}
	page.Records, err = list(all().Order("id DESC").Offset(offset).Limit(limit), (*importRow).kept)
	return page, err
}

// Change implements ports.Imports.
func (s imports) Change(
	ctx context.Context, id int64, change func(*peoplefile.Import) error,
) (kept peoplefile.Import, err error) {
	err = s.step(ctx, func(tx handle) error {
		var row importRow
		if err := tx.lock(&row, peoplefile.ErrAbsent, "id = ?", id); err != nil {
			return err
		}
		before, edited := row.kept(), row.kept()
		if err := change(&edited); err != nil {
			return err
		}
		edited.ID, edited.Made = id, before.Made
		changed := newImportRow(&edited)
		kept = changed.kept()
		return working(tx.overwrite(&changed, id, "made_at"))
	})
	if err != nil {
		return peoplefile.Import{}, err
	}
	return kept, nil
}

// Rows implements ports.Imports.
func (s imports) Rows(ctx context.Context, id int64, after, limit int) ([]peoplefile.Result, error) {
	query := s.Read.WithContext(ctx).Where("import_id = ? AND number > ?", id, after).Order("number")
	if limit > 0 {
		query = query.Limit(limit)
	}
	return list(query, (*importedRow).value)
}

// KeepRows implements ports.Imports.
func (s imports) KeepRows(
	ctx context.Context, id int64, rows []peoplefile.Result, back map[person.ID]peoplefile.Restored,
) error {
	if len(rows) == 0 {
		return ctx.Err()
	}
	return s.step(ctx, func(tx handle) error {
		if err := tx.lock(new(importRow), peoplefile.ErrAbsent, "id = ?", id); err != nil {
			return err
		}
		kept := make([]importedRow, len(rows))
		for n := range rows {
			kept[n] = importedRow{ImportID: id, Number: rows[n].Number, PersonID: rows[n].Person, Cells: "[]",
				Result: newImportResult(&rows[n])}
		}
		if err := tx.keepImported(kept); err != nil {
			return err
		}
		return tx.follow(back)
	})
}

// keepImported keeps whom rows are about and what became of them. Each of them is there, and its cells stay.
func (h handle) keepImported(rows []importedRow) error {
	return h.Write.Clauses(clause.OnConflict{
		Columns:   []clause.Column{{Name: "import_id"}, {Name: "number"}},
		DoUpdates: clause.AssignmentColumns([]string{"person_id", "result"}),
	}).CreateInBatches(rows, rowsAtOnce).Error
}

// follow notes in the rows of all imports who was brought back.
func (h handle) follow(back map[person.ID]peoplefile.Restored) error {
	for ids := range slices.Chunk(slices.Sorted(maps.Keys(back)), rowsAtOnce) {
		var rows, moved []importedRow
		if err := h.Write.Where("person_id IN ?", ids).Order("import_id, number").Find(&rows).Error; err != nil {
			return err
		}
		for n := range rows {
			if value := rows[n].value(); value.Follow(back[value.Person]) {
				rows[n].Result = newImportResult(&value)
				moved = append(moved, rows[n])
			}
		}
		if len(moved) == 0 {
			continue
		}
		if err := h.keepImported(moved); err != nil {
			return err
		}
	}
	return nil
}

// Remove implements ports.Imports.
func (s imports) Remove(ctx context.Context, id int64, allowed func(*peoplefile.Import) error) error {
	return s.step(ctx, func(tx handle) error {
		var row importRow
		if err := tx.lock(&row, peoplefile.ErrAbsent, "id = ?", id); err != nil {
			return err
		}
		kept := row.kept()
		if err := allowed(&kept); err != nil {
			return err
		}
		if err := tx.Write.Where("import_id = ?", id).Delete(&importedRow{}).Error; err != nil {
			return err
		}
		return tx.Write.Where("id = ?", id).Delete(&importRow{}).Error
	})
}

// Purge implements ports.Imports.
func (s imports) Purge(ctx context.Context, before time.Time) (count int, err error) {
	var ids []int64
	err = s.Read.WithContext(ctx).Model(&importRow{}).
		Where("forgotten = 0 AND working = 0 AND kept_until < ?", database.Micros(before)).Order("id").Pluck("id", &ids).Error
	if err != nil {
		return 0, err
	}
	for _, id := range ids { // a few a day
		err := s.step(ctx, func(tx handle) error { return imports{tx}.forget(ctx, id, before) })
		if errors.Is(err, errNotOld) || errors.Is(err, peoplefile.ErrAbsent) {
			continue
		}
		if err != nil {
			return count, err
		}
		count++
	}
	return count, nil
}

// errNotOld says that somebody began with an import, or another process forgot it, after it was found.
var errNotOld = errors.New("the import is not old any more")

func (s imports) forget(ctx context.Context, id int64, before time.Time) error {
	kept, err := s.Change(ctx, id, func(i *peoplefile.Import) error {
		if !i.Old(before) {
			return errNotOld
		}
		i.Forget()
		return nil
	})
	if err == nil {
		err = s.Write.Where("import_id = ?", id).Delete(&importedRow{}).Error
	}
	if err == nil && kept.State == peoplefile.Draft {
		err = s.Write.Where("id = ?", id).Delete(&importRow{}).Error
	}
	return err
}
