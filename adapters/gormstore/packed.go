package gormstore

import (
	"bufio"
	"context"
	"database/sql"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"

	"gorm.io/gorm"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/search"
	"github.com/clubhuis/clubhuis/core/work"
)

// packed is a file beside an SQLite database in which people lie as they are held in memory, as of one change. The next start of
// the same program takes them from there, reads who changed since, and derives nobody else. A program that stops leaves the
// file, and one that has become idle, so that a start after a kill is short, too. Nobody is in it who was removed: it goes when
// somebody is, and is written again later. It may be deleted at any time.
//
// It says of which database it is in two ways. After a stop that is the database's file, to the byte, so that what was changed by
// hand since makes it worthless. After a kill it is a number that the database got when the file was written: what that
// database holds then follows on what is in the file.
type packed struct {
	database string        // the path of its file
	program  string        // which build this is and which file it was started from, "" when that is not known
	leaves   bool          // the file is left for others
	closed   string        // what the database's file was before this program opened it, "" when it was not closed
	once     sync.Once     // begins
	ahead    chan unpacked // has what was unpacked
	taken    atomic.Bool   // somebody asked
	used     bool          // and got people
	guessed  atomic.Bool   // from before a kill: nobody knows what was changed by hand
	moved    atomic.Bool   // texts were moved to a file

	writing sync.Mutex // one writes a file
	naming  sync.Mutex // guards state and what has the file's name
	is      packedState
}

