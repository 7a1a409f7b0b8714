package gormstore

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"gorm.io/gorm"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/addressee"
	"github.com/clubhuis/clubhuis/core/erasure"
	"github.com/clubhuis/clubhuis/core/leaver"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/task"
	"github.com/clubhuis/clubhuis/core/timeline"
	"github.com/clubhuis/clubhuis/ports"
)

type leaverProposals struct{ handle }

var _ ports.LeaverProposals = leaverProposals{}

type leaverProposalRow struct {
	ID       int64 `gorm:"primaryKey"`
	State    string
	Document string
}

func (leaverProposalRow) TableName() string { return "leaver_proposals" }

func newLeaverProposalRow(p *leaver.Proposal) leaverProposalRow {
	return leaverProposalRow{ID: p.ID, State: string(p.State), Document: asJSON(p)}
}

func (r *leaverProposalRow) proposal() leaver.Proposal {
	p := ofJSON[leaver.Proposal](r.Document)
	p.ID = r.ID
	return p
}

type leaverItemRow struct {
	ProposalID int64 `gorm:"primaryKey;autoIncrement:false"`
	PersonID   int64 `gorm:"primaryKey;autoIncrement:false"`
	Kinds      string
}

func (leaverItemRow) TableName() string { return "leaver_items" }

func (r *leaverItemRow) item() leaver.Item {
	item := leaver.Item{Person: r.PersonID}
	for kind := range strings.SplitSeq(r.Kinds, ",") {
		item.Kinds = append(item.Kinds, leaver.Kind(kind))
	}
	return item
}

// Propose implements ports.LeaverProposals.
func (s leaverProposals) Propose(ctx context.Context, p leaver.Proposal, items []leaver.Item) (int64, error) {
	p.ID = 0
	row := newLeaverProposalRow(&p)
	err := s.step(ctx, func(tx handle) error {
		if err := tx.Write.Create(&row).Error; err != nil {
			return err
		}
		return tx.Insert("leaver_items", "proposal_id, person_id, kinds", "", len(items), func(i int) []any {
			kinds := make([]string, len(items[i].Kinds))
			for n, kind := range items[i].Kinds {
				kinds[n] = string(kind)
			}
			return []any{row.ID, items[i].Person, strings.Join(kinds, ",")}
		})
	})
	if errors.Is(err, gorm.ErrDuplicatedKey) {
		return 0, leaver.ErrWaiting
	}
	return row.ID, err
}

// Update implements ports.LeaverProposals.
func (s leaverProposals) Update(ctx context.Context, id int64, change func(*leaver.Proposal) error) error {
	return s.step(ctx, func(tx handle) error {
		var row leaverProposalRow
		if err := tx.lock(&row, leaver.ErrAbsent, "id = ?", id); err != nil {
			return err
		}
		edited := row.proposal()
		if err := change(&edited); err != nil {
			return err
		}
		edited.ID = id
		row = newLeaverProposalRow(&edited)
		if err := tx.overwrite(&row, id); err != nil {
			return err
		}
		if edited.State == leaver.Waiting {
			return nil
		}
		return tx.Write.Where("proposal_id = ?", id).Delete(&leaverItemRow{}).Error
	})
}

