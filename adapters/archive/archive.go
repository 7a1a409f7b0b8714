// Package archive writes backups as files and reads them: a tar file of JSON lines and the club's files, compressed by Zstandard
// and encrypted by age; and it knows the places where such files are kept.
//
// It knows no database: tables come from and go to a backup.Writer. What is kept for how long is core/backup's.
package archive

import (
	"archive/tar"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path"

	"filippo.io/age"
	"github.com/klauspost/compress/zstd"

	"github.com/clubhuis/clubhuis/core/backup"
)

// The entries of an archive, in this order: the head, the tables each with its rows, the files, and the manifest.
const (
	headName   = "backup.json"
	tableFile  = "table.json"
	tablesPath = "tables/"
	filesPath  = "files/"
	extraPath  = "extra/"
	endName    = "end.json"
)

// mostChunk is about how many bytes of rows are in one entry.
const mostChunk = 1 << 20

// Writer writes one backup. It is a backup.Writer for the tables, which come first. End it.
type Writer struct {
	sealed io.WriteCloser // nil for a backup that is not encrypted
	packed *zstd.Encoder
	tar    *tar.Writer

	manifest backup.Manifest
	counter  backup.Counter
	file     *hashing
	chunk    bytes.Buffer
	chunks   int
}

var _ backup.Writer = (*Writer)(nil)

// NewWriter begins a backup in w, for who has the identity of one of the recipients. Without recipients it is not encrypted.
func NewWriter(w io.Writer, head backup.Manifest, recipients ...age.Recipient) (*Writer, error) {
	a := &Writer{manifest: head}
	a.manifest.Format = backup.Format
	a.file = newHashing(backup.Format)
	if len(recipients) > 0 {
		var err error
		if a.sealed, err = age.Encrypt(w, recipients...); err != nil {
			return nil, fmt.Errorf("encrypt the backup: %w", err)
		}
		w = a.sealed
	}
	var err error
	if a.packed, err = zstd.NewWriter(w, zstd.WithEncoderConcurrency(1)); err != nil {
		return nil, err
	}
	a.tar = tar.NewWriter(a.packed)
	return a, a.json(headName, a.manifest)
}

func (a *Writer) entry(name string, data []byte) error {
	header := &tar.Header{Name: name, Mode: 0o600, Size: int64(len(data)), ModTime: a.manifest.Made, Format: tar.FormatPAX}
	if err := a.tar.WriteHeader(header); err != nil {
		return err
	}
	_, err := a.tar.Write(data)
	return err
}

func (a *Writer) json(name string, value any) error {
	data, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return a.entry(name, data)
}

// Begin implements backup.Writer.
func (a *Writer) Begin(t backup.Table) error {
	if err := a.flush(); err != nil {
		return err
	}
	a.chunks = 0
	if err := a.counter.Begin(t); err != nil {
		return err
	}
	return a.json(path.Join(tablesPath, t.Name, tableFile), t)
}

// Row implements backup.Writer.
func (a *Writer) Row(values []any) error {
	if err := a.counter.Row(values); err != nil {
		return err
	}
	line, err := a.counter.Tables[len(a.counter.Tables)-1].Encode(values)
	if err != nil {
		return err
	}
	a.chunk.Write(append(line, '\n'))
	if a.chunk.Len() < mostChunk {
		return nil
	}
	return a.flush()
}

// flush writes the rows that wait.
func (a *Writer) flush() error {
	if a.chunk.Len() == 0 {
		return nil
	}
	a.chunks++
	table := a.counter.Tables[len(a.counter.Tables)-1].Name
	err := a.entry(path.Join(tablesPath, table, fmt.Sprintf("%06d.jsonl", a.chunks)), a.chunk.Bytes())
	a.chunk.Reset()
	return err
}

// File adds a file of so many bytes.
func (a *Writer) File(key string, size int64, content io.Reader) error {
	if err := a.flush(); err != nil {
		return err
	}
	header := &tar.Header{
		Name: filesPath + key, Mode: 0o600, Size: size, ModTime: a.manifest.Made, Format: tar.FormatPAX,
	}
	if err := a.tar.WriteHeader(header); err != nil {
		return err
	}
	a.file.begin(content)
	n, err := a.file.copyTo(a.tar)
	sum := a.file.sum()
	if err != nil || n != size {
		return errors.Join(err, fmt.Errorf("the file %s has %d bytes, not %d", key, n, size))
	}
	a.manifest.Files = append(a.manifest.Files, backup.File{Key: key, Size: size, Sum: sum})
	return nil
}

// Extra adds something of the installation beside its database: its settings, its key.
func (a *Writer) Extra(name string, data []byte) error {
	if err := a.flush(); err != nil {
		return err
	}
	return a.entry(extraPath+name, data)
}

// Gone tells which of the folders that held files were deleted meanwhile: those without a file here.
func (a *Writer) Gone(folders []string) {
	a.manifest.Deleted = a.manifest.Without(folders)
}

// End writes the manifest and what is left, and returns it. w, which stays the caller's to close, is a whole backup then.
func (a *Writer) End() (backup.Manifest, error) {
	a.manifest.Tables = a.counter.Tables
	err := a.flush()
	if err == nil {
		err = a.json(endName, a.manifest)
	}
	if err == nil {
		err = a.tar.Close()
	}
	if err == nil {
		err = a.packed.Close()
	}
	if err == nil && a.sealed != nil {
		err = a.sealed.Close()
	}
	return a.manifest, err
}
