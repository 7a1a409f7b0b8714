package gormstore

import (
	"context"
	"database/sql"
	"slices"
	"strings"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/erasure"
	"github.com/clubhuis/clubhuis/core/feedback"
	"github.com/clubhuis/clubhuis/core/listing"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/volunteer"
)

// texts are the columns in which others may have named somebody, by table, with a condition for the rows that are about that
// person: they count as what they are. {id} stands for the person's number.
var texts = []struct {
	table, others string
	columns       []string
	revised       bool // the row has a revision that readers know
}{
	{"activities", "person_id <> {id}", []string{"content"}, false},
	{"notes", "person_id <> {id}", []string{"content"}, false},
	{"tasks", "people <> ',{id}'", []string{"content", "notes"}, false},
	{"mails", "person_id NOT IN (0, {id}) AND along || ',' NOT LIKE '%,{id},%'", []string{
		"recipients", "reply_to", "subject", "body_text", "body_html", "cause"}, false},
	{"messages", "NOT (" + strings.ReplaceAll(personalMessages, "?", "{id}") + ")", []string{
		"reply_to", "subject", "content", "waiting"}, false},
	{"shifts", "people NOT LIKE '%,{id},%'", []string{"title", "place"}, true},
	{"feedback_comments", "true", []string{"content"}, false},
	{"person_changes", "person_id <> {id}", []string{"fields"}, false},
	{"audit", "NOT (" + strings.ReplaceAll(logLines, "?", "{id}") + ")", []string{
		"object_name", "before_values", "after_values"}, false},
}

// personalMessages is a condition for the messages about somebody alone, of which there are mails.
const personalMessages = "people = 1 AND EXISTS (" +
	"SELECT 1 FROM mails WHERE mails.message_id = messages.id AND mails.person_id = ?)"

// logLines is a condition for the lines of the log about somebody, also from before another record became one with that person's.
const logLines = "object_noun = 'person' AND (object_id = ? OR object_id IN (SELECT from_id FROM merged_people WHERE " +
	becameOne + "))"

// becameOne is a condition for the rows of merged_people that lead to somebody.
const becameOne = "into_id = ? AND " + stayedOne

// stayedOne leaves out of merged_people who was brought back since, and is somebody else again.
const stayedOne = "NOT EXISTS (SELECT 1 FROM people WHERE people.id = from_id AND removed_at = 0)"

// having is a condition for the rows in whose list of numbers a number is.
func having(column string, id int64) (condition string, arg any) {
	return column + " || ',' LIKE ?", "%," + listing.Number(id) + ",%"
}

// withoutNumber is what a list of numbers is without a number that is in it.
func withoutNumber(column string, id int64) (expression string, args []any) {
	number := "," + listing.Number(id) + ","
	without := "REPLACE(" + column + " || ',', ?, ',')"
	return "SUBSTR(" + without + ", 1, LENGTH(" + without + ") - 1)", []any{number, number}
}

// naming is a condition for the rows of which a column may hold one of the words: erasure.Subject.Eraser says whether it does.
// The longest run of ASCII letters of each word is looked for: databases know no other capitals.
func naming(columns, words []string) (condition string, args []any) {
	var runs []string
	for _, word := range words {
		run := plainest(word)
		if run == "" {
			return "1 = 1", nil
		}
		if !slices.Contains(runs, run) {
			runs = append(runs, run)
		}
	}
	var either []string
	for _, column := range columns {
		for _, run := range runs {
			either, args = append(either, "REPLACE(LOWER("+column+"), ?, '') <> LOWER("+column+")"), append(args, run)
		}
	}
	return "(" + strings.Join(either, " OR ") + ")", args
}

// plainest returns the longest run of ASCII letters of a word, in lower case.
func plainest(word string) string {
	return longestPart(strings.ToLower(word), func(r rune) bool { return r < 'a' || r > 'z' })
}

