package gormstore

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/clubhuis/clubhuis/adapters/gormstore/database"
	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/feedback"
	"github.com/clubhuis/clubhuis/core/group"
	"github.com/clubhuis/clubhuis/core/person"
	"github.com/clubhuis/clubhuis/ports"
)

// club is the directory of one database.
type club struct {
	directory.Directory
	db     database.Handle
	packed *packed       // nil for an SQLite database that is in no file
	moved  bool          // the texts of people lie in a file
	turn   chan struct{} // holds one while the directory is brought up to date

	feedback *known[feedback.Item]

	programmes sync.Map // what was read of sources of matches: the source to a readMatches
}

// inTurn lets one after the other bring the directory up to date. Whoever's context ends does not go on waiting for another
// one, whom the database may keep.
func (c *club) inTurn(ctx context.Context, do func() error) error {
	select {
	case c.turn <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-c.turn }()
	return do()
}

var _ ports.Directory = (*club)(nil)

// Load implements ports.Directory.
func (c *club) Load(ctx context.Context) error {
	if c.packed.expects() {
		c.packed.begin(ctx)
	}
	everything, err := c.read(ctx, func(handle) (written, error) { return nil, nil })
	if err != nil {
		return err
	}
	if err := c.Directory.Load(everything); err != nil {
		return err
	}
	if c.packed.settle() {
		c.moved = true
	}
	c.packed.note(&everything)
	return nil
}

// CatchUp implements ports.Directory.
func (c *club) CatchUp(ctx context.Context, change int64) error {
	if v := c.View(); v != nil && v.Number() >= change {
		return nil
	}
	return c.inTurn(ctx, func() error { return c.catchUp(ctx, change) })
}

func (c *club) catchUp(ctx context.Context, change int64) error {
	var changes directory.Changes
	err := c.Directory.CatchUp(change, func(after int64) (_ directory.Changes, err error) {
		changes, err = c.read(ctx, func(h handle) (written, error) {
			wrote, err := h.writtenAfter(after)
			c.packed.noteCleared(wrote)
			return wrote, err
		})
		changes.After = after
		return changes, err
	})
	c.packed.note(&changes)
	return err
}

// Refresh implements ports.Directory. What was never loaded it loads, and anew where the database went back.
func (c *club) Refresh(ctx context.Context) error {
	known := c.View()
	if known == nil {
		return c.Load(ctx)
	}
	last, err := lastChange(ctx, c.db)
	if err != nil {
		return err
	}
	if last < known.Number() {
		return c.inTurn(ctx, func() error { return c.reload(ctx) })
	}
	return c.CatchUp(ctx, last)
}

// reload reads everything anew when the database is at an earlier change than was known: a standby has taken over that had not
// got the last ones, which nobody has any more.
func (c *club) reload(ctx context.Context) error {
	known := c.View().Number()
	last, err := lastChange(ctx, c.db)
	if err != nil {
		return err
	}
	if last >= known { // another one loaded it meanwhile
		return c.catchUp(ctx, last)
	}
	slog.WarnContext(ctx, "the database has lost changes, and everything is read anew", "known", known, "there", last)
	c.feedback.forget()
	return c.Load(ctx)
}

// patience is how long a step that is done waits for what others wrote before it.
var patience = 5 * time.Second // less in tests

