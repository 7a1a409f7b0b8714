package gormstore

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/person"
)

// packed is a file beside an SQLite database in which people lie as they are held in memory, while no program has the database
// open. The next start of the same program takes them from there, and derives nothing. It removes the file first: no file but the
// database names people while they change. The file counts only for the database from which it was made, to the byte, and may
// be deleted at any time.
type packed struct {
	database string        // the path of its file
	program  string        // which file this program was started from, "" when that is not known
	leaves   bool          // the file is left at the end
	stamp    string        // what the database and the program were when this program opened it, "" when nothing may be unpacked
	once     sync.Once     // begins
	ahead    chan unpacked // has what was unpacked
	taken    atomic.Bool   // somebody asked
	used     bool          // and got people
	moved    atomic.Bool   // MoveText was tried
}

// PackedSuffix is how the name of the file ends, after that of the database. There are people in it.
const PackedSuffix = ".people"

// unfinished comes after the name while the file is being written.
const unfinished = ".new"

// newPacked is for a database that is about to be opened; nil for one that is not in a file.
func newPacked(location string) *packed {
	scheme, path, _ := strings.Cut(location, ":")
	if scheme != "sqlite" || path == "" {
		return nil
	}
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target // SQLite's log lies beside it
	}
	p := &packed{database: path, ahead: make(chan unpacked, 1)}
	p.program, _ = running()
	p.stamp, _ = p.now() // without one everybody is derived
	return p
}

// now returns what the program and the database are: size, time and head of their files. The log beside a database goes when the
// last one closes it, so one that is there is an error. A change by hand may leave the head as it was; the time tells it.
func (p *packed) now() (string, error) {
	if _, err := os.Stat(p.database + "-wal"); err == nil || p.program == "" {
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
	build := ""
	if info, known := debug.ReadBuildInfo(); known {
		build = info.String()
	}
	info, err := os.Stat(p.database)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s %08x %x %d %d", p.program, crc32.ChecksumIEEE([]byte(build)), head,
		info.Size(), info.ModTime().UnixNano()), nil
}

// unpacked is what lay in the file.
type unpacked struct {
	people *directory.Newcomers // nil for nobody
	change int64                // the last change of the database in it
	letGo  func()               // when nobody uses the people
}

// begin begins to unpack, beside what else a start does.
func (p *packed) begin() {
	if p != nil {
		p.once.Do(func() { go func() { p.ahead <- p.unpack() }() })
	}
}

// take returns all people as of a change of the database, once; nil when they have to be derived.
func (p *packed) take(change int64) *directory.Newcomers {
	if p == nil || p.taken.Swap(true) {
		return nil
	}
	p.begin()
	u := <-p.ahead
	if p.used = u.people != nil && u.change == change; p.used {
		return u.people
	}
	if u.letGo != nil {
		u.letGo()
	}
	return nil
}

// unpack removes the file.
func (p *packed) unpack() (u unpacked) {
	name := p.database + PackedSuffix
	_ = os.Remove(name + unfinished) // of a program that was killed
	file, err := os.Open(name)
	removed := os.Remove(name) // also what this user may not read
	if err != nil {
		return u
	}
	defer file.Close() //nolint:errcheck // it was read
	if removed != nil || p.stamp == "" {
		return u
	}
	text, letGo, err := contents(file)
	if err != nil {
		return u
	}
	people := new(directory.Newcomers)
	if u.change, err = p.read(text, people); err != nil {
		letGo()
		return unpacked{}
	}
	u.people, u.letGo = people, letGo
	return u
}

// The file has a checksum of four bytes, CRC-32C of what follows; a line with form and the stamp; and the people.
const (
	form    = "clubhuis people 1 as of change %d of "
	sumSize = 4
)

var (
	castagnoli  = crc32.MakeTable(crc32.Castagnoli)
	errUnpacked = errors.New("the people are not those of this database and program")
)

// read adds the people in a file to others and returns which change they are as of.
func (p *packed) read(text string, people *directory.Newcomers) (change int64, err error) {
	all := bytesOf(text)
	if len(all) < sumSize || crc32.Checksum(all[sumSize:], castagnoli) != binary.LittleEndian.Uint32(all) {
		return 0, errUnpacked
	}
	head, rest, _ := strings.Cut(text[sumSize:], "\n")
	if _, err := fmt.Sscanf(head, form, &change); err != nil {
		return 0, err
	}
	if head != fmt.Sprintf(form, change)+p.stamp {
		return 0, errUnpacked
	}
	return change, people.AddPacked(rest)
}

