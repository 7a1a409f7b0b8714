package gormstore

import (
	"context"
	"strconv"
	"strings"

	"gorm.io/gorm"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/activity"
	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/listing"
	membernote "github.com/clubhuis/clubhuis/core/note"
	"github.com/clubhuis/clubhuis/core/record"
	"github.com/clubhuis/clubhuis/core/task"
	"github.com/clubhuis/clubhuis/core/timeline"
	"github.com/clubhuis/clubhuis/ports"
)

type activityRow struct {
	Head         headRow `gorm:"embedded"`
	PersonID     int64
	Content      string
	Type         string
	Day          string
	Time         string
	Participants string // numbers, a comma before each
}

func (activityRow) TableName() string { return "activities" }

func (h handle) activityRecords() records[activity.Activity, *activity.Activity, activityRow] {
	return records[activity.Activity, *activity.Activity, activityRow]{
		handle: h, kind: timeline.Activity, absent: activity.ErrAbsent,
		row: func(a *activity.Activity) activityRow {
			return activityRow{
				Head: newHeadRow(&a.Head), PersonID: a.Person, Content: a.Content, Type: string(a.Type), Day: a.Date.String(), Time: a.Time,
				Participants: joined(a.Participants),
			}
		},
		noun: func(r *activityRow) activity.Activity {
			return activity.Activity{
				Head: r.Head.head(), Person: r.PersonID, Content: r.Content, Type: activity.Type(r.Type), Date: dayOf(r.Day), Time: r.Time,
				Participants: split(r.Participants),
			}
		},
	}
}

type noteRow struct {
	Head       headRow `gorm:"embedded"`
	PersonID   int64
	Content    string
	Visibility string
	SharedAt   int64
}

func (noteRow) TableName() string { return "notes" }

func (h handle) noteRecords() records[membernote.Note, *membernote.Note, noteRow] {
	return records[membernote.Note, *membernote.Note, noteRow]{
		handle: h, kind: timeline.Note, absent: membernote.ErrAbsent,
		row: func(n *membernote.Note) noteRow {
			return noteRow{newHeadRow(&n.Head), n.Person, n.Content, string(n.Visibility), database.Micros(n.SharedAt)}
		},
		noun: func(r *noteRow) membernote.Note {
			return membernote.Note{
				Head:       r.Head.head(),
				Person:     r.PersonID,
				Content:    r.Content,
				Visibility: membernote.Visibility(r.Visibility),
				SharedAt:   database.Instant(r.SharedAt),
			}
		},
	}
}

type taskRow struct {
	Head         headRow `gorm:"embedded"`
	Content      string
	Notes        string
	Status       string
	Due          string
	AwaitingAt   int64
	People       string // numbers, a comma before each
	Assignee     int64
	AssigneeName string
	SortKey      string
}

func (taskRow) TableName() string { return "tasks" }

func (h handle) taskRecords() records[task.Task, *task.Task, taskRow] {
	return records[task.Task, *task.Task, taskRow]{
		handle: h, kind: timeline.Todo, absent: task.ErrAbsent,
		row: func(t *task.Task) taskRow {
			return taskRow{
				Head: newHeadRow(&t.Head), Content: t.Content, Notes: t.Notes, Status: string(t.Status), Due: t.Due.String(),
				AwaitingAt: database.Micros(t.AwaitingSince), People: joined(t.People), Assignee: t.Assignee, AssigneeName: t.AssigneeName,
				SortKey: t.SortKey(),
			}
		},
		noun: (*taskRow).task,
	}
}

func (r *taskRow) task() task.Task {
	return task.Task{
		Head: r.Head.head(), Content: r.Content, Notes: r.Notes, Status: task.Status(r.Status), Due: dayOf(r.Due),
		AwaitingSince: database.Instant(r.AwaitingAt), People: split(r.People), Assignee: r.Assignee, AssigneeName: r.AssigneeName,
	}
}

type taskLists struct{ handle }

var _ ports.TaskLists = taskLists{}

// Page implements ports.TaskLists.
func (s taskLists) Page(ctx context.Context, q task.Query) (page record.Page[task.Task], err error) {
	where := func() *gorm.DB {
		db := s.Read.WithContext(ctx).Model(&taskRow{}).Where("? <> 0 AND (author = ? OR assignee = ?)", q.User, q.User, q.User)
		if q.Status != "" {
			db = db.Where("status = ?", string(q.Status))
		}
		if !q.Until.IsZero() {
			db = db.Where("due <> '' AND due <= ?", q.Until.String())
		}
		return db
	}
	if !q.Bare {
		var total int64
		if err := where().Count(&total).Error; err != nil {
			return page, err
		}
		page.Total = int(total)
		if q.Offset >= page.Total {
			return page, nil
		}
	}
	if q.Limit == 0 {
		return page, nil
	}
	page.Records, err = list(where().Order("sort_key, created_at DESC, id DESC").Offset(q.Offset).Limit(q.Limit), (*taskRow).task)
	return page, err
}

// joined are numbers as a column, and split reads it.
func joined(ids []int64) string {
	var column strings.Builder
	for _, id := range ids {
		column.WriteString("," + listing.Number(id))
	}
	return column.String()
}

func split(column string) (ids []int64) {
	for number := range strings.SplitSeq(strings.TrimPrefix(column, ","), ",") {
		if id, err := strconv.ParseInt(number, 10, 64); err == nil {
			ids = append(ids, id)
		}
	}
	return ids
}

func dayOf(column string) civil.Date {
	day, _ := civil.Parse(column)
	return day
}
