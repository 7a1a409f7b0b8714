package gormstore

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"

	"gorm.io/gorm"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/directory"
)

// packed is a file beside an SQLite database in which people lie as they are held in memory, as of one change; in a PostgreSQL
// database they lie in packedRows. The next start of
// the same program takes them from there, reads who changed since, and derives nobody else. A program that stops leaves the
// file, and one that has become idle, so that a start after a kill is short, too. Nobody is in it who was removed: it goes when
// somebody is, and is written again later. It may be deleted at any time.
//
// It says of which database it is in two ways. After a stop that is the database's file, to the byte, so that what was changed by
// hand since makes it worthless. While a program has the database open, and after a kill, it is a number that the database got
// when the file was written: what that database holds then follows on what is in the file.
type packed struct {
	database string        // the path of its file
	rows     *packedRows   // where they lie instead; nil for SQLite
	program  string        // which build this is and which file it was started from, "" when that is not known
	leaves   bool          // this program loads the directory and leaves the file for others
	closed   string        // what the database's file was before this program opened it, "" when it was not closed
	once     sync.Once     // begins
	ahead    chan unpacked // has what was unpacked
	waits    *unpacked     // what the first Load may take, nil before and after it
	settled  bool          // it is done
	used     bool          // and took it
	cleared  atomic.Bool   // something of somebody was destroyed of which a file may have been written
	guessed  atomic.Bool   // by the number: nobody knows what was changed by hand

	writing sync.Mutex // one writes a file, or compares what was in one
	naming  sync.Mutex // guards state and what has the file's name
	is      packedState
}

// packedState is what is known of the file.
type packedState struct {
	removed int // how often it had to go
	since   int // how many people changed since it was written, at least
}

// PackedSuffix is how the name of the file ends, after that of the database. There are people in it, and in one that is being
// written and has PackedUnfinished.
const (
	PackedSuffix     = ".people"
	PackedUnfinished = PackedSuffix + ".new"
)