// Count implements ports.Erasures.
func (s erasures) Count(ctx context.Context, of erasure.Subject) (erasure.Counts, error) {
	s.Read = s.Read.WithContext(ctx)
	counts := erasure.Counts{}
	add := func(kind erasure.Kind, table, where string, args ...any) error {
		var n int
		query := s.Read.Raw("SELECT COUNT(*) FROM "+table+" WHERE "+where, args...)
		err := database.ScanOne(query, func(row *sql.Rows) error { return row.Scan(&n) })
		if n > 0 {
			counts[kind] += n
		}
		return err
	}
	id := of.Person
	inPeople, inAlong := "people || ',' LIKE ?", "along || ',' LIKE ?"
	_, has := having("", id)
	lone := joined([]int64{id})
	const mailed = "person_id = ? AND along IN ('', ?)" // also about who became one with the person, before Merge took that out
	among, emails := s.Dialect.Texts(append([]string{}, of.Emails...))
	const mine = "person_id = ?"
	for _, one := range []struct {
		kind         erasure.Kind
		table, where string
		args         []any
	}{
		{erasure.Record, "people", "id = ?", []any{id}},
		{erasure.Photos, "media", mine + " AND state <> 'removed'", []any{id}},
		{erasure.Relations, "person_relations", mine, []any{id}},
		{erasure.Account, "users", "id = ?", []any{of.User}},
		{erasure.Activities, "activities", mine, []any{id}},
		{erasure.Together, "activities", "person_id <> ? AND participants || ',' LIKE ?", []any{id, has}},
		{erasure.Notes, "notes", mine, []any{id}},
		{erasure.Tasks, "tasks", "people = ?", []any{lone}},
		{erasure.Together, "tasks", inPeople + " AND people <> ?", []any{has, lone}},
		{erasure.Mails, "mails", mailed, []any{id, lone}},
		{erasure.Mails, "messages", personalMessages, []any{id}},
		{erasure.Together, "mails", "(person_id = ? OR " + inAlong + ") AND NOT (" + mailed + ")", []any{id, has, id, lone}},
		{erasure.Together, "messages", "unreached || ',' LIKE ?", []any{has}},
		{erasure.Cases, "discipline_cases", mine, []any{id}},
		{erasure.Changes, "person_changes", mine, []any{id}},
		{erasure.Looks, "person_looks", mine, []any{id}},
		{erasure.Log, "audit", logLines, []any{id, id}},
		{erasure.Marks, "favorites", "kind = 'people' AND record_id = ?", []any{id}},
		{erasure.Marks, "person_shares", "record_id = ?", []any{id}},
		{erasure.Marks, "recent_people", mine, []any{id}},
		{erasure.Imports, "import_rows", mine, []any{id}},
		{erasure.Merges, "merged_people", "from_id = ? OR into_id = ?", []any{id, id}},
		{erasure.Merges, "dismissed_pairs", "low_id = ? OR high_id = ?", []any{id, id}},
		{erasure.Suppressions, "suppressions", "address IN " + among, []any{emails}},
		{erasure.Invites, "workspace_invites", "LOWER(email) IN " + among, []any{emails}},
		{erasure.Shifts, "shifts", inPeople, []any{has}},
	} {
		if err := add(one.kind, one.table, one.where, one.args...); err != nil {
			return nil, err
		}
	}
	direct, err := addressed(s.Read, of.Emails)
	if err != nil {
		return nil, err
	}
	if len(direct) > 0 {
		counts[erasure.Mails] += len(direct)
	}
	if len(of.Words) > 0 {
		for _, in := range texts {
			found, err := named(s.Read, in.table, strings.ReplaceAll(in.others, "{id}", listing.Number(id)), in.columns, &of)
			if err != nil {
				return nil, err
			}
			if len(found) > 0 {
				counts[erasure.Texts] += len(found)
			}
		}
	}
	numbers, err := s.numbers(s.Read, id)
	if err != nil {
		return nil, err
	}
	reported, err := s.reported(s.Read, &of)
	if err != nil {
		return nil, err
	}
	remarks, err := s.remarked(s.Read, &of, numbers)
	if err != nil {
		return nil, err
	}
	told, err := s.clubNames(&of)
	if err != nil {
		return nil, err
	}
	if n := len(reported) + len(remarks) + told; n > 0 {
		counts[erasure.Texts] += n
	}
	for _, by := range authored {
		where, args := signing(by.table, by.number, by.name, &of)
		if err := add(erasure.Authored, by.table, where, args...); err != nil {
			return nil, err
		}
	}
	documents, err := s.signed(&of)
	if err != nil {
		return nil, err
	}
	if n := documents.count(); n > 0 {
		counts[erasure.Authored] += n
	}
	if documents.unbilled > 0 {
		counts[erasure.Unbilled] = documents.unbilled
	}
	bills, err := invoices(s).read(s.Read.Where(mine, id))
	for i := range bills {
		if v := &bills[i]; v.Unsent() {
			counts[erasure.Drafts]++
		} else {
			counts.Book(len(v.Payments), len(v.Credits))
		}
	}
	return counts, err
}

