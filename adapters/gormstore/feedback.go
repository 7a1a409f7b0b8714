package gormstore

import (
	"context"
	"maps"
	"slices"

	"gorm.io/gorm"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/feedback"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/ports"
)

type feedbackItems struct{ handle }

var _ ports.Feedback = feedbackItems{}

type feedbackRow struct {
	Head         headRow `gorm:"embedded"`
	Title        string
	TitleKey     string
	Type         string
	Status       string
	StatusRank   int
	Priority     string
	PriorityRank int
	Project      string
	Content      string
	Steps        string
	Expected     string
	Actual       string
	UseCase      string
	Browser      string
	Version      string
	Address      string
	Errors       string
	Plan         string
	PullRequest  string
	Branch       string
	Owner        string
	ClaimedAt    int64
	DuplicateOf  int64
	Screenshots  string // numbers, a comma before each
	ShowPictures int    // 0 or 1
}

func (feedbackRow) TableName() string { return "feedback" }

func newFeedbackRow(i *feedback.Item) feedbackRow {
	row := feedbackRow{
		Head: newHeadRow(&i.Head), Title: i.Title, TitleKey: i.TitleKey(), Type: string(i.Type), Status: string(i.Status),
		StatusRank: i.Status.Rank(), Priority: string(i.Priority), PriorityRank: i.Priority.Rank(), Project: i.Project,
		Content: i.Content, Steps: i.Steps, Expected: i.Expected, Actual: i.Actual, UseCase: i.UseCase, Browser: i.Browser,
		Version: i.Version, Address: i.Address, Errors: i.Errors, Plan: i.Plan, PullRequest: i.PullRequest, Branch: i.Branch,
		Owner: i.Owner, ClaimedAt: database.Micros(i.ClaimedAt), DuplicateOf: i.DuplicateOf, Screenshots: joined(i.Screenshots),
	}
	if i.ShowPictures {
		row.ShowPictures = 1
	}
	return row
}

func (r *feedbackRow) item() feedback.Item {
	return feedback.Item{
		Head: r.Head.head(), Title: r.Title, Type: feedback.Type(r.Type), Status: feedback.Status(r.Status),
		Priority: feedback.Priority(r.Priority), Project: r.Project, Content: r.Content, Steps: r.Steps, Expected: r.Expected,
		Actual: r.Actual, UseCase: r.UseCase, Browser: r.Browser, Version: r.Version, Address: r.Address, Errors: r.Errors,
		Plan: r.Plan, PullRequest: r.PullRequest, Branch: r.Branch, Owner: r.Owner, ClaimedAt: database.Instant(r.ClaimedAt),
		DuplicateOf: r.DuplicateOf, Screenshots: split(r.Screenshots), ShowPictures: r.ShowPictures == 1,
	}
}

// Create implements ports.Feedback.
func (s feedbackItems) Create(ctx context.Context, i feedback.Item) (int64, error) {
	i.ID, i.Revision = 0, 1
	row := newFeedbackRow(&i)
	err := s.Exec(ctx, func(db *gorm.DB) *gorm.DB { return db.Create(&row) }).Error
	return row.Head.ID, err
}

// Update implements ports.Feedback.
func (s feedbackItems) Update(ctx context.Context, id int64, change func(*feedback.Item) error) error {
	return s.step(ctx, func(tx handle) error {
		var row feedbackRow
		if err := tx.lock(&row, feedback.ErrAbsent, "id = ?", id); err != nil {
			return err
		}
		before, edited := row.item(), row.item()
		if err := change(&edited); err != nil {
			return err
		}
		edited.ID, edited.Author, edited.Created, edited.Revision = id, before.Author, before.Created, before.Revision
		if newFeedbackRow(&edited) == row {
			return nil
		}
		edited.Revision++
		row = newFeedbackRow(&edited)
		return tx.overwrite(&row, id, "author", "created_at")
	})
}

// Remove implements ports.Feedback.
func (s feedbackItems) Remove(ctx context.Context, id int64, allowed func(*feedback.Item) error) error {
	return s.step(ctx, func(tx handle) error {
		var row feedbackRow
		if err := tx.lock(&row, feedback.ErrAbsent, "id = ?", id); err != nil {
			return err
		}
		i := row.item()
		if err := allowed(&i); err != nil {
			return err
		}
		err := tx.Write.Exec("UPDATE feedback SET duplicate_of = 0, revision = revision + 1 WHERE duplicate_of = ?", id).Error
		if err != nil {
			return err
		}
		if err := tx.Write.Where("item_id = ?", id).Delete(&feedbackCommentRow{}).Error; err != nil {
			return err
		}
		return tx.Write.Where("id = ?", id).Delete(&feedbackRow{}).Error
	})
}

// ByID implements ports.Feedback.
func (s feedbackItems) ByID(ctx context.Context, ids ...int64) ([]feedback.Item, error) {
	where, args := s.among("id", append([]int64{}, ids...))
	return list(s.Read.WithContext(ctx).Where(where, args...).Order("id"), (*feedbackRow).item)
}

