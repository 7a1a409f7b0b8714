package gormstore

import (
	"context"
	"database/sql"
	"encoding/json"
	"time"

	"gorm.io/gorm"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/timeline"
	"github.com/clubhuis/clubhuis/ports"
)

type mailRow struct {
	Head        headRow `gorm:"embedded"`
	Kind        string
	PersonID    int64
	Along       string // numbers, a comma before each
	MessageID   int64
	Recipients  string
	ReplyTo     string
	Subject     string
	BodyText    string
	BodyHTML    string
	Sealed      string
	Attachments string
	State       string
	SendKey     string
	Tries       int
	Cause       string
	BeganAt     int64
	EndedAt     int64
	Unsubscribe string
}

func (mailRow) TableName() string { return "mails" }

func (h handle) mailRecords() records[mail.Mail, *mail.Mail, mailRow] {
	return records[mail.Mail, *mail.Mail, mailRow]{
		handle: h, kind: timeline.Email, absent: mail.ErrAbsent,
		row: func(m *mail.Mail) mailRow {
			return mailRow{
				Head: newHeadRow(&m.Head), Kind: m.Kind, PersonID: m.Person, Along: joined(m.Along), MessageID: m.Message,
				Recipients: asJSON(m.To), ReplyTo: asJSON(m.ReplyTo),
				Subject: m.Subject, BodyText: m.Text, BodyHTML: m.HTML, Sealed: m.Sealed, Attachments: asJSON(m.Attachments),
				State: string(m.State), SendKey: m.Key, Tries: m.Tries, Cause: m.Cause, BeganAt: database.Micros(m.Began),
				EndedAt: database.Micros(m.Ended), Unsubscribe: m.Unsubscribe,
			}
		},
		noun: (*mailRow).mail,
	}
}

func (r *mailRow) mail() mail.Mail {
	return mail.Mail{
		Head:        r.Head.head(),
		Kind:        r.Kind,
		Person:      r.PersonID,
		Along:       split(r.Along),
		Message:     r.MessageID,
		To:          ofJSON[[]mail.Address](r.Recipients),
		ReplyTo:     ofJSON[mail.Address](r.ReplyTo),
		Subject:     r.Subject,
		Text:        r.BodyText,
		HTML:        r.BodyHTML,
		Sealed:      r.Sealed,
		Attachments: ofJSON[[]mail.Attachment](r.Attachments),
		State:       mail.State(r.State),
		Key:         r.SendKey,
		Tries:       r.Tries,
		Cause:       r.Cause,
		Began:       database.Instant(r.BeganAt),
		Ended:       database.Instant(r.EndedAt),

		Unsubscribe: r.Unsubscribe,
	}
}

// asJSON is a value of the program as a column, and ofJSON reads it.
func asJSON(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // texts and bytes always can be
	}
	return string(text)
}

func ofJSON[T any](column string) (value T) {
	_ = json.Unmarshal([]byte(column), &value) // nobody but asJSON writes it; a column that is left out is empty
	return value
}

type mailQueue struct{ handle }

var _ ports.MailQueue = mailQueue{}

// Page implements ports.MailQueue.
func (s mailQueue) Page(ctx context.Context, q mail.Query) (page mail.Page, err error) {
	where := func() *gorm.DB {
		db := s.Read.WithContext(ctx).Model(&mailRow{})
		if q.State != "" {
			db = db.Where("state = ?", string(q.State))
		}
		if q.Message != 0 {
			db = db.Where("message_id = ?", q.Message)
		}
		if q.IDs != nil {
			among, args := s.among("id", q.IDs)
			db = db.Where(among, args...)
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
	query := where().Omit("BodyText", "BodyHTML", "Sealed", "Attachments").Order("created_at DESC, id DESC")
	page.Records, err = list(query.Offset(q.Offset).Limit(q.Limit), (*mailRow).mail)
	return page, err
}

// Count implements ports.MailQueue.
func (s mailQueue) Count(ctx context.Context) (map[mail.State]int, error) {
	counts := map[mail.State]int{}
	query := s.Read.WithContext(ctx).Model(&mailRow{}).Select("state, count(*)").Group("state")
	err := database.ScanAll(query, func(row *sql.Rows) error {
		var state mail.State
		var count int
		err := row.Scan(&state, &count)
		counts[state] = count
		return err
	})
	return counts, err
}

// Purge implements ports.MailQueue.
func (s mailQueue) Purge(ctx context.Context, before time.Time) (int, error) {
	return s.remove(ctx, &mailRow{}, "person_id = 0 AND created_at < ?", database.Micros(before))
}