// newPacked is for a database that is about to be opened; nil for an SQLite database that is not in a file.
func newPacked(location string) *packed {
	scheme, path, _ := strings.Cut(location, ":")
	if scheme != "sqlite" {
		p := &packed{rows: new(packedRows), ahead: make(chan unpacked, 1)}
		if started, err := running(); err == nil {
			p.program = buildOf(started)
		}
		return p
	}
	if path == "" {
		return nil
	}
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target // SQLite's log lies beside it
	} else if _, err := os.Lstat(path); err == nil {
		return nil // a link to nothing: nobody knows yet where the database will be
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

// unpacked is what lay in the file.
type unpacked struct {
	heading
	people *directory.Newcomers // nil for nobody
	mapped bool                 // their text lies in a file without a name
	letGo  func()               // when nobody uses the people
}

// begin begins to unpack, beside what else a start does.
func (p *packed) begin(ctx context.Context) {
	p.once.Do(func() { go func() { p.ahead <- p.unpack(ctx) }() })
}

// unpack reads the file, and removes one that is of no use, or rows.
func (p *packed) unpack(ctx context.Context) (u unpacked) {
	if p.rows != nil {
		u, err := p.unpackRows(ctx)
		if err != nil { // everybody is derived
			return unpacked{}
		}
		return u
	}
	_ = os.Remove(p.database + PackedUnfinished) // of a program that was killed
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

// take returns all people as of a change that the database had, and what was written after that until now; nil when they have to
// be derived. What is derived by, and the last change, are known by now. Only the first Load gets something, and only that of a
// program that leaves the file: a command asks the database, for it may look whether all can be read there.
func (p *packed) take(h handle, now *directory.Changes) (people *directory.Newcomers, since written, err error) {
	p.await()
	if p == nil || p.waits == nil || p.waits.people == nil {
		return nil, nil, nil
	}
	since, fits, err := p.waits.until(h, p.closed, now)
	if p.used = fits && err == nil; !p.used {
		return nil, nil, err
	}
	return p.waits.people, since, nil
}

// until returns what was written after the file, and whether what is in the file, with that, is what the database holds now.
func (u *unpacked) until(h handle, closed string, now *directory.Changes) (since written, fits bool, err error) {
	if u.settings != settingsSum(*now.Rules, *now.Search) || u.change > now.Last {
		return nil, false, nil
	}
	if u.exact(closed) {
		return written{}, u.closed == closed && u.change == now.Last, nil
	}
	if mark, err := markOf(h.Handle); err != nil || mark != u.mark || mark == 0 {
		return nil, false, err
	}
	since, err = h.writtenAfter(u.change)
	return since, err == nil, err
}

// exact reports whether the database's file tells if the people are its own: it was closed both times.
func (u *unpacked) exact(closed string) bool { return u.closed != "" && closed != "" }

// expects reports whether a Load may take what is unpacked ahead: the first one.
func (p *packed) expects() bool { return p != nil && p.leaves && !p.settled }

// await waits for what is unpacked ahead.
func (p *packed) await() {
	if p.expects() && p.waits == nil {
		u := <-p.ahead
		p.waits = &u
	}
}

// settle is called when a Load is done: nobody is taken any more. It reports whether texts of those who were lie in a file.
func (p *packed) settle() (mapped bool) {
	if p == nil || p.waits == nil {
		return false
	}
	u := p.waits
	p.waits, p.settled = nil, true
	switch {
	case u.people == nil:
	case !p.used:
		u.letGo()
		p.forget()
	case u.exact(p.closed):
		p.unseal(u.heading)
	default:
		p.guessed.Store(true)
	}
	return p.used && u.mapped
}

// newMark returns a number that no file has yet, as good as certainly.
func newMark() int32 { return 1 + rand.Int32N(math.MaxInt32) } //nolint:gosec // it tells files apart, and is no secret

func setMark(ctx context.Context, h database.Handle, mark int32) error {
	return h.Exec(ctx, func(db *gorm.DB) *gorm.DB { return db.Exec(fmt.Sprintf("PRAGMA user_version = %d", mark)) }).Error
}

// forget removes the file, also one that is being written: somebody in it was removed, or it is of no use.
func (p *packed) forget() {
	if p == nil {
		return
	}
	p.naming.Lock()
	defer p.naming.Unlock()
	p.is = packedState{removed: p.is.removed + 1}
	if p.rows != nil { // the step that removes somebody empties them
		return
	}
	_ = os.Remove(p.database + PackedSuffix)
	_ = os.Remove(p.database + PackedUnfinished)
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
	if p.is.removed == before.removed {
		err = os.Rename(p.database+PackedUnfinished, p.database+PackedSuffix)
	}
	if p.is.removed != before.removed || errors.Is(err, fs.ErrNotExist) { // this program removed somebody, or another one
		_ = os.Remove(p.database + PackedUnfinished)
		return false, nil
	}
	p.is.since -= before.since
	return err == nil, err
}

// noteCleared looks in what was written since a file for people of whom a rule about who left destroyed something: the file still
// has that, and the next note removes it.
func (p *packed) noteCleared(wrote written) {
	if p != nil && len(wrote[nounCleared]) > 0 {
		p.cleared.Store(true)
	}
}

// note says that people, or settings by which they are derived, changed in the database and are in the newest view.
func (p *packed) note(c *directory.Changes) {
	if p == nil {
		return
	}
	if p.cleared.Swap(false) || len(c.RemovedPeople) > 0 || c.After > 0 && (c.Rules != nil || c.Search != nil) {
		p.forget()
	}
	p.naming.Lock()
	p.is.since += len(c.People)
	p.naming.Unlock()
}

// worthSaving is how many people there are at least when SavePeople does anything. It writes them again when more than one in
// staleAfter changed.
var (
	worthSaving = 1000 // fewer in tests
	staleAfter  = 50   // likewise
)

// SavePeople leaves the people of whom this program loaded the directory for a start after a kill. It does nothing as long as few
// changed since the last time.
//
// After a start that derived everybody their texts then lie in that file, those of a PostgreSQL database in one without a name,
// where files can be mapped: memory holds little more than where they are, and the system may take pages of the file back. Who
// changes later is in memory as before. It is for one goroutine of a server.
func (s *Store) SavePeople(ctx context.Context) error {
	p := s.club.packed
	if p == nil {
		return s.club.moveText()
	}
	p.writing.Lock()
	defer p.writing.Unlock()
	if p.rows != nil {
		return errors.Join(s.renewRows(ctx), s.club.moveText())
	}
	if !p.leaves || p.program == "" {
		return nil
	}
	was := p.state()
	v := s.club.View() // after state: nobody is in it for whom a file had to go before
	if v == nil || v.Size() < worthSaving || len(v.Damaged()) > 0 {
		return nil
	}
	if _, err := os.Stat(p.database + PackedSuffix); err == nil && was.since*staleAfter <= v.Size() {
		return nil
	}
	file, _, err := s.save(ctx, was, v)
	if err != nil || file == nil {
		return err
	}
	defer file.Close() //nolint:errcheck // it stays mapped
	if p.used || s.club.moved {
		return nil
	}
	return s.club.lieIn(v, file, headingSize)
}

// save writes the file of a view that was taken after a state, and returns it open; nil when somebody was removed meanwhile. The
// caller has the turn to write.
func (s *Store) save(ctx context.Context, was packedState, v *directory.View) (file *os.File, h heading, err error) {
	p := s.club.packed
	h = heading{change: v.Number(), mark: newMark(), settings: settingsSum(v.VolunteerRules(), v.SearchSettings())}
	if file, err = p.write(v, &h); err != nil {
		return nil, h, err
	}
	named := false
	if err = setMark(ctx, s.db.Handle(), h.mark); err == nil {
		if named, err = p.name(was); named {
			// Another program that removed somebody forgets the file after that. Either it finds this one, or it is found here.
			if err = s.club.Refresh(ctx); err != nil {
				p.forget()
			}
		}
	}
	if err != nil || !named {
		return nil, h, errors.Join(err, file.Close(), gone(os.Remove(p.database+PackedUnfinished)))
	}
	return file, h, nil
}

// gone is an error of removing a file but that it is not there.
func gone(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// leave is save for a program that is about to close the database. It returns nil when there is nobody to leave.
func (s *Store) leave(ctx context.Context) (file *os.File, h heading) {
	p := s.club.packed
	if p == nil || p.rows != nil || !p.leaves || s.club.View() == nil {
		return nil, h
	}
	p.writing.Lock()
	defer p.writing.Unlock()
	was := p.state()
	v := s.club.newest(ctx)
	if v == nil {
		p.forget()
		return nil, h
	}
	file, h, err := s.save(ctx, was, v)
	if err != nil {
		p.forget()
	}
	return file, h
}