// Destroy implements ports.Erasures.
func (s erasures) Destroy(ctx context.Context, of erasure.Subject) (counts erasure.Counts, err error) {
	err = s.step(ctx, func(tx handle) error {
		e := erasures{tx}
		locked, err := database.ScanNumbers(tx.Write.Raw("SELECT id FROM people WHERE removed_at > 0 AND id = ?"+
			tx.Dialect.ForUpdate(), of.Person))
		if err != nil {
			return err
		}
		if len(locked) == 0 {
			return person.ErrNotRemoved
		}
		if counts, err = e.Count(ctx, of); err != nil {
			return err
		}
		for _, work := range []func(*erasure.Subject) error{
			e.mails, e.bills, e.siblings, e.shifts, e.rows, e.words, e.feedback, e.club, // siblings asks before rows forgets
		} {
			if err := work(&of); err != nil {
				return err
			}
		}
		if err := e.names(ctx, &of); err != nil {
			return err
		}
		return people{tx}.destroyThese(ctx, locked)
	})
	if err != nil {
		return nil, err
	}
	return counts, s.emptied(ctx)
}

// emptied leaves nothing of what was destroyed in the files of the database. Within a step that is left to the next Purge.
func (s erasures) emptied(ctx context.Context) error {
	if s.Inside() {
		return nil
	}
	return s.EmptyLog(ctx)
}

// mails destroys the mails to somebody alone. Those to others, too, lose what they said.
func (s erasures) mails(of *erasure.Subject) error {
	if err := s.dropAddressed(of.Emails); err != nil {
		return err
	}
	along, has := having("along", of.Person)
	shared, err := list(s.locking().Where("person_id = ? AND along <> '' OR "+along, of.Person, has).Order("id"), (*mailRow).mail)
	if err != nil {
		return err
	}
	mails := s.mailRecords()
	for i := range shared {
		m := &shared[i]
		about := slices.DeleteFunc(append([]int64{m.Person}, m.Along...), func(id int64) bool { return id == of.Person })
		if len(about) == 0 {
			continue // rows destroys it
		}
		m.Person, m.Along = about[0], about[1:]
		m.Subject, m.Text, m.HTML, m.Sealed, m.Attachments = erasure.Gone, erasure.Gone, "", "", nil
		m.To = slices.DeleteFunc(m.To, func(a mail.Address) bool { return slices.Contains(of.Emails, strings.ToLower(a.Email)) })
		m.Revision++
		row := mails.row(m)
		if err := s.overwrite(&row, m.ID, "created_at"); err != nil {
			return err
		}
	}
	return nil
}

// shifts takes somebody out of the shifts.
func (s erasures) shifts(of *erasure.Subject) error {
	where, has := having("people", of.Person)
	kept, err := list(s.locking().Where(where, has).Order("id"), (*shiftRow).shift)
	if err != nil {
		return err
	}
	for i := range kept {
		shift := &kept[i]
		shift.Assignments = slices.DeleteFunc(shift.Assignments, func(a volunteer.Assignment) bool { return a.Person == of.Person })
		shift.Revision++
		row := newShiftRow(shift)
		if err := s.overwrite(&row, shift.ID, "created_at"); err != nil {
			return err
		}
	}
	return nil
}

