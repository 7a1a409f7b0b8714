package gormstore

import (
	"context"
	"slices"
	"strings"

	"gorm.io/gorm"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/bulk"
	"github.com/clubhuis/clubhuis/core/erasure"
	"github.com/clubhuis/clubhuis/core/leaver"
	"github.com/clubhuis/clubhuis/core/peoplefile"
)

// authored are the columns with the name of a user, by table, with the column of the number beside it.
var authored = []struct{ table, number, name string }{
	{"activities", "author", "author_name"}, {"notes", "author", "author_name"}, {"tasks", "author", "author_name"},
	{"tasks", "assignee", "assignee_name"}, {"mails", "author", "author_name"}, {"messages", "author", "author_name"},
	{"shifts", "author", "author_name"}, {"discipline_cases", "author", "author_name"}, {"invoices", "author", "author_name"},
	{"feedback", "author", "author_name"}, {"feedback_comments", "author", "author_name"},
	{"person_changes", "by_user", "by_name"}, {"person_looks", "by_user", "by_name"},
	{"workspaces", "author", "author_name"}, {"workspace_invites", "by_user", "by_name"}, {"audit", "actor", "actor_name"},
}

// signing is a condition for the rows that have the name of somebody: beside the number of the user, or of a user who is no more.
// Feedback is another user's by then, who is called otherwise. See erasure.Subject.Signs.
func signing(table, number, name string, of *erasure.Subject) (condition string, args []any) {
	either := []string{"1 = 0"}
	if of.User != 0 {
		either, args = append(either, number+" = ?"), append(args, of.User)
	}
	if of.Name != "" {
		lives := "SELECT 1 FROM users WHERE users.id = " + table + "." + number
		if args = append(args, of.Name); table == "feedback" {
			lives, args = lives+" AND users.display_name = ?", append(args, of.Name)
		}
		either = append(either, name+" = ? AND NOT EXISTS ("+lives+")")
	}
	return name + " <> '" + erasure.Gone + "' AND (" + strings.Join(either, " OR ") + ")", args
}

// names takes the name of somebody from what that user made and did.
func (s erasures) names(ctx context.Context, of *erasure.Subject) error {
	did, args := signing("audit", "actor", "actor_name", of)
	if err := s.Write.Exec("UPDATE audit SET address = '', way_name = '' WHERE "+did, args...).Error; err != nil {
		return err
	}
	for _, by := range authored {
		set := by.name + " = ?"
		if by.table == "feedback" || by.table == "workspaces" {
			set += ", revision = revision + 1"
		}
		where, args := signing(by.table, by.number, by.name, of)
		if by.table == "workspaces" { // which the directory holds
			ids, err := database.ScanNumbers(s.Write.Raw("SELECT id FROM workspaces WHERE "+where, args...))
			if err != nil {
				return err
			}
			s.written(nounWorkspaces, ids...)
		}
		err := s.Write.Exec("UPDATE "+by.table+" SET "+set+" WHERE "+where, append([]any{erasure.Gone}, args...)...).Error
		if err != nil {
			return err
		}
	}
	if err := s.unsign(ctx, of); err != nil || of.User == 0 {
		return err
	}
	return s.Write.Exec("UPDATE audit SET object_name = '', before_values = '', after_values = '' "+
		"WHERE object_noun = 'user' AND object_id = ?", of.User).Error
}

// signed are the documents that have the name of somebody as a user, without it.
type signed struct {
	imports   []peoplefile.Import
	proposals []leaver.Proposal
	kept      int // exemptions in the rules about who left
	job       int // 1 when it is the last one that billed a season
	unbilled  int // 1 when that says why there is no invoice for them
}

func (s *signed) count() int { return len(s.imports) + len(s.proposals) + s.kept + s.job }

func (s erasures) signed(of *erasure.Subject) (found signed, err error) {
	signs, err := s.signs(of)
	if err != nil {
		return found, err
	}
	found.imports, err = renamed(s.Read, (*importRow).kept, func(i *peoplefile.Import) bool { return i.Rename(signs, erasure.Gone) })
	if err != nil {
		return found, err
	}
	found.proposals, err = renamed(s.Read, (*leaverProposalRow).proposal, func(p *leaver.Proposal) bool {
		return p.Rename(signs, erasure.Gone)
	})
	if err != nil {
		return found, err
	}
	rules, err := s.leaverRules().known()
	if err != nil {
		return found, err
	}
	found.kept = rules.Rename(signs, erasure.Gone)
	job, err := s.bulkJob().known()
	if err == nil && job.Rename(signs, erasure.Gone) {
		found.job = 1
	}
	if err == nil && job.Forget(of.Person) {
		found.unbilled = 1
	}
	return found, err
}

// signs returns what reports whether a name beside the number of a user is somebody's.
func (s erasures) signs(of *erasure.Subject) (func(user int64, name string) bool, error) {
	ids, err := database.ScanNumbers(s.Read.Raw("SELECT id FROM users ORDER BY id"))
	lives := func(user int64) bool { _, found := slices.BinarySearch(ids, user); return found }
	return func(user int64, name string) bool { return of.Signs(user, name, lives) }, err
}

// renamed reads the records in which rename finds a name, as they are afterwards.
func renamed[T, R any](db *gorm.DB, value func(*R) T, rename func(*T) bool) ([]T, error) {
	all, err := list(db.Order("id"), value)
	var found []T
	for i := range all {
		if rename(&all[i]) {
			found = append(found, all[i])
		}
	}
	return found, err
}

// unsign keeps documents without the name of somebody.
func (s erasures) unsign(ctx context.Context, of *erasure.Subject) error {
	found, err := s.signed(of)
	if err != nil {
		return err
	}
	signs, err := s.signs(of)
	if err != nil {
		return err
	}
	for i := range found.imports {
		row := newImportRow(&found.imports[i])
		if err := s.overwrite(&row, row.ID, "made_at"); err != nil {
			return err
		}
	}
	for i := range found.proposals {
		row := newLeaverProposalRow(&found.proposals[i])
		if err := s.overwrite(&row, row.ID); err != nil {
			return err
		}
	}
	if found.kept > 0 {
		_, err := s.leaverRules().Change(ctx, func(rules *leaver.Settings) error { rules.Rename(signs, erasure.Gone); return nil })
		if err != nil {
			return err
		}
	}
	if found.job+found.unbilled == 0 {
		return nil
	}
	_, err = s.bulkJob().Change(ctx, func(job *bulk.Job) error {
		job.Rename(signs, erasure.Gone)
		job.Forget(of.Person)
		return nil
	})
	return err
}
