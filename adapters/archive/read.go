package archive

import (
	"archive/tar"
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"filippo.io/age"
	"github.com/klauspost/compress/zstd"

	"github.com/clubhuis/clubhuis/core/backup"
)

// Reader reads one backup. Close it.
type Reader struct {
	Head backup.Manifest // as far as it was known when the backup was begun

	packed *zstd.Decoder
	tar    *tar.Reader
}

// Contents say where what is read goes. Nil functions let it fall.
type Contents struct {
	Tables backup.Writer
	File   func(key string, size int64, content io.Reader) error
	Extra  func(name string, data []byte) error
}

// What a backup can't be read for.
var (
	ErrEncrypted = errors.New("the backup is encrypted: name the file with the identity (AGE-SECRET-KEY-…) for which it was made")
	ErrWrongKey  = errors.New("the backup is encrypted for somebody else than the identity that was given")
	ErrNoBackup  = errors.New("this is no backup")
	ErrCutOff    = errors.New("the backup is damaged or was cut off")
)

// What is read into memory at most of one entry.
const (
	mostSmall = 1 << 30 // a chunk of rows of which one may be large, and the manifest
	magicAge  = "age-encryption.org/"
)

// NewReader begins to read a backup, for who has one of the identities.
func NewReader(r io.Reader, identities ...age.Identity) (*Reader, error) {
	begin := bufio.NewReader(r)
	r = begin
	if magic, _ := begin.Peek(len(magicAge)); string(magic) == magicAge {
		if len(identities) == 0 {
			return nil, ErrEncrypted
		}
		opened, err := age.Decrypt(r, identities...)
		if err != nil {
			if errors.As(err, new(*age.NoIdentityMatchError)) {
				return nil, ErrWrongKey
			}
			return nil, fmt.Errorf("%w: %w", ErrCutOff, err)
		}
		r = opened
	}
	packed, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	a := &Reader{packed: packed, tar: tar.NewReader(packed)}
	if err := a.head(); err != nil {
		a.Close()
		return nil, err
	}
	return a, nil
}

// Close ends the reading.
func (a *Reader) Close() { a.packed.Close() }

func (a *Reader) head() error {
	header, err := a.tar.Next()
	if err != nil {
		return fmt.Errorf("%w: %w", ErrNoBackup, err)
	}
	if header.Name != headName {
		return ErrNoBackup
	}
	if err := a.json(&a.Head); err != nil {
		return fmt.Errorf("%w: %w", ErrNoBackup, err)
	}
	if a.Head.Format > backup.Format {
		return fmt.Errorf("the backup has format %d, newer than this program's %d: use the newer program", a.Head.Format, backup.Format)
	}
	return nil
}

func (a *Reader) all() ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(a.tar, mostSmall+1))
	if err == nil && len(data) > mostSmall {
		err = errors.New("a part of it is too large")
	}
	return data, err
}

func (a *Reader) json(into any) error {
	data, err := a.all()
	if err != nil {
		return err
	}
	return json.Unmarshal(data, into)
}

// Read reads all of it, and returns the manifest when everything in it is there as it was written.
func (a *Reader) Read(to Contents) (backup.Manifest, error) {
	reading := &reading{Reader: a, to: to, content: newHashing(a.Head.Format), counter: backup.Counter{Next: to.Tables}}
	for {
		header, err := a.tar.Next()
		if err != nil { // before the manifest
			return backup.Manifest{}, fmt.Errorf("%w: %w", ErrCutOff, err)
		}
		if header.Name == endName {
			return reading.end()
		}
		if err := reading.entry(header); err != nil {
			return backup.Manifest{}, err
		}
	}
}

// reading is a backup of which a part was read.
type reading struct {
	*Reader
	to      Contents
	counter backup.Counter
	content *hashing // of the file that is being read
	files   []backup.File
}

func (r *reading) entry(header *tar.Header) error {
	switch name, isFile := strings.CutPrefix(header.Name, filesPath); {
	case isFile:
		return r.file(name, header.Size)
	case strings.HasPrefix(header.Name, extraPath):
		data, err := r.all()
		if err != nil || r.to.Extra == nil {
			return damaged(err)
		}
		return r.to.Extra(strings.TrimPrefix(header.Name, extraPath), data)
	case strings.HasPrefix(header.Name, tablesPath) && strings.HasSuffix(header.Name, "/"+tableFile):
		var t backup.Table
		if err := r.json(&t); err != nil {
			return damaged(err)
		}
		if !fs.ValidPath(t.Name) || strings.Contains(t.Name, "/") {
			return damaged(fmt.Errorf("a table can't be called %q", t.Name))
		}
		return r.counter.Begin(t)
	case strings.HasPrefix(header.Name, tablesPath):
		return r.rows()
	}
	return fmt.Errorf("%w: nobody knows what %q is", ErrNoBackup, header.Name)
}

func damaged(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w: %w", ErrCutOff, err)
}

func (r *reading) rows() error {
	data, err := r.all()
	if err != nil {
		return damaged(err)
	}
	if len(r.counter.Tables) == 0 {
		return damaged(errors.New("there are rows before a table"))
	}
	table := &r.counter.Tables[len(r.counter.Tables)-1].Table
	for line := range bytes.Lines(data) {
		values, err := table.Decode(line)
		if err != nil {
			return damaged(err)
		}
		if err := r.counter.Row(values); err != nil {
			return err
		}
	}
	return nil
}

func (r *reading) file(key string, size int64) error {
	if !fs.ValidPath(key) {
		return damaged(fmt.Errorf("a file can't be called %q", key))
	}
	r.content.begin(r.tar)
	defer r.content.busy.Wait()
	if r.to.File != nil {
		if err := r.to.File(key, size, r.content); err != nil {
			return err
		}
	}
	if _, err := r.content.copyTo(io.Discard); err != nil { // what was not asked for
		return damaged(err)
	}
	r.files = append(r.files, backup.File{Key: key, Size: size, Sum: r.content.sum()})
	return nil
}

// end reads the manifest and holds it against what was read.
func (r *reading) end() (m backup.Manifest, err error) {
	if err := r.json(&m); err != nil {
		return m, damaged(err)
	}
	if _, err := r.tar.Next(); !errors.Is(err, io.EOF) {
		return m, damaged(fmt.Errorf("it goes on after its end: %w", err))
	}
	if _, err := io.Copy(io.Discard, r.packed); err != nil { // the last hashes
		return m, damaged(err)
	}
	lines := backup.Differences(m.Tables, r.counter.Tables)
	if len(m.Files) != len(r.files) {
		lines = append(lines, fmt.Sprintf("there are %d files, not %d", len(r.files), len(m.Files)))
	}
	for i := range min(len(m.Files), len(r.files)) {
		if m.Files[i] != r.files[i] {
			lines = append(lines, "the file "+m.Files[i].Key+" is another one")
		}
	}
	if lines != nil {
		return m, damaged(errors.New(strings.Join(lines, "; ")))
	}
	return m, nil
}
