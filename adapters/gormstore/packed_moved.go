package gormstore

import (
	"errors"
	"os"
	"strings"

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
	file, err := nameless()
	if err != nil {
		return err
	}
	defer file.Close() //nolint:errcheck // it stays mapped
	if err := writeParts(file, parts); err != nil {
		return err
	}
	return c.lieIn(v, file, 0)
}

// nameless opens a file for temporary ones that has no name any more.
func nameless() (*os.File, error) {
	file, err := os.CreateTemp("", "clubhuis-people-*") // mode 0600
	if err != nil {
		return nil, err
	}
	if err := os.Remove(file.Name()); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// unpackedText takes the text of people who are unpacked: in a file without a name, mapped then, because touching as much
// new memory takes longer than unpacking; where there is no place for one, or none can be mapped, in memory.
type unpackedText struct {
	file   *os.File        // nil for none
	memory strings.Builder // instead
}

func newUnpackedText() *unpackedText {
	t := new(unpackedText)
	if mapsFiles {
		t.file, _ = nameless()
	}
	return t
}

func (t *unpackedText) add(content []byte) error {
	if t.file == nil {
		_, err := t.memory.Write(content)
		return err
	}
	_, err := t.file.Write(content)
	return err
}

// whole returns everything that was added. It must not be used after letGo.
func (t *unpackedText) whole() (text string, letGo func(), err error) {
	if t.file == nil {
		return t.memory.String(), func() {}, nil
	}
	return contents(t.file)
}

// close closes the file; it stays mapped.
func (t *unpackedText) close() {
	if t.file != nil {
		_ = t.file.Close()
	}
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
