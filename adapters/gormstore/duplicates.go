package gormstore

import (
	"context"
	"database/sql"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/duplicate"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/volunteer"
	"github.com/clubhuis/clubhuis/ports"
)

type duplicates struct{ handle }

var _ ports.Duplicates = duplicates{}

// Dismissed implements ports.Duplicates.
func (s duplicates) Dismissed(ctx context.Context) (map[duplicate.Pair]bool, error) {
	pairs := map[duplicate.Pair]bool{}
	query := s.Read.WithContext(ctx).Raw("SELECT low_id, high_id FROM dismissed_pairs")
	err := database.ScanAll(query, func(row *sql.Rows) error {
		var pair duplicate.Pair
		err := row.Scan(&pair.A, &pair.B)
		pairs[pair] = true
		return err
	})
	return pairs, err
}

// Dismiss implements ports.Duplicates.
func (s duplicates) Dismiss(ctx context.Context, pair duplicate.Pair, by int64, at time.Time) error {
	return s.step(ctx, func(tx handle) error {
		return tx.Write.Exec("INSERT INTO dismissed_pairs (low_id, high_id, by_user, made_at) VALUES (?, ?, ?, ?) "+
			"ON CONFLICT (low_id, high_id) DO NOTHING", pair.A, pair.B, by, database.Micros(at)).Error
	})
}

// LeadsTo implements ports.Duplicates.
func (s duplicates) LeadsTo(ctx context.Context, id person.ID) (person.ID, error) {
	found, err := database.ScanNumbers(s.Read.WithContext(ctx).Raw("SELECT into_id FROM merged_people WHERE from_id = ?", id))
	if err != nil || len(found) == 0 {
		return 0, err
	}
	return found[0], nil
}

// inList gives a column of numbers, with a comma before each, one number in the place of another one, once.
func inList(table, column string, from, to person.ID) (statement string, args []any) {
	old, is := ","+listing.Number(from)+",", ","+listing.Number(to)+","
	closed := column + " || ','"
	moved := "CASE WHEN " + closed + " LIKE ? THEN REPLACE(" + closed + ", ?, ',') ELSE REPLACE(" + closed + ", ?, ?) END"
	return "UPDATE " + table + " SET " + column + " = SUBSTR(" + moved + ", 1, LENGTH(" + moved + ") - 1) WHERE " + closed +
			" LIKE ?",
		[]any{"%" + is + "%", old, old, is, "%" + is + "%", old, old, is, "%" + old + "%"}
}

// Merge implements ports.Duplicates.
func (s duplicates) Merge(ctx context.Context, from, to person.ID, by int64, at time.Time) error {
	return s.step(ctx, func(tx handle) error {
		d := duplicates{tx}
		for _, work := range []func(from, to person.ID) error{
			d.lists, d.marks, d.looks, d.photo, d.invoices, d.cases, d.shifts,
		} {
			if err := work(from, to); err != nil {
				return err
			}
		}
		if err := tx.Write.Exec("UPDATE merged_people SET into_id = ? WHERE into_id = ?", to, from).Error; err != nil {
			return err
		}
		return tx.Write.Exec("INSERT INTO merged_people (from_id, into_id, by_user, made_at) VALUES (?, ?, ?, ?) "+
			"ON CONFLICT (from_id) DO UPDATE SET into_id = excluded.into_id, by_user = excluded.by_user, made_at = excluded.made_at",
			from, to, by, database.Micros(at)).Error
	})
}

// lists moves what stands on timelines.
func (s duplicates) lists(from, to person.ID) error {
	for _, list := range []struct {
		table, column string
		revised       bool // whoever read a row before must read it again to change it
	}{
		{"activities", "participants", true}, {"tasks", "people", true}, {"mails", "along", true}, {"messages", "unreached", false},
	} {
		statement, args := inList(list.table, list.column, from, to)
		if list.revised {
			statement = strings.Replace(statement, " SET ", " SET revision = revision + 1, ", 1)
		}
		if err := s.Write.Exec(statement, args...).Error; err != nil {
			return err
		}
	}
	for _, table := range []string{"activities", "notes", "mails"} {
		statement := "UPDATE " + table + " SET person_id = ?, revision = revision + 1 WHERE person_id = ?"
		if err := s.Write.Exec(statement, to, from).Error; err != nil {
			return err
		}
	}
	mailed, has := having("along", to) // a mail to both is about who stays, once
	without, args := withoutNumber("along", to)
	err := s.Write.Exec("UPDATE mails SET along = "+without+" WHERE person_id = ? AND "+mailed, append(args, to, has)...).Error
	if err != nil {
		return err
	}
	err = s.Write.Exec("DELETE FROM timeline WHERE person_id = ? AND EXISTS (SELECT 1 FROM timeline o WHERE o.person_id = ? "+
		"AND o.kind = timeline.kind AND o.record_id = timeline.record_id AND o.user_id = timeline.user_id)", from, to).Error
	if err != nil {
		return err
	}
	return s.Write.Exec("UPDATE timeline SET person_id = ? WHERE person_id = ?", to, from).Error
}