// follow brings what a step wrote into the directory, if that was loaded. An error says that the database can't be asked any
// more for what others wrote before: the step is done all the same, and who asks next catches up. Whoever asked for the step
// may have gone meanwhile: that does not make a failure of it.
func (c *club) follow(ctx context.Context, wrote notes, number int64) error {
	if c.View() == nil {
		if wrote.removeSomebody() {
			c.packed.forget()
		}
		return nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	err := c.inTurn(ctx, func() error {
		if changes, complete := wrote.changes(number); complete {
			contained, err := c.Apply(changes)
			c.packed.note(&changes)
			if contained || err != nil {
				return err
			}
		}
		return c.catchUp(ctx, number)
	})
	if errors.Is(err, context.DeadlineExceeded) {
		err = fault.ErrUnreachable.Because(err)
	}
	return err
}

func lastChange(ctx context.Context, h database.Handle) (number int64, err error) {
	err = database.ScanOne(h.Read.WithContext(ctx).Raw("SELECT number FROM change_counter"), func(row *sql.Rows) error {
		return row.Scan(&number)
	})
	return number, err
}

// written are the numbers of the records that were written, by their noun; nil stands for all there are.
type written map[string][]int64

// of returns the records of a noun, nil for all, and whether there are any.
func (w written) of(noun string) (ids []int64, some bool) {
	ids = w[noun]
	return ids, w == nil || ids != nil
}

func (h handle) writtenAfter(number int64) (written, error) {
	w := written{}
	return w, database.ScanAll(h.Read.Raw("SELECT noun, record FROM changes WHERE number > ?", number), func(row *sql.Rows) error {
		var noun string
		var record int64
		err := row.Scan(&noun, &record)
		w[noun] = append(w[noun], record)
		return err
	})
}

// read reads records as they stand at one moment.
func (c *club) read(ctx context.Context, what func(handle) (written, error)) (changes directory.Changes, err error) {
	err = c.db.Snapshot(ctx, func(inside database.Handle) error {
		changes = directory.Changes{} // it may run twice
		h := handle{Handle: inside, club: c}
		if changes.Last, err = lastChange(ctx, inside); err != nil {
			return err
		}
		wrote, err := what(h)
		if err != nil {
			return err
		}
		if err := h.lists(ctx, wrote, &changes); err != nil { // the settings come first: what is told of people follows from them, too
			return err
		}
		for _, read := range []func(written, *directory.Changes) error{groups{h}.changes, users{h}.changes, favorites{h}.changes,
			shares{h}.changes, workspaces{h}.changes, people{h}.changes} { // people last: they may be unpacked until then
			if err := read(wrote, &changes); err != nil {
				return err
			}
		}
		return nil
	})
	return changes, err
}

// changed reads the records of a noun that were written, and tells which of them are gone.
func changed[T any](wrote written, noun string, read func([]int64) ([]T, error), number func(*T) int64) (
	list []T, gone []int64, err error,
) {
	ids, some := wrote.of(noun)
	if !some {
		return nil, nil, nil
	}
	list, err = read(ids)
	there := make(map[int64]bool, len(ids))
	for i := range list {
		there[number(&list[i])] = true
	}
	for _, id := range ids {
		if !there[id] {
			gone = append(gone, id)
		}
	}
	return list, gone, err
}

func (s people) changes(wrote written, c *directory.Changes) (err error) {
	if wrote == nil {
		if c.Everybody, wrote, err = s.club.packed.take(s.handle, c); err != nil {
			return err
		}
		if c.Everybody == nil {
			c.Everybody = directory.NewNewcomers(*c.Rules, *c.Search)
			return s.readAll(c.Everybody.Add)
		}
		s.club.packed.noteCleared(wrote)
	}
	c.People, c.RemovedPeople, err = changed(wrote, nounPeople, func(ids []int64) ([]person.Stored, error) {
		return s.read(ids, " AND removed_at = 0", "")
	}, func(p *person.Stored) person.ID { return p.ID })
	return err
}

func (s groups) changes(wrote written, c *directory.Changes) error {
	rows, gone, err := changed(wrote, nounGroups, s.rows, func(row *groupRow) group.ID { return row.ID })
	c.RemovedGroups, c.DamagedGroups = gone, map[group.ID]error{}
	for i := range rows {
		if g, err := rows[i].group(); err == nil {
			c.Groups = append(c.Groups, g)
		} else {
			c.DamagedGroups[rows[i].ID] = err
		}
	}
	return err
}

func (s users) changes(wrote written, c *directory.Changes) error {
	ids, some := wrote.of(nounUsers)
	if !some {
		return nil
	}
	c.Linked = map[account.UserID]person.ID{}
	c.Given = map[account.UserID]access.Given{}
	c.Welcomed = map[account.UserID]time.Time{}
	for _, id := range ids {
		c.Linked[id], c.Given[id], c.Welcomed[id] = 0, access.Given{}, time.Time{}
	}
	where, args := s.among("id", ids)
	query := s.Read.Raw(
		"SELECT id, COALESCE(person_id, 0), given, welcomed_at FROM users WHERE "+
			"(person_id IS NOT NULL OR given <> '{}' OR welcomed_at <> 0) AND "+where,
		args...)
	return database.ScanAll(query, func(row *sql.Rows) error {
		var user account.UserID
		var id person.ID
		var text string
		var welcomed int64
		if err := row.Scan(&user, &id, &text, &welcomed); err != nil {
			return err
		}
		c.Linked[user] = id
		var given access.Given
		if json.Unmarshal([]byte(text), &given) != nil {
			given = access.Given{} // who was given something that can't be read was given nothing
		}
		c.Given[user], c.Welcomed[user] = given, database.Instant(welcomed)
		return nil
	})
}

func (s favorites) changes(wrote written, c *directory.Changes) error {
	ids, some := wrote.of(nounFavorites)
	if !some {
		return nil
	}
	c.Favorites = map[account.UserID][]account.Favorite{}
	for _, id := range ids {
		c.Favorites[id] = nil
	}
	where, args := s.among("user_id", ids)
	query := s.Read.Raw("SELECT user_id, kind, record_id FROM favorites WHERE "+where, args...)
	return database.ScanAll(query, func(row *sql.Rows) error {
		var user account.UserID
		var kind string
		var f account.Favorite
		err := row.Scan(&user, &kind, &f.ID)
		f.Kind = account.FavoriteKind(kind)
		c.Favorites[user] = append(c.Favorites[user], f)
		return err
	})
}

// lists reads what is always read as a whole.
func (h handle) lists(ctx context.Context, wrote written, c *directory.Changes) error {
	if _, some := wrote.of(nounRelationTypes); some {
		all, err := h.relationTypes().All(ctx)
		if c.RelationTypes = &all; err != nil {
			return err
		}
	}
	if _, some := wrote.of(nounLabels); some {
		all, err := h.labels().All(ctx)
		if c.Labels = &all; err != nil {
			return err
		}
	}
	if _, some := wrote.of(nounMatrix); some {
		decided, err := h.matrix().known()
		if c.Matrix = &decided; err != nil {
			return err
		}
	}
	if _, some := wrote.of(nounFactorRule); some {
		asked, err := h.factorRule().known()
		if c.FactorRule = &asked; err != nil {
			return err
		}
	}
	if _, some := wrote.of(nounFunctions); some {
		brought, err := h.functionMap().known()
		if c.Functions = &brought; err != nil {
			return err
		}
	}
	if _, some := wrote.of(nounWelcome); some {
		written, err := h.welcome().known()
		if c.Welcome = &written; err != nil {
			return err
		}
	}
	if _, some := wrote.of(nounFees); some {
		book, err := h.feeBook().known()
		if c.FeeBook = &book; err != nil {
			return err
		}
	}
	if _, some := wrote.of(nounFinance); some {
		money, err := h.finance().known()
		if c.Finance = &money; err != nil {
			return err
		}
	}
	if _, some := wrote.of(nounBulkJob); some {
		running, err := h.bulkJob().known()
		if c.BulkJob = &running; err != nil {
			return err
		}
	}
	if _, some := wrote.of(nounSuppressed); some {
		blocked, err := suppressions{h}.blocked()
		if c.Suppressed = &blocked; err != nil {
			return err
		}
	}
	if _, some := wrote.of(nounScreening); some {
		mails, err := h.screening().known()
		if c.Screening = &mails; err != nil {
			return err
		}
	}
	if _, some := wrote.of(nounLeavers); some {
		keeps, err := h.leaverRules().known()
		if c.Leavers = &keeps; err != nil {
			return err
		}
	}
	if _, some := wrote.of(nounJubilee); some {
		celebrated, err := h.jubilee().known()
		if c.Jubilee = &celebrated; err != nil {
			return err
		}
	}
	if _, some := wrote.of(nounTraining); some {
		schedule, err := h.training().known()
		if c.Training = &schedule; err != nil {
			return err
		}
	}
	if _, some := wrote.of(nounIdentity); some {
		club, err := h.identity().known()
		if c.Identity = &club; err != nil {
			return err
		}
	}
	if _, some := wrote.of(nounFirstStart); some {
		kept, err := h.firstStart().known()
		if c.FirstStart = &kept; err != nil {
			return err
		}
	}
	if _, some := wrote.of(nounSettings); !some {
		return nil
	}
	rules, err := h.volunteerRules().known()
	if c.Rules = &rules; err != nil {
		return err
	}
	searched, err := h.searchSettings().known()
	c.Search = &searched
	return err
}

// among returns a condition for the rows of these records, nil for all.
func (h handle) among(column string, ids []int64) (condition string, args []any) {
	if ids == nil {
		return "1 = 1", nil
	}
	list, arg := h.Dialect.Numbers(ids)
	return column + " IN " + list, []any{arg}
}
