package backups

import (
	"errors"
	"io"

	"github.com/clubhuis/clubhuis/core/backup"
)

// damage is an error of what was read, and not of reading it or of the database that it is brought back into.
type damage struct{ error }

func (d damage) Unwrap() error { return d.error }

// reading notes why a backup could not be read on.
type reading struct {
	io.Reader
	failed error
}

// Read implements io.Reader.
func (r *reading) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		r.failed = err
	}
	return n, err
}

// blamed returns an error of the archive as damage, unless it could not be read or filled.
func (r *reading) blamed(err error, into *filling) error {
	if err == nil || r.failed != nil || into != nil && into.failed != nil {
		return err
	}
	return damage{err}
}

// filling notes why a database did not take what it was told.
type filling struct {
	backup.Writer
	failed error
}

// Begin implements backup.Writer.
func (f *filling) Begin(t backup.Table) error { return f.note(f.Writer.Begin(t)) }

// Row implements backup.Writer.
func (f *filling) Row(values []any) error { return f.note(f.Writer.Row(values)) }

func (f *filling) note(err error) error {
	f.failed = errors.Join(f.failed, err)
	return err
}