func (s feedbackItems) matching(ctx context.Context, q *feedback.Query) *gorm.DB {
	db := s.Read.WithContext(ctx).Model(&feedbackRow{})
	if q.Author != 0 {
		db = db.Where("author = ?", q.Author)
	}
	if q.Statuses != nil {
		names := []string{}
		for _, status := range q.Statuses {
			names = append(names, string(status))
		}
		db = db.Where("status IN ?", names)
	}
	for column, value := range map[string]string{
		"type": string(q.Type), "priority": string(q.Priority), "project": q.Project,
	} {
		if value != "" {
			db = db.Where(column+" = ?", value)
		}
	}
	if q.DuplicateOf != nil {
		where, args := s.among("duplicate_of", append([]int64{}, q.DuplicateOf...))
		db = db.Where(where, args...).Where("duplicate_of <> 0") // as the index has it
	}
	return db
}

// feedbackColumns are what lists sort by.
var feedbackColumns = map[feedback.Order]string{
	feedback.ByTitle: "title_key", feedback.ByPriority: "priority_rank", feedback.ByStatus: "status_rank",
}

// Page implements ports.Feedback.
func (s feedbackItems) Page(ctx context.Context, q feedback.Query) (page record.Page[feedback.Item], err error) {
	if q.Limit == 0 {
		return page, s.total(ctx, &q, &page.Total)
	}
	direction, column := "", feedbackColumns[q.Order]
	if column == "" {
		column = "created_at"
	}
	if q.Desc {
		direction = " DESC"
	}
	var editions []edition
	err = s.matching(ctx, &q).Select("id", "revision").Order(column + direction + ", id" + direction).Offset(q.Offset).
		Limit(q.Limit).Find(&editions).Error
	if err != nil {
		return page, err
	}
	if page.Total = q.Offset + len(editions); len(editions) == q.Limit || len(editions) == 0 && q.Offset > 0 {
		if err := s.total(ctx, &q, &page.Total); err != nil {
			return page, err
		}
	}
	page.Records, err = s.items(ctx, editions)
	return page, err
}

// total counts what a query finds.
func (s feedbackItems) total(ctx context.Context, q *feedback.Query, total *int) error {
	var n int64
	err := s.matching(ctx, q).Count(&n).Error
	*total = int(n)
	return err
}

// edition is which revision there is of an item.
type edition struct{ ID, Revision int64 }

// items returns items in the order of their editions, without those that were removed meanwhile. It reads those that are not
// known.
func (s feedbackItems) items(ctx context.Context, editions []edition) ([]feedback.Item, error) {
	list := make([]feedback.Item, len(editions))
	places := map[int64]int{} // of those that are to be read
	for n, e := range editions {
		if i, known := s.feedback.find(e.ID, e.Revision); known {
			list[n] = i.Clone()
		} else {
			places[e.ID] = n
		}
	}
	if len(places) == 0 {
		return list, nil
	}
	read, err := s.ByID(ctx, slices.Collect(maps.Keys(places))...)
	if err != nil {
		return nil, err
	}
	for _, i := range read {
		list[places[i.ID]] = i
		s.feedback.note(i.ID, i.Revision, i.Clone(), len(i.Title)+len(i.Content)+len(i.Steps)+len(i.Expected)+len(i.Actual)+
			len(i.UseCase)+len(i.Errors)+len(i.Plan))
	}
	return slices.DeleteFunc(list, func(i feedback.Item) bool { return i.ID == 0 }), nil
}

type feedbackCommentRow struct {
	ID         int64 `gorm:"primaryKey"`
	ItemID     int64
	Author     int64
	AuthorName string
	SpokenBy   string
	Content    string
	CreatedAt  int64 `gorm:"autoCreateTime:false"`
}

func (feedbackCommentRow) TableName() string { return "feedback_comments" }

func (r *feedbackCommentRow) comment() feedback.Comment {
	return feedback.Comment{
		ID: r.ID, Item: r.ItemID, Author: r.Author, AuthorName: r.AuthorName, By: feedback.AuthorType(r.SpokenBy), Content: r.Content,
		Created: database.Instant(r.CreatedAt),
	}
}

// Comment implements ports.Feedback.
func (s feedbackItems) Comment(ctx context.Context, c feedback.Comment) (id int64, err error) {
	err = s.step(ctx, func(tx handle) error {
		var item feedbackRow
		if err := tx.lock(&item, feedback.ErrAbsent, "id = ?", c.Item); err != nil {
			return err
		}
		var total int64
		if err := tx.Write.Model(&feedbackCommentRow{}).Where("item_id = ?", c.Item).Count(&total).Error; err != nil {
			return err
		}
		if total >= feedback.MostComments {
			return feedback.ErrTooManyComments
		}
		row := feedbackCommentRow{
			ItemID: c.Item, Author: c.Author, AuthorName: c.AuthorName, SpokenBy: string(c.By), Content: c.Content,
			CreatedAt: database.Micros(c.Created),
		}
		err := tx.Write.Create(&row).Error
		id = row.ID
		return err
	})
	return id, err
}

// Comments implements ports.Feedback.
func (s feedbackItems) Comments(ctx context.Context, item int64) ([]feedback.Comment, error) {
	return list(s.Read.WithContext(ctx).Where("item_id = ?", item).Order("created_at, id"), (*feedbackCommentRow).comment)
}