// rows destroys what is about somebody, and takes the number out of lists of numbers.
func (s erasures) rows(of *erasure.Subject) error {
	id := of.Person
	among, emails := s.Dialect.Texts(append([]string{}, of.Emails...))
	marks := s.Write.Raw("DELETE FROM favorites WHERE kind = 'people' AND record_id = ? RETURNING user_id", id)
	fans, err := database.ScanNumbers(marks)
	if err != nil {
		return err
	}
	s.written(nounFavorites, fans...)
	if len(of.Emails) > 0 {
		s.written(nounSuppressed, 0)
	}
	type statement struct {
		text string
		args []any
	}
	statements := []statement{
		{"DELETE FROM activities WHERE person_id = ?", []any{id}},
		{"DELETE FROM notes WHERE person_id = ?", []any{id}},
		{"DELETE FROM messages WHERE " + personalMessages, []any{id}}, // before their mails
		{"DELETE FROM mails WHERE person_id = ?", []any{id}},
		{"DELETE FROM tasks WHERE people = ?", []any{joined([]int64{id})}},
		{"DELETE FROM discipline_cases WHERE person_id = ?", []any{id}},
		{"DELETE FROM audit WHERE " + logLines, []any{id, id}}, // before merged_people
		{"DELETE FROM import_rows WHERE person_id = ?", []any{id}},
		{"DELETE FROM merged_people WHERE from_id = ? OR into_id = ?", []any{id, id}},
		{"DELETE FROM dismissed_pairs WHERE low_id = ? OR high_id = ?", []any{id, id}},
		{"DELETE FROM suppressions WHERE address IN " + among, []any{emails}},
		{"DELETE FROM workspace_invites WHERE LOWER(email) IN " + among, []any{emails}},
	}
	for _, in := range []struct{ table, column string }{
		{"activities", "participants"}, {"tasks", "people"}, {"messages", "unreached"},
	} {
		where, has := having(in.column, id)
		without, args := withoutNumber(in.column, id)
		text := "UPDATE " + in.table + " SET " + in.column + " = " + without + " WHERE " + where
		statements = append(statements, statement{text, append(args, has)})
	}
	for _, one := range statements {
		if err := s.Write.Exec(one.text, one.args...).Error; err != nil {
			return err
		}
	}
	return nil
}

// words takes somebody out of what others wrote. What is about the person is gone by then, but for the books.
func (s erasures) words(of *erasure.Subject) error {
	if len(of.Words) == 0 {
		return nil
	}
	for _, in := range texts {
		found, err := named(s.Write, in.table, "true", in.columns, of)
		if err != nil {
			return err
		}
		set := strings.Join(in.columns, " = ?, ") + " = ?"
		if in.revised {
			set += ", revision = revision + 1"
		}
		for id, texts := range found {
			args := make([]any, len(texts), len(texts)+1)
			for i, text := range texts {
				args[i] = text
			}
			if err := s.Write.Exec("UPDATE "+in.table+" SET "+set+" WHERE id = ?", append(args, id)...).Error; err != nil {
				return err
			}
		}
	}
	return nil
}

// named returns the rows in whose texts somebody is named, by number, as they are without.
func named(db *gorm.DB, table, where string, columns []string, of *erasure.Subject) (map[int64][]string, error) {
	condition, args := naming(columns, of.Words)
	found, erased := map[int64][]string{}, of.Eraser()
	query := db.Raw("SELECT id, "+strings.Join(columns, ", ")+" FROM "+table+" WHERE "+where+" AND "+condition, args...)
	err := database.ScanAll(query, func(row *sql.Rows) error {
		var id int64
		texts := make([]string, len(columns))
		into := []any{&id}
		for i := range texts {
			into = append(into, &texts[i])
		}
		if err := row.Scan(into...); err != nil {
			return err
		}
		changed := false
		for i, text := range texts {
			after, names := erased(text)
			texts[i], changed = after, changed || names
		}
		if changed {
			found[id] = texts
		}
		return nil
	})
	return found, err
}

// locking reads rows that nobody else may change before the step ends.
func (h handle) locking() *gorm.DB { return h.Write.Clauses(clause.Locking{Strength: "UPDATE"}) }

// feedback takes somebody out of what users reported, whose titles are found by keys.
func (s erasures) feedback(of *erasure.Subject) error {
	items, err := s.reported(s.locking(), of)
	if err != nil {
		return err
	}
	for i := range items {
		item := &items[i]
		item.Revision++
		row := newFeedbackRow(item)
		if err := s.overwrite(&row, item.ID, "created_at"); err != nil {
			return err
		}
	}
	return nil
}

// reported returns what users reported that names somebody, as it is without.
func (s erasures) reported(db *gorm.DB, of *erasure.Subject) ([]feedback.Item, error) {
	if len(of.Words) == 0 {
		return nil, nil
	}
	where, args := naming(feedbackTexts, of.Words)
	items, err := list(db.Where(where, args...).Order("id"), (*feedbackRow).item)
	erased := of.Eraser()
	changed := items[:0]
	for i := range items {
		if items[i].Forget(of.Words, erased) {
			changed = append(changed, items[i])
		}
	}
	return changed, err
}

var feedbackTexts = []string{
	"title", "content", "steps", "expected", "actual", "use_case", "errors", "plan", "address", "branch",
}
