package gormstore

import (
	"context"
	"database/sql"
	"slices"
	"strings"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	membernote "github.com/clubhuis/clubhuis/core/note"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/trace"
	"github.com/clubhuis/clubhuis/ports"
)

type traces struct{ handle }

var _ ports.Traces = traces{}

// Of implements ports.Traces.
func (s traces) Of(ctx context.Context, of trace.Subject) (found trace.Traces, err error) {
	s.Read = s.Read.WithContext(ctx)
	for _, read := range []func(*trace.Subject, *trace.Traces) error{s.marks, s.numbers, s.rows, s.wrote} {
		if err := read(&of, &found); err != nil {
			return trace.Traces{}, err
		}
	}
	return found, nil
}

// marks counts for how many users the person is a favorite, and one of those whom they opened last.
func (s traces) marks(of *trace.Subject, found *trace.Traces) error {
	query := s.Read.Raw("SELECT (SELECT COUNT(*) FROM favorites WHERE kind = 'people' AND record_id = ?), "+
		"(SELECT COUNT(*) FROM recent_people WHERE person_id = ?)", of.Person, of.Person)
	return database.ScanOne(query, func(row *sql.Rows) error { return row.Scan(&found.Fans, &found.Recent) })
}

// numbers finds what other stores know by number.
func (s traces) numbers(of *trace.Subject, found *trace.Traces) (err error) {
	took, has := having("participants", of.Person)
	found.Together, err = s.numbered("id", "activities", "person_id <> ? AND "+took, of.Person, has)
	if err != nil {
		return err
	}
	if found.Mails, err = addressed(s.Read, of.Emails); err != nil {
		return err
	}
	found.Merged, err = s.numbered("from_id", "merged_people", becameOne, of.Person)
	return err
}

func (s traces) numbered(column, table, where string, args ...any) ([]int64, error) {
	return database.ScanNumbers(s.Read.Raw("SELECT "+column+" FROM "+table+" WHERE "+where+" ORDER BY "+column, args...))
}

// rows finds the rows of imports, and the invites.
func (s traces) rows(of *trace.Subject, found *trace.Traces) (err error) {
	if of.Person != 0 { // 0 is a row that is about nobody yet
		imported := func(r *importedRow) trace.Imported { return trace.Imported{Import: r.ImportID, Result: r.value()} }
		found.Imported, err = list(s.Read.Where("person_id = ?", of.Person).Order("import_id, number"), imported)
		if err != nil {
			return err
		}
	}
	among, emails := s.Dialect.Texts(append([]string{}, of.Emails...))
	where, args := "LOWER(email) IN "+among, []any{emails}
	if of.User != 0 {
		where, args = where+" OR by_user = ?", append(args, of.User)
	}
	found.Invites, err = list(s.Read.Where(where, args...).Order("id"), (*inviteRow).invite)
	return err
}

// wrote finds what the person wrote as a user.
func (s traces) wrote(of *trace.Subject, found *trace.Traces) (err error) {
	if of.User == 0 {
		return nil
	}
	const mine = "author = ?"
	wrote := &found.Wrote
	if wrote.Activities, err = s.numbered("id", "activities", mine, of.User); err != nil {
		return err
	}
	if wrote.Notes, err = s.numbered("id", "notes", mine+" AND visibility = ?", of.User, string(membernote.Shared)); err != nil {
		return err
	}
	if wrote.Messages, err = s.numbered("id", "messages", mine, of.User); err != nil {
		return err
	}
	wrote.Comments, err = list(s.Read.Where(mine, of.User).Order("id"), (*feedbackCommentRow).comment)
	return err
}

// Used implements ports.Traces: in two statements, however many people there are.
func (s traces) Used(ctx context.Context, people []person.ID) ([]person.ID, error) {
	s.Read = s.Read.WithContext(ctx)
	among, args := s.among("person_id", append([]person.ID{}, people...))
	var parts []string
	var all []any
	for _, kept := range []string{
		"users WHERE ", "invoices WHERE ", "discipline_cases WHERE ", "timeline WHERE kind <> 'email' AND ",
		"timeline WHERE kind = 'email' AND EXISTS (SELECT 1 FROM mails WHERE mails.id = record_id AND author <> 0) AND ",
	} {
		parts, all = append(parts, "SELECT person_id FROM "+kept+among), append(all, args...)
	}
	where, merged := s.among("into_id", append([]person.ID{}, people...))
	parts = append(parts, "SELECT into_id FROM merged_people WHERE "+where+" AND "+stayedOne)
	all = append(all, merged...)
	used, err := database.ScanNumbers(s.Read.Raw(strings.Join(parts, " UNION "), all...))
	if err != nil {
		return nil, err
	}
	query := s.Read.Raw("SELECT people FROM shifts WHERE people <> ''")
	err = database.ScanAll(query, func(row *sql.Rows) error {
		var column string
		err := row.Scan(&column)
		for _, id := range split(column) {
			if slices.Contains(people, id) {
				used = append(used, id)
			}
		}
		return err
	})
	slices.Sort(used)
	return slices.Compact(used), err
}