// marks moves what users marked.
func (s duplicates) marks(from, to person.ID) error {
	fans, err := database.ScanNumbers(s.Write.Raw("SELECT user_id FROM favorites WHERE kind = 'people' AND record_id = ?", from))
	if err != nil {
		return err
	}
	for _, one := range []struct {
		statement string
		args      []any
	}{
		{"DELETE FROM favorites WHERE kind = 'people' AND record_id = ? AND user_id IN " +
			"(SELECT user_id FROM favorites WHERE kind = 'people' AND record_id = ?)", []any{from, to}},
		{"UPDATE favorites SET record_id = ? WHERE kind = 'people' AND record_id = ?", []any{to, from}},
		{"DELETE FROM recent_people WHERE person_id = ?", []any{from}},
	} {
		if err := s.Write.Exec(one.statement, one.args...).Error; err != nil {
			return err
		}
	}
	s.written(nounFavorites, fans...)
	return nil
}

// looks moves who looked at a person: whoever asks for it later asks about both.
func (s duplicates) looks(from, to person.ID) error {
	err := s.Write.Exec("INSERT INTO person_looks ("+lookColumns+") SELECT ?, by_user, day, by_name, opened_at, exported_at "+
		"FROM person_looks WHERE person_id = ?"+joinLooks, to, from).Error
	if err != nil {
		return err
	}
	return s.Write.Exec("DELETE FROM person_looks WHERE person_id = ?", from).Error
}

// photo lets the photo be that of the other person, who has none.
func (s duplicates) photo(from, to person.ID) error {
	return s.Write.Exec("UPDATE media SET person_id = ? WHERE person_id = ? AND id IN (SELECT photo_id FROM people WHERE id = ?) "+
		"AND EXISTS (SELECT 1 FROM people WHERE id = ? AND photo_id = 0)", to, from, from, to).Error
}

// invoices moves the few that one person has. Those of brothers and sisters tell by the number in how the fee was computed.
func (s duplicates) invoices(from, to person.ID) error {
	named, sibling := havingSibling(from)
	list, err := invoices(s).read(s.locking().Where("person_id = ? OR "+named, from, sibling).Order("id"))
	if err != nil {
		return err
	}
	for i := range list {
		moved := list[i].Clone()
		had := moved.Keys()
		if !moved.RenumberSibling(from, to) && moved.Person != from {
			continue // something else has that number
		}
		if moved.Person == from {
			moved.Person = to
		}
		moved.Revision++
		row := newInvoiceRow(&moved)
		if err := s.overwrite(&row, moved.ID, "created_at"); err != nil {
			return err
		}
		if err := s.changeKeys(moved.ID, had, moved.Keys()); err != nil {
			return err
		}
	}
	return nil
}

// cases moves the few that one person has.
func (s duplicates) cases(from, to person.ID) error {
	list, err := cases(s).read(s.locking().Where("person_id = ?", from).Order("id"))
	if err != nil {
		return err
	}
	for i := range list {
		moved := list[i].Clone()
		moved.Person = to
		moved.Revision++
		row := newCaseRow(&moved)
		if err := s.overwrite(&row, moved.ID, "created_at"); err != nil {
			return err
		}
	}
	return nil
}

// shifts moves the few that one person is assigned to.
func (s duplicates) shifts(from, to person.ID) error {
	kept, err := list(s.locking().Where("people LIKE ?", "%,"+listing.Number(from)+",%").Order("id"), (*shiftRow).shift)
	if err != nil {
		return err
	}
	for i := range kept {
		moved := kept[i].Clone()
		moved.Assignments = volunteer.Reassigned(moved.Assignments, from, to)
		moved.Revision++
		row := newShiftRow(&moved)
		if err := s.overwrite(&row, moved.ID, "created_at"); err != nil {
			return err
		}
	}
	return nil
}