// bytesOf returns the bytes of a text, which nobody may change, without a copy: there are a great many.
func bytesOf(text string) []byte { return unsafe.Slice(unsafe.StringData(text), len(text)) } //nolint:gosec // read only

// pack writes the people of a view, of a database that is closed. What fails leaves nothing: the next start takes longer.
func (p *packed) pack(v *directory.View) {
	parts, whole := v.Packed()
	if !whole {
		return
	}
	stamp, err := p.now()
	if err != nil {
		return
	}
	name := p.database + PackedSuffix
	_ = os.Remove(name + unfinished)
	file, err := os.OpenFile(name+unfinished, os.O_CREATE|os.O_WRONLY|os.O_EXCL, 0o600)
	if err != nil {
		return
	}
	sum := crc32.New(castagnoli)
	w := bufio.NewWriter(io.MultiWriter(file, sum))
	_, err = file.Write(make([]byte, sumSize))
	_, failed := fmt.Fprintf(w, form+"%s\n", v.Number(), stamp)
	err = errors.Join(err, failed)
	for part := range parts {
		_, failed := w.Write(part)
		err = errors.Join(err, failed)
	}
	err = errors.Join(err, w.Flush())
	_, failed = file.WriteAt(binary.LittleEndian.AppendUint32(nil, sum.Sum32()), 0)
	if err = errors.Join(err, failed, file.Close()); err == nil {
		err = os.Rename(name+unfinished, name)
	}
	if err != nil {
		_ = os.Remove(name + unfinished)
	}
	if again, err := p.now(); err != nil || again != stamp { // another program opened it meanwhile
		_ = os.Remove(name)
	}
}

// worthMoving is how many people there are at least when MoveText does anything.
var worthMoving = 1000 // fewer in tests

// MoveText lets the texts of an SQLite database's people lie in a file that has no name any more, as after a start from what
// another program left. Memory then holds little more than where they are, and the system may take pages of the file back.
// It is tried once, where files can be mapped; who changes later is in memory as before.
func (s *Store) MoveText() error {
	p, v := s.club.packed, s.club.View()
	if !mapsFiles || p == nil || !p.leaves || p.used || v == nil || v.Size() < worthMoving || p.moved.Swap(true) {
		return nil
	}
	parts, whole := v.Packed()
	if !whole {
		return nil
	}
	name := p.database + PackedSuffix + unfinished
	file, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer file.Close() //nolint:errcheck // it stays mapped
	if err := os.Remove(name); err != nil {
		return err
	}
	w := bufio.NewWriter(file)
	for part := range parts {
		if _, err := w.Write(part); err != nil {
			return err
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	text, letGo, err := contents(file)
	if err != nil {
		return err
	}
	people := new(directory.Newcomers)
	if err := people.AddPacked(text); err != nil {
		letGo()
		return err
	}
	return s.club.Replace(v, people)
}

// newest returns the view when it is all that an SQLite database holds of people, else nil. It asks for each of them: whoever
// changed the database by hand expects that a start takes that over.
func (c *club) newest(ctx context.Context) *directory.View {
	v := c.View()
	if c.packed == nil || !c.packed.leaves || v == nil {
		return nil
	}
	size, alike := 0, false
	err := c.db.Snapshot(ctx, func(inside database.Handle) error {
		size, alike = 0, false // it may run twice
		h := handle{Handle: inside, club: c}
		last, err := lastChange(ctx, inside)
		if err != nil {
			return err
		}
		rules, err := h.volunteerRules().known()
		if err != nil {
			return err
		}
		searched, err := h.searchSettings().known()
		if err != nil {
			return err
		}
		alike = last == v.Number() && reflect.DeepEqual(rules.Clone(), v.VolunteerRules()) &&
			slices.Equal(searched.Fields, v.SearchSettings().Fields)
		if !alike {
			return nil
		}
		return people{h}.readAll(func(p person.Stored) {
			size++
			held, there := v.Stored(p.ID)
			alike = alike && there && equal(&held, &p)
		})
	})
	if err != nil || !alike || size != v.Size() {
		return nil
	}
	return v
}

// equal reports whether two people are stored alike.
func equal(a, b *person.Stored) bool {
	return a.Document == b.Document && a.Meta == b.Meta && a.Revision == b.Revision && a.Editor == b.Editor &&
		a.Author == b.Author && a.Administered == b.Administered && a.Photo == b.Photo &&
		a.Created.Equal(b.Created) && a.Modified.Equal(b.Modified) &&
		b.Unreadable == nil && slices.Equal(a.Labels, b.Labels) && slices.Equal(a.Relations, b.Relations)
}
