package gormstore

import (
	"context"
	"errors"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/schema"
)

// MigrateDown takes all migrations back.
func (s *Store) MigrateDown(ctx context.Context) error {
	provider, err := s.db.Provider(migrations)
	if err == nil {
		_, err = provider.DownTo(ctx, 0)
	}
	return err
}

// Lose takes one migration back and leaves those after it.
func (s *Store) Lose(ctx context.Context, version int64) error {
	provider, err := s.db.Provider(migrations)
	if err == nil {
		_, err = provider.ApplyVersion(ctx, version, false)
	}
	return err
}

// MigrateTo makes the tables of an earlier version, as its program did.
func (s *Store) MigrateTo(ctx context.Context, version int64) error {
	provider, err := s.db.Provider(migrations)
	if err == nil {
		_, err = provider.UpTo(ctx, version)
	}
	return err
}

// Rows returns all row structs of the package.
func Rows() []schema.Tabler {
	return []schema.Tabler{
		groupRow{}, userRow{}, loginRow{}, sessionRow{}, passwordRow{}, attemptRow{}, settingRow{}, jobRunRow{}, formRow{}, mediaRow{},
		uploadRow{}, undoRow{}, labelRow{}, relationTypeRow{}, savedViewsRow{}, sharedViewRow{}, activityRow{}, noteRow{}, taskRow{},
		mailRow{}, passwordLinkRow{}, workspaceRow{}, workspaceMemberRow{}, inviteRow{}, memberFunctionsRow{},
		mentionRow{}, messageRow{}, suppressionRow{}, heardNewsRow{}, caseRow{}, feedbackRow{}, feedbackCommentRow{},
		invoiceRow{}, invoiceKeyRow{}, invoiceCounterRow{}, shiftRow{}, fetchedRow{},
		digestRow{}, userTokenRow{}, originRow{}, importRow{}, importedRow{}, erasureRow{}, leaverProposalRow{},
		leaverItemRow{},
	}
}

// OnQuery calls count before every statement that gorm sends.
func (s *Store) OnQuery(count func()) error {
	h := s.handle()
	for i, db := range []*gorm.DB{h.Read, h.Write} {
		if i == 1 && h.Read == h.Write {
			break
		}
		before := func(*gorm.DB) { count() }
		c := db.Callback()
		for _, register := range []func(string, func(*gorm.DB)) error{
			c.Query().Before("*").Register, c.Row().Before("*").Register, c.Raw().Before("*").Register,
			c.Create().Before("*").Register, c.Update().Before("*").Register, c.Delete().Before("*").Register,
		} {
			if err := register("count", before); err != nil {
				return err
			}
		}
	}
	return nil
}

func init() { patience, portion, worthSaving, staleAfter = time.Second, 2, 2, 1 }

// Busy keeps everybody from bringing the directory up to date while do runs.
func (s *Store) Busy(ctx context.Context, do func() error) error { return s.club.inTurn(ctx, do) }

// Follow is what a step does after its commit, when it doesn't know all that it wrote.
func (s *Store) Follow(ctx context.Context, number int64) error {
	return s.club.follow(ctx, notes{{Noun: nounLabels}}, number)
}

// SaveAfter saves the people of the newest view when something happened meanwhile, as Close and SavePeople do.
func (s *Store) SaveAfter(ctx context.Context, meanwhile func()) error {
	s.club.packed.writing.Lock()
	defer s.club.packed.writing.Unlock()
	was, v := s.club.packed.state(), s.club.View()
	meanwhile()
	file, _, err := s.save(ctx, was, v)
	if file != nil {
		err = errors.Join(err, file.Close())
	}
	return err
}

// Unpacked reports whether the directory was loaded with people as another program had held them.
func (s *Store) Unpacked() bool { return s.club.packed != nil && s.club.packed.used }
