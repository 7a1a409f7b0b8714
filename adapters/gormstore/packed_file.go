package gormstore

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"iter"
	"os"
	"strings"
	"unsafe"

	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/search"
	"github.com/clubhuis/clubhuis/core/work"
)

// heading is what the file says of itself. It has a size of its own, so that it can be written over.
type heading struct {
	change   int64  // the last one in it
	mark     int32  // which the database got with it
	settings uint32 // by which people were derived
	people   uint32 // CRC-32C of what follows
	closed   string // what the database's file is, "" while it is open
}

// A heading has a checksum of four bytes, CRC-32C of what follows in it; a line with form, program and what the database is; and
// zeros.
const (
	form        = "clubhuis people 3 as of change %d, mark %d, settings %08x, people %08x, of "
	sumSize     = 4
	headingSize = 1024
)

var (
	castagnoli  = crc32.MakeTable(crc32.Castagnoli)
	errUnpacked = errors.New("the people are not those of this program")
)

func (p *packed) line(h *heading) string {
	return fmt.Sprintf(form, h.change, h.mark, h.settings, h.people) + p.program + ", " + h.closed + "\n"
}

// read adds the people in a file to others.
func (p *packed) read(text string, people *directory.Newcomers) (h heading, err error) {
	if p.program == "" || len(text) < headingSize {
		return h, errUnpacked
	}
	head, rest := text[:headingSize], text[headingSize:]
	if crc32.Checksum(bytesOf(head[sumSize:]), castagnoli) != binary.LittleEndian.Uint32(bytesOf(head)) {
		return h, errUnpacked
	}
	line, _, _ := strings.Cut(head[sumSize:], "\n")
	if h, err = p.parse(line); err != nil {
		return h, err
	}
	if crc32.Checksum(bytesOf(rest), castagnoli) != h.people {
		return h, errUnpacked
	}
	return h, people.AddPacked(rest)
}

// parse reads a line of this program.
func (p *packed) parse(line string) (h heading, err error) {
	line = strings.TrimSuffix(line, "\n")
	if _, err := fmt.Sscanf(line, form, &h.change, &h.mark, &h.settings, &h.people); err != nil {
		return h, err
	}
	_, h.closed, _ = strings.Cut(line, p.program+", ")
	h.closed = strings.Clone(h.closed)
	if p.program == "" || line+"\n" != p.line(&h) {
		return h, errUnpacked
	}
	return h, nil
}

// bytesOf returns the bytes of a text, which nobody may change, without a copy: there are a great many.
func bytesOf(text string) []byte { return unsafe.Slice(unsafe.StringData(text), len(text)) } //nolint:gosec // read only

// write writes a file under a name for unfinished ones, and returns it open. Nothing stays of one that fails.
func (p *packed) write(v *directory.View, h *heading) (file *os.File, err error) {
	parts, whole := v.Packed()
	if !whole || p.program == "" {
		return nil, errors.New("not everybody can be packed")
	}
	name := p.database + PackedUnfinished
	file, err = os.OpenFile(name, os.O_CREATE|os.O_RDWR|os.O_EXCL, 0o600)
	if err != nil {
		return nil, err
	}
	sum := crc32.New(castagnoli)
	_, err = file.Seek(headingSize, io.SeekStart)
	if err = errors.Join(err, writeParts(io.MultiWriter(file, sum), parts)); err == nil {
		h.people = sum.Sum32()
		err = p.writeHeading(file, h)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close(), os.Remove(name))
	}
	return file, nil
}

func writeParts(to io.Writer, parts iter.Seq[[]byte]) (err error) {
	w := bufio.NewWriter(to)
	for part := range parts {
		_, failed := w.Write(part)
		err = errors.Join(err, failed)
	}
	return errors.Join(err, w.Flush())
}

func (p *packed) writeHeading(file *os.File, h *heading) error {
	var head [headingSize]byte
	if line := p.line(h); copy(head[sumSize:], line) < len(line) {
		return errors.New("what the file says of itself is too long")
	}
	binary.LittleEndian.PutUint32(head[:], crc32.Checksum(head[sumSize:], castagnoli))
	_, err := file.WriteAt(head[:], 0)
	return err
}

// seal says in a file of which database it is, now that this is closed. Where that fails the number tells it.
func (p *packed) seal(file *os.File, h *heading) {
	if closed, err := p.stamp(); err == nil {
		h.closed = closed
		if p.writeHeading(file, h) != nil {
			p.forget() // half a heading
		}
	}
	_ = file.Close() // who reads it looks at its sums
}

// unseal says in the file that the database is open again.
func (p *packed) unseal(h heading) {
	file, err := os.OpenFile(p.database+PackedSuffix, os.O_WRONLY, 0)
	if err != nil {
		return
	}
	h.closed = ""
	if err := errors.Join(p.writeHeading(file, &h), file.Close()); err != nil {
		p.forget()
	}
}

// stamp returns what the database's file is: its size, time and head. The log beside a database goes when the last one closes it,
// so one that is there is an error. A change by hand may leave the head as it was; the time tells it.
func (p *packed) stamp() (string, error) {
	if _, err := os.Stat(p.database + "-wal"); err == nil {
		return "", errors.New("the database is open or was not closed")
	}
	var head [100]byte // the header of the format, with a counter of changes (https://www.sqlite.org/fileformat.html, 1.3)
	file, err := os.Open(p.database)
	if err != nil {
		return "", err
	}
	_, err = io.ReadFull(file, head[:])
	if err = errors.Join(err, file.Close()); err != nil {
		return "", err
	}
	info, err := os.Stat(p.database)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%x %d %d", head, info.Size(), info.ModTime().UnixNano()), nil
}

// settingsSum tells settings apart by which something about people is derived.
func settingsSum(rules work.Rules, searches search.Settings) uint32 {
	text, err := json.Marshal([]any{rules.Clone(), searches})
	if err != nil { // there is nothing in them that has no JSON
		panic(err)
	}
	return crc32.Checksum(text, castagnoli)
}
