package gormstore

import (
	"context"

	"gorm.io/gorm"

	"github.com/clubhuis/clubhuis/core/account"
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
	{"workspace_invites", "by_user", "by_name"}, {"audit", "actor", "actor_name"},
}

// names takes the name of a user from what the user made and did.
func (s erasures) names(ctx context.Context, of *erasure.Subject) error {
	if of.User == 0 {
		return nil
	}
	for _, by := range authored {
		err := s.Write.Exec("UPDATE "+by.table+" SET "+by.name+" = ? WHERE "+by.number+" = ?", erasure.Gone, of.User).Error
		if err != nil {
			return err
		}
	}
	if err := s.unsign(ctx, of.User); err != nil {
		return err
	}
	for _, statement := range []string{
		"UPDATE audit SET address = '', way_name = '' WHERE actor = ?",
		"UPDATE audit SET object_name = '', before_values = '', after_values = '' WHERE object_noun = 'user' AND object_id = ?",
	} {
		if err := s.Write.Exec(statement, of.User).Error; err != nil {
			return err
		}
	}
	return nil
}

// signed are the documents that have the name of a user, without it.
type signed struct {
	imports   []peoplefile.Import
	proposals []leaver.Proposal
	kept      int // exemptions in the rules about who left
	job       int // 1 when it is the last one that billed a season
}

func (s *signed) count() int { return len(s.imports) + len(s.proposals) + s.kept + s.job }

func (s erasures) signed(user account.UserID) (found signed, err error) {
	if user == 0 {
		return found, nil
	}
	found.imports, err = renamed(s.Read, (*importRow).kept, func(i *peoplefile.Import) bool { return i.Rename(user, erasure.Gone) })
	if err != nil {
		return found, err
	}
	found.proposals, err = renamed(s.Read, (*leaverProposalRow).proposal, func(p *leaver.Proposal) bool {
		return p.Rename(user, erasure.Gone)
	})
	if err != nil {
		return found, err
	}
	rules, err := s.leaverRules().known()
	if err != nil {
		return found, err
	}
	found.kept = rules.Rename(user, erasure.Gone)
	job, err := s.bulkJob().known()
	if err == nil && job.Rename(user, erasure.Gone) {
		found.job = 1
	}
	return found, err
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

// unsign keeps documents without the name of a user.
func (s erasures) unsign(ctx context.Context, user account.UserID) error {
	found, err := s.signed(user)
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
		_, err := s.leaverRules().Change(ctx, func(rules *leaver.Settings) error { rules.Rename(user, erasure.Gone); return nil })
		if err != nil {
			return err
		}
	}
	if found.job == 0 {
		return nil
	}
	_, err = s.bulkJob().Change(ctx, func(job *bulk.Job) error { job.Rename(user, erasure.Gone); return nil })
	return err
}