// Page implements ports.LeaverProposals.
func (s leaverProposals) Page(ctx context.Context, q leaver.Query) (page record.Page[leaver.Proposal], err error) {
	where := func() *gorm.DB {
		db := s.Read.WithContext(ctx).Model(&leaverProposalRow{})
		if q.State != "" {
			db = db.Where("state = ?", string(q.State))
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
	page.Records, err = list(where().Order("id DESC").Offset(q.Offset).Limit(q.Limit), (*leaverProposalRow).proposal)
	return page, err
}

// Items implements ports.LeaverProposals.
func (s leaverProposals) Items(ctx context.Context, id int64, after person.ID, limit int) ([]leaver.Item, error) {
	db := s.Read.WithContext(ctx).Where("proposal_id = ? AND person_id > ?", id, after)
	return list(db.Order("person_id").Limit(limit), (*leaverItemRow).item)
}

// Drop implements ports.LeaverProposals.
func (s leaverProposals) Drop(ctx context.Context, id int64, of person.ID) (bool, error) {
	result := s.Exec(ctx, func(db *gorm.DB) *gorm.DB {
		return db.Exec("DELETE FROM leaver_items WHERE proposal_id = ? AND person_id = ?", id, of)
	})
	return result.RowsAffected > 0, result.Error
}

type leavers struct{ handle }

var _ ports.Leavers = leavers{}

// alone are the records that stand on the timeline of one person alone and are done with, by table, with a condition for that.
var alone = []struct {
	kind         timeline.Kind
	table, where string
	person       string // the number of the person in a row
}{
	{timeline.Activity, "activities", "participants = ''", "person_id"},
	{timeline.Note, "notes", "1 = 1", "person_id"},
	{timeline.Email, "mails", "along = '' AND state NOT IN ('" + strings.Join(pendingMails(), "', '") + "')", "person_id"},
	{timeline.Todo, "tasks", "status = '" + string(task.Completed) + "' AND people LIKE ',%' AND people NOT LIKE ',%,%'",
		"CAST(SUBSTR(people, 2) AS BIGINT)"},
}

// pendingMails are the states of mails that are on their way.
func pendingMails() (states []string) {
	for _, state := range mail.States {
		if state.Pending() {
			states = append(states, string(state))
		}
	}
	return states
}

// Awaited implements ports.Leavers.
func (s leavers) Awaited(ctx context.Context, emails []string) (bool, error) {
	db := s.Read.WithContext(ctx)
	where, args := addressing("recipients", emails)
	mails := db.Raw("SELECT id, recipients FROM mails WHERE state IN ? AND "+where, append([]any{pendingMails()}, args...)...)
	found, err := reaching(mails, emails, func(to mail.Address) string { return to.Email })
	if err != nil || len(found) > 0 {
		return len(found) > 0, err
	}
	where, args = addressing("waiting", emails)
	messages := db.Raw("SELECT id, waiting FROM messages WHERE "+where, args...)
	found, err = reaching(messages, emails, func(to addressee.Reached) string { return to.Value })
	return len(found) > 0, err
}

// CountTimeline implements ports.Leavers.
func (s leavers) CountTimeline(ctx context.Context, people []person.ID) (map[person.ID]int, error) {
	told := map[person.ID]int{}
	for _, of := range alone {
		number := of.person
		if of.kind == timeline.Todo { // one that is no number is not looked at
			number = "CASE WHEN " + of.where + " THEN " + of.person + " ELSE 0 END"
		}
		among, args := s.among(number, append([]person.ID{}, people...))
		query := s.Read.WithContext(ctx).Raw("SELECT "+number+", COUNT(*) FROM "+of.table+" WHERE "+of.where+" AND "+among+
			" GROUP BY 1", args...)
		err := database.ScanAll(query, func(row *sql.Rows) error {
			var id person.ID
			var n int
			err := row.Scan(&id, &n)
			told[id] += n
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return told, nil
}

// Clear implements ports.Leavers.
func (s leavers) Clear(ctx context.Context, of erasure.Subject, kinds []leaver.Kind) error {
	return s.step(ctx, func(tx handle) error {
		s := leavers{tx}
		s.written(nounCleared, of.Person)
		if err := s.changes(of.Person, kinds); err != nil {
			return err
		}
		for _, kind := range kinds {
			var err error
			switch kind {
			case leaver.Photo:
				err = s.Write.Exec("UPDATE media SET state = 'removed' WHERE state = 'ready' AND person_id = ?", of.Person).Error
			case leaver.Timeline:
				err = s.timeline(of.Person)
			case leaver.Contacts:
				err = s.addresses(&of)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// changes takes kinds out of what became of somebody.
func (s leavers) changes(id person.ID, kinds []leaver.Kind) error {
	kept := map[int64]string{}
	query := s.Write.Raw("SELECT id, fields FROM person_changes WHERE person_id = ?", id)
	err := database.ScanAll(query, func(row *sql.Rows) error {
		var number int64
		var fields string
		err := row.Scan(&number, &fields)
		before := person.DecodeChanges(fields)
		if after := leaver.WithoutKinds(before, kinds...); len(after) == 0 {
			kept[number] = ""
		} else if len(after) < len(before) {
			kept[number] = person.EncodeChanges(after)
		}
		return err
	})
	if err != nil {
		return err
	}
	for number, fields := range kept {
		statement, args := "UPDATE person_changes SET fields = ? WHERE id = ?", []any{fields, number}
		if fields == "" {
			statement, args = "DELETE FROM person_changes WHERE id = ?", args[1:]
		}
		if err := s.Write.Exec(statement, args...).Error; err != nil {
			return err
		}
	}
	return nil
}

// timeline destroys what stands on the timeline of somebody alone.
func (s leavers) timeline(id person.ID) error {
	for _, of := range alone {
		where, arg := "person_id = ?", any(id)
		if of.kind == timeline.Todo {
			where, arg = "people = ?", joined([]int64{id})
		}
		if err := s.Write.Exec("DELETE FROM "+of.table+" WHERE "+of.where+" AND "+where, arg).Error; err != nil {
			return err
		}
		err := s.Write.Exec("DELETE FROM timeline WHERE person_id = ? AND kind = ? AND record_id NOT IN (SELECT id FROM "+of.table+")",
			id, string(of.kind)).Error
		if err != nil {
			return err
		}
	}
	return nil
}

// addresses takes the addresses of somebody out of all but the books of that person.
func (s leavers) addresses(of *erasure.Subject) error {
	if len(of.Emails) == 0 {
		return nil
	}
	if err := s.dropAddressed(of.Emails); err != nil {
		return err
	}
	among, emails := s.Dialect.Texts(append([]string{}, of.Emails...))
	for _, statement := range []string{
		"DELETE FROM suppressions WHERE address IN " + among, "DELETE FROM workspace_invites WHERE LOWER(email) IN " + among,
	} {
		if err := s.Write.Exec(statement, emails).Error; err != nil {
			return err
		}
	}
	s.written(nounSuppressed, 0)
	if err := erasures(s).words(of); err != nil {
		return err
	}
	if err := erasures(s).remarks(of, nil); err != nil {
		return err
	}
	if err := erasures(s).feedback(of); err != nil {
		return err
	}
	return erasures(s).club(of)
}
