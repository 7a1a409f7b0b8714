package gormstore

import (
	"context"
	"database/sql"
	"time"

	"gorm.io/gorm"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/fault"
	membernote "github.com/clubhuis/clubhuis/core/note"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/timeline"
	"github.com/clubhuis/clubhuis/ports"
)

// headRow is what the rows of records have in common of which there is no end.
type headRow struct {
	ID         int64 `gorm:"primaryKey"`
	Author     int64
	AuthorName string
	CreatedAt  int64 `gorm:"autoCreateTime:false"`
	ModifiedAt int64
	Revision   int64
	Editor     int64
}

func newHeadRow(h *record.Head) headRow {
	return headRow{
		ID: h.ID, Author: h.Author, AuthorName: h.AuthorName, CreatedAt: database.Micros(h.Created),
		ModifiedAt: database.Micros(h.Modified), Revision: h.Revision, Editor: h.Editor,
	}
}

func (r *headRow) head() record.Head {
	return record.Head{
		ID: r.ID, Author: r.Author, AuthorName: r.AuthorName, Created: database.Instant(r.CreatedAt),
		Modified: database.Instant(r.ModifiedAt), Revision: r.Revision, Editor: r.Editor,
	}
}

// records is the port over the table of a noun, whose rows R have a headRow. A noun that goes
// with its person also has its line in growing.
type records[T any, P timeline.Record[T], R comparable] struct {
	handle
	kind   timeline.Kind
	absent *fault.Fault
	row    func(*T) R
	noun   func(*R) T
}

var _ ports.Records[membernote.Note] = records[membernote.Note, *membernote.Note, noteRow]{}

// growing are the tables of all such nouns, by kind.
var growing = map[timeline.Kind]string{
	timeline.Activity: activityRow{}.TableName(), timeline.Note: noteRow{}.TableName(), timeline.Todo: taskRow{}.TableName(),
	timeline.Email: mailRow{}.TableName(),
}

func (s records[T, P, R]) Create(ctx context.Context, v T) (id int64, err error) {
	head := P(&v).Common()
	head.ID, head.Revision = 0, 1
	err = s.step(ctx, func(tx handle) error {
		row := s.row(&v)
		if err := tx.Write.Create(&row).Error; err != nil {
			return err
		}
		created := s.noun(&row)
		id = P(&created).Common().ID
		return s.stand(tx, &created)
	})
	return id, err
}

func (s records[T, P, R]) Update(ctx context.Context, id int64, change func(*T) error) error {
	return s.step(ctx, func(tx handle) error {
		var row R
		if err := tx.lock(&row, s.absent, "id = ?", id); err != nil {
			return err
		}
		before, edited := s.noun(&row), s.noun(&row)
		if err := change(&edited); err != nil {
			return err
		}
		stood, head := P(&before).Common(), P(&edited).Common()
		head.ID, head.Created, head.Revision = id, stood.Created, stood.Revision
		if s.row(&edited) == row {
			return nil
		}
		head.Revision++
		row = s.row(&edited)
		if err := tx.overwrite(&row, id, "created_at"); err != nil || P(&edited).Shown().Same(P(&before).Shown()) {
			return err
		}
		if err := s.leave(tx, id); err != nil {
			return err
		}
		return s.stand(tx, &edited)
	})
}

func (s records[T, P, R]) Remove(ctx context.Context, id int64, allowed func(*T) error) error {
	return s.step(ctx, func(tx handle) error {
		var row R
		if err := tx.lock(&row, s.absent, "id = ?", id); err != nil {
			return err
		}
		v := s.noun(&row)
		if err := allowed(&v); err != nil {
			return err
		}
		if err := s.leave(tx, id); err != nil {
			return err
		}
		return tx.Write.Where("id = ?", id).Delete(&row).Error
	})
}

func (s records[T, P, R]) ByID(ctx context.Context, ids ...int64) ([]T, error) {
	where, args := s.among("id", append([]int64{}, ids...))
	return list(s.Read.WithContext(ctx).Where(where, args...).Order("id"), s.noun)
}

