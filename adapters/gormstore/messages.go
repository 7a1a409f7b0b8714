package gormstore

import (
	"context"
	"time"

	"gorm.io/gorm/clause"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/addressee"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/message"
	"github.com/clubhuis/clubhuis/ports"
)

type messages struct{ handle }

var _ ports.Messages = messages{}

type messageRow struct {
	ID          int64 `gorm:"primaryKey"`
	Author      int64
	AuthorName  string
	ReplyTo     string
	CreatedAt   int64 `gorm:"autoCreateTime:false"`
	Request     string
	Subject     string
	Content     string
	People      int
	Addresses   int
	Parents     int
	Unreached   string // numbers, a comma before each
	Waiting     string
	Attachments string
}

func (messageRow) TableName() string { return "messages" }

func (r *messageRow) message() message.Message {
	return message.Message{
		ID: r.ID, Author: r.Author, AuthorName: r.AuthorName, ReplyTo: ofJSON[mail.Address](r.ReplyTo),
		Created: database.Instant(r.CreatedAt), Request: r.Request, Subject: r.Subject, Content: r.Content, People: r.People,
		Addresses: r.Addresses, Parents: r.Parents, Without: split(r.Unreached),
		Waiting: ofJSON[[]addressee.Reached](r.Waiting),
	}
}

// Keep implements ports.Messages. The author is locked, so that messages at once are kept one after the other.
func (s messages) Keep(
	ctx context.Context, m message.Message, since time.Time, most int,
) (stands message.Message, kept bool, err error) {
	err = s.step(ctx, func(tx handle) error {
		if err := tx.lock(&userRow{}, account.ErrAbsent, "id = ?", m.Author); err != nil {
			return err
		}
		if m.Request != "" {
			known, err := list(tx.Read.Omit("Attachments").Where("author = ? AND request = ?", m.Author, m.Request), (*messageRow).message)
			if err != nil {
				return err
			}
			if len(known) > 0 {
				stands, kept = known[0], false
				return nil
			}
		}
		before, err := (messages{tx}).Addressed(ctx, m.Author, since)
		if err != nil {
			return err
		}
		if before+m.Addresses > most {
			return message.ErrQuota
		}
		row := messageRow{
			Author: m.Author, AuthorName: m.AuthorName, ReplyTo: asJSON(m.ReplyTo), CreatedAt: database.Micros(m.Created),
			Request: m.Request, Subject: m.Subject, Content: m.Content, People: m.People, Addresses: m.Addresses, Parents: m.Parents,
			Unreached: joined(m.Without), Waiting: asJSON(m.Waiting), Attachments: asJSON(m.Attachments),
		}
		if err := tx.Write.Create(&row).Error; err != nil {
			return err
		}
		stands, kept = row.message(), true
		return nil
	})
	return stands, kept, err
}

// ByID implements ports.Messages.
func (s messages) ByID(ctx context.Context, id int64) (message.Message, error) {
	var row messageRow
	err := database.Absent(s.Read.WithContext(ctx).Omit("Attachments").Where("id = ?", id).Take(&row).Error, message.ErrAbsent)
	return row.message(), err
}

// Files implements ports.Messages.
func (s messages) Files(ctx context.Context, id int64) ([]mail.Attachment, error) {
	var row messageRow
	query := s.Read.WithContext(ctx).Select("attachments").Where("id = ? AND attachments <> ''", id)
	err := database.Absent(query.Take(&row).Error, fault.ErrNotFound)
	return ofJSON[[]mail.Attachment](row.Attachments), err
}

// Update implements ports.Messages.
func (s messages) Update(ctx context.Context, id int64, change func(*message.Message) error) error {
	return s.step(ctx, func(tx handle) error {
		var row messageRow
		locked := tx.Write.Clauses(clause.Locking{Strength: "UPDATE"}).Omit("Attachments").Where("id = ?", id).Take(&row)
		if err := database.Absent(locked.Error, message.ErrAbsent); err != nil {
			return err
		}
		m := row.message()
		if err := change(&m); err != nil {
			return err
		}
		left := map[string]any{"waiting": asJSON(m.Waiting), "addresses": m.Addresses}
		return tx.Write.Model(&messageRow{}).Where("id = ?", id).Updates(left).Error
	})
}

// Addressed implements ports.Messages.
func (s messages) Addressed(ctx context.Context, author account.UserID, since time.Time) (count int, err error) {
	err = s.Read.WithContext(ctx).Model(&messageRow{}).Where("author = ? AND created_at >= ?", author, database.Micros(since)).
		Select("COALESCE(SUM(addresses), 0)").Find(&count).Error
	return count, err
}

// Purge implements ports.Messages.
func (s messages) Purge(ctx context.Context, before, files time.Time) (gone int, err error) {
	err = s.step(ctx, func(tx handle) error {
		old := tx.Write.Model(&messageRow{}).Where("created_at < ? AND attachments <> ''", database.Micros(files))
		if err := old.Update("attachments", "").Error; err != nil {
			return err
		}
		gone, err = tx.remove(ctx, &messageRow{}, "created_at < ?", database.Micros(before))
		return err
	})
	return gone, err
}
