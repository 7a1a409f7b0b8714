package gormstore

import (
	"errors"
	"os"

	"github.com/clubhuis/clubhuis/core/directory"
)

// moveText lets the texts of people lie in a file for temporary ones that has no name any more, once.
func (c *club) moveText() error {
	v := c.View()
	if !mapsFiles || c.moved || v == nil || v.Size() < worthSaving {
		return nil
	}
	parts, whole := v.Packed()
	if !whole {
		return nil
	}
	c.moved = true
	file, err := os.CreateTemp("", "clubhuis-people-*") // mode 0600
	if err != nil {
		return err
	}
	defer file.Close() //nolint:errcheck // it stays mapped
	if err := errors.Join(os.Remove(file.Name()), writeParts(file, parts)); err != nil {
		return err
	}
	return c.lieIn(v, file, 0)
}

// lieIn lets the people of a view lie in a file in which they are packed, from a place on.
func (c *club) lieIn(v *directory.View, file *os.File, from int) error {
	c.moved = true
	if !mapsFiles {
		return nil
	}
	text, letGo, err := contents(file)
	if err != nil {
		return err
	}
	people := new(directory.Newcomers)
	if err := people.AddPacked(text[from:]); err != nil {
		letGo()
		return err
	}
	return c.Replace(v, people)
}