// stand puts a record where it is shown: a row for each person who is still there and each user who sees it, 0 for all.
func (s records[T, P, R]) stand(tx handle, v *T) error {
	shown, head := P(v).Shown(), P(v).Common()
	users := shown.Users
	if users == nil {
		users = []int64{0}
	}
	if len(shown.People) == 0 {
		return nil
	}
	where, args := s.among("id", append([]int64{}, shown.People...))
	for _, user := range users {
		values := []any{user, database.Micros(head.Created), string(s.kind), head.ID}
		err := tx.Write.Exec("INSERT INTO timeline (person_id, user_id, created_at, kind, record_id) "+
			"SELECT id, CAST(? AS BIGINT), CAST(? AS BIGINT), CAST(? AS TEXT), CAST(? AS BIGINT) FROM people WHERE "+where,
			append(values, args...)...).Error
		if err != nil {
			return err
		}
	}
	return nil
}

// leave takes a record from where it stands.
func (s records[T, P, R]) leave(tx handle, id int64) error {
	return tx.Write.Exec("DELETE FROM timeline WHERE kind = ? AND record_id = ?", string(s.kind), id).Error
}

// forget destroys the records that name nobody but people who are about to be destroyed.
func (s people) forget(old []person.ID) error {
	gone, args := s.among("person_id", old)
	for kind, table := range growing {
		err := s.Write.Exec("DELETE FROM "+table+" WHERE id IN (SELECT record_id FROM timeline WHERE kind = ? AND "+gone+
			") AND id NOT IN (SELECT record_id FROM timeline WHERE kind = ? AND NOT ("+gone+"))",
			append(append([]any{string(kind)}, args...), append([]any{string(kind)}, args...)...)...).Error
		if err != nil {
			return err
		}
	}
	return nil
}

type timelines struct{ handle }

var _ ports.Timeline = timelines{}

// Page implements ports.Timeline.
func (s timelines) Page(ctx context.Context, q timeline.Query) (page record.Page[timeline.Entry], err error) {
	kinds := q.Kinds
	if kinds == nil {
		kinds = timeline.Kinds
	}
	where := func() *gorm.DB {
		db := s.Read.WithContext(ctx).Table("timeline").Where("person_id = ? AND user_id IN ? AND kind IN ?",
			q.Person, []int64{0, q.User}, append([]timeline.Kind{""}, kinds...))
		if len(q.Hidden) > 0 {
			db = db.Where("NOT (kind = ? AND record_id IN (SELECT id FROM mails WHERE kind IN ?))", timeline.Email, q.Hidden)
		}
		return db
	}
	var total int64
	if err := where().Count(&total).Error; err != nil {
		return page, err
	}
	page.Total = int(total)
	if q.Limit == 0 || q.Offset >= page.Total {
		return page, nil
	}
	query := where().Select("kind, record_id, created_at").
		Order("created_at DESC, kind, record_id DESC").
		Offset(q.Offset).
		Limit(q.Limit)
	err = database.ScanAll(query, func(row *sql.Rows) error {
		var entry timeline.Entry
		var at int64
		err := row.Scan(&entry.Kind, &entry.ID, &at)
		entry.Created = database.Instant(at)
		page.Records = append(page.Records, entry)
		return err
	})
	return page, err
}

// Shared implements ports.Timeline.
func (s timelines) Shared(ctx context.Context, since time.Time, limit int) ([]membernote.Note, error) {
	query := s.Read.WithContext(ctx).Where("shared_at >= ? AND visibility = ?", database.Micros(since), string(membernote.Shared)).
		Order("shared_at DESC, id DESC").Limit(limit)
	return list(query, s.noteRecords().noun)
}

// Contacted implements ports.Timeline.
func (s timelines) Contacted(ctx context.Context, user int64, limit int) (contacts []timeline.Contact, err error) {
	query := s.Read.WithContext(ctx).Table("activities").Select("person_id, MAX(created_at)").Where("author = ?", user).
		Group("person_id").Order("MAX(created_at) DESC, person_id").Limit(limit)
	err = database.ScanAll(query, func(row *sql.Rows) error {
		var contact timeline.Contact
		var last int64
		err := row.Scan(&contact.Person, &last)
		contact.Last = database.Instant(last)
		contacts = append(contacts, contact)
		return err
	})
	return contacts, err
}