// packedState is what is known of the file.
type packedState struct {
	named   bool // there is one
	removed int  // how often it had to go
	since   int  // how many people changed since it was written, at least
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
	if started, err := running(); err == nil {
		build := ""
		if info, known := debug.ReadBuildInfo(); known {
			build = info.String()
		}
		p.program = fmt.Sprintf("%s %08x", started, crc32.ChecksumIEEE([]byte(build)))
	}
	p.closed, _ = p.stamp()
	return p
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

// unpacked is what lay in the file.
type unpacked struct {
	heading
	people *directory.Newcomers // nil for nobody
	letGo  func()               // when nobody uses the people
}

// begin begins to unpack, beside what else a start does.
func (p *packed) begin() {
	if p != nil {
		p.once.Do(func() { go func() { p.ahead <- p.unpack() }() })
	}
}

// take returns all people as of a change that the database had, and what was written after that until now, once; nil when they
// have to be derived. What is derived by, and the last change, are known by now.
func (p *packed) take(h handle, now *directory.Changes) (people *directory.Newcomers, since written, err error) {
	if p == nil || p.taken.Swap(true) {
		return nil, nil, nil
	}
	p.begin()
	u := <-p.ahead
	if u.people == nil {
		return nil, nil, nil
	}
	since, fits, err := u.until(h, p.closed, now)
	if err != nil || !fits {
		u.letGo()
		p.forget()
		return nil, nil, err
	}
	p.used = true
	p.guessed.Store(p.closed == "")
	return u.people, since, nil
}

// until returns what was written after the file, and whether what is in the file, with that, is what the database holds now.
func (u *unpacked) until(h handle, closed string, now *directory.Changes) (since written, fits bool, err error) {
	if u.settings != settingsSum(*now.Rules, *now.Search) {
		return nil, false, nil
	}
	if closed != "" {
		return written{}, u.closed == closed && u.change == now.Last, nil
	}
	if mark, err := markOf(h.Handle); err != nil || u.mark == 0 || mark != u.mark || u.change > now.Last {
		return nil, false, err
	}
	since, err = h.writtenAfter(u.change)
	return since, err == nil, err
}

// settingsSum tells settings apart by which something about people is derived.
func settingsSum(rules work.Rules, searches search.Settings) uint32 {
	text, err := json.Marshal([]any{rules.Clone(), searches})
	if err != nil { // there is nothing in them that has no JSON
		panic(err)
	}
	return crc32.Checksum(text, castagnoli)
}

// markOf returns the number that says which file is of a database: SQLite's user_version, which nothing else uses and no copy of
// the records takes along.
func markOf(h database.Handle) (mark int32, err error) {
	err = database.ScanOne(h.Read.Raw("PRAGMA user_version"), func(row *sql.Rows) error { return row.Scan(&mark) })
	return mark, err
}

// mark gives the database a new number.
func (s *Store) mark(ctx context.Context) (mark int32, err error) {
	mark = 1 + rand.Int32N(math.MaxInt32) //nolint:gosec // it tells files apart, and is no secret
	return mark, s.db.Handle().Exec(ctx, func(db *gorm.DB) *gorm.DB {
		return db.Exec(fmt.Sprintf("PRAGMA user_version = %d", mark))
	}).Error
}

// unpack reads the file, and removes one that is of no use.
func (p *packed) unpack() (u unpacked) {
	_ = os.Remove(p.database + PackedSuffix + unfinished) // of a program that was killed
	file, err := os.Open(p.database + PackedSuffix)
	if errors.Is(err, fs.ErrNotExist) {
		return u
	}
	if err == nil {
		u, err = p.unpackFrom(file)
		_ = file.Close() // it was read
	}
	if err != nil {
		p.forget()
		return unpacked{}
	}
	p.naming.Lock()
	p.is.named = true
	p.naming.Unlock()
	return u
}

func (p *packed) unpackFrom(file *os.File) (u unpacked, err error) {
	text, letGo, err := contents(file)
	if err != nil {
		return u, err
	}
	u = unpacked{people: new(directory.Newcomers), letGo: letGo}
	if u.heading, err = p.read(text, u.people); err != nil {
		letGo()
	}
	return u, err
}

// forget removes the file: somebody in it was removed, or it is of no use.
func (p *packed) forget() {
	if p == nil {
		return
	}
	p.naming.Lock()
	defer p.naming.Unlock()
	p.is = packedState{removed: p.is.removed + 1}
	_ = os.Remove(p.database + PackedSuffix)
}

func (p *packed) state() packedState {
	p.naming.Lock()
	defer p.naming.Unlock()
	return p.is
}

// name gives a file that was written the name under which the next start looks for it, unless one had to go meanwhile: whoever
// was removed may be in it.
func (p *packed) name(before packedState) (named bool, err error) {
	p.naming.Lock()
	defer p.naming.Unlock()
	name := p.database + PackedSuffix
	if p.is.removed != before.removed {
		return false, os.Remove(name + unfinished)
	}
	if err := os.Rename(name+unfinished, name); err != nil {
		return false, errors.Join(err, os.Remove(name+unfinished))
	}
	p.is.named = true
	p.is.since -= before.since
	return true, nil
}

// note says that people changed in the database, and in the newest view.
func (p *packed) note(c *directory.Changes) {
	if p == nil {
		return
	}
	if len(c.RemovedPeople) > 0 {
		p.forget()
	}
	p.naming.Lock()
	p.is.since += len(c.People)
	p.naming.Unlock()
}

// heading is what the file says of itself.
type heading struct {
	change   int64  // the last one in it
	mark     int32  // which the database got with it, 0 for none
	settings uint32 // by which people were derived
	closed   string // what the database's file was, "" while it was open
}

// The file has a checksum of four bytes, CRC-32C of what follows; a line with form, program and what the database was; and the
// people.
const (
	form    = "clubhuis people 2 as of change %d, mark %d, settings %08x, of "
	sumSize = 4
)

func (p *packed) headingLine(h heading) string {
	return fmt.Sprintf(form, h.change, h.mark, h.settings) + p.program + ", " + h.closed + "\n"
}

var (
	castagnoli  = crc32.MakeTable(crc32.Castagnoli)
	errUnpacked = errors.New("the people are not those of this program")
)

// read adds the people in a file to others.
func (p *packed) read(text string, people *directory.Newcomers) (h heading, err error) {
	all := bytesOf(text)
	if len(all) < sumSize || crc32.Checksum(all[sumSize:], castagnoli) != binary.LittleEndian.Uint32(all) {
		return h, errUnpacked
	}
	line, rest, _ := strings.Cut(text[sumSize:], "\n")
	if _, err := fmt.Sscanf(line, form, &h.change, &h.mark, &h.settings); err != nil {
		return h, err
	}
	_, h.closed, _ = strings.Cut(line, p.program+", ")
	if p.program == "" || line+"\n" != p.headingLine(h) {
		return h, errUnpacked
	}
	return h, people.AddPacked(rest)
}

// bytesOf returns the bytes of a text, which nobody may change, without a copy: there are a great many.
func bytesOf(text string) []byte { return unsafe.Slice(unsafe.StringData(text), len(text)) } //nolint:gosec // read only

// write writes a file under a name for unfinished ones, and returns it open, with how many bytes come before its people. Nothing
// stays of one that fails.
func (p *packed) write(v *directory.View, mark int32, closed string) (file *os.File, before int64, err error) {
	parts, whole := v.Packed()
	if !whole || p.program == "" {
		return nil, 0, errors.New("not everybody can be packed")
	}
	name := p.database + PackedSuffix + unfinished
	file, err = os.OpenFile(name, os.O_CREATE|os.O_RDWR|os.O_EXCL, 0o600)
	if err != nil {
		return nil, 0, err
	}
	sum := crc32.New(castagnoli)
	w := bufio.NewWriter(io.MultiWriter(file, sum))
	_, err = file.Write(make([]byte, sumSize))
	h := heading{v.Number(), mark, settingsSum(v.VolunteerRules(), v.SearchSettings()), closed}
	line, failed := io.WriteString(w, p.headingLine(h))
	err = errors.Join(err, failed)
	for part := range parts {
		_, failed := w.Write(part)
		err = errors.Join(err, failed)
	}
	err = errors.Join(err, w.Flush())
	_, failed = file.WriteAt(binary.LittleEndian.AppendUint32(nil, sum.Sum32()), 0)
	if err = errors.Join(err, failed); err != nil {
		_ = file.Close()
		_ = os.Remove(name)
	}
	return file, int64(sumSize + line), err
}

// pack leaves the people of a view, of a database that is closed, and reports whether it did. Where that fails the next start
// takes longer.
func (p *packed) pack(v *directory.View, mark int32) bool {
	p.writing.Lock()
	defer p.writing.Unlock()
	closed, err := p.stamp()
	if err != nil {
		return false
	}
	file, _, err := p.write(v, mark, closed)
	if err != nil {
		return false
	}
	name := p.database + PackedSuffix
	if err := errors.Join(file.Close(), os.Rename(name+unfinished, name)); err != nil {
		_ = os.Remove(name + unfinished)
		return false
	}
	again, err := p.stamp()
	return err == nil && again == closed // else another program opened it meanwhile
}

// worthSaving is how many people there are at least when SavePeople does anything. It writes them again when more than one in
// staleAfter changed.
var (
	worthSaving = 1000 // fewer in tests
	staleAfter  = 50   // likewise
)

// SavePeople leaves the people of an SQLite database, of which this program loaded the directory, for a start after a kill.
// After a start that derived everybody their texts then lie in that file, where files can be mapped: memory holds little more
// than where they are, and the system may take pages of the file back. Who changes later is in memory as before. It does nothing
// as long as few changed since the last time.
func (s *Store) SavePeople(ctx context.Context) error {
	p := s.club.packed
	if p == nil || !p.leaves {
		return nil
	}
	p.writing.Lock()
	defer p.writing.Unlock()
	was := p.state()
	v := s.club.View() // after state: nobody is in it for whom a file had to go before
	if v == nil || v.Size() < worthSaving || was.named && was.since*staleAfter <= v.Size() || len(v.Damaged()) > 0 {
		return nil
	}
	mark, err := s.mark(ctx)
	if err != nil {
		return err
	}
	file, before, err := p.write(v, mark, "")
	if err != nil {
		return err
	}
	defer file.Close() //nolint:errcheck // it stays mapped
	if named, err := p.name(was); err != nil || !named || !mapsFiles || p.used || p.moved.Swap(true) {
		return err
	}
	text, letGo, err := contents(file)
	if err != nil {
		return err
	}
	people := new(directory.Newcomers)
	if err := people.AddPacked(text[before:]); err != nil {
		letGo()
		return err
	}
	return s.club.Replace(v, people)
}
