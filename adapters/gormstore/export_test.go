package gormstore

import (
	"context"

	"gorm.io/gorm"
	"gorm.io/gorm/schema"
)

// MigrateDown takes all migrations back.
func (s *Store) MigrateDown(ctx context.Context) error {
	provider, err := s.provider()
	if err == nil {
		_, err = provider.DownTo(ctx, 0)
	}
	return err
}

// Rows are all row structs of the package.
func Rows() []schema.Tabler {
	return []schema.Tabler{
		personRow{}, workRow{}, userRow{}, loginRow{}, sessionRow{}, passwordRow{}, attemptRow{}, settingRow{}, jobRunRow{}, formRow{}, mediaRow{},
	}
}

// OnQuery calls count before every statement that gorm sends.
func (s *Store) OnQuery(count func()) error {
	for i, db := range []*gorm.DB{s.read, s.write} {
		if i == 1 && s.read == s.write {
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
