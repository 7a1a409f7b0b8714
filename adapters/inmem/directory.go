package inmem

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/directory"
	"github.com/clubhuis/clubhuis/ports"
)

// noted is a record that a change touched.
type noted struct {
	change int64
	item
}

// item is one of what stands in a directory. Terms and settings have the number 0: all of them are one record.
type item struct {
	noun noun
	id   int64
}

type noun int

const (
	aPerson noun = iota
	aGroup
	theRelationTypes
	theLabels
	favoritesOf
	personOf
	theRules
	theSearch
	theMatrix
	theFunctions
	theWelcome
	theFees
	theFinance
	theBulkJob
	theSuppressed
	theScreening
	theJubilee
	theLeavers
	theFactorRule
	theTraining
	theIdentity
	theFirstStart
	aWorkspace
)

// note tells the directories that the step changed a record.
func (t *tables) note(noun noun, id int64) {
	t.log = append(t.log, noted{t.change + 1, item{noun, id}})
}

// since returns what changed after the change with the number.
func (t *tables) since(after int64) (directory.Changes, error) {
	c := directory.Changes{After: after, Last: t.change}
	seen := map[item]bool{}
	for _, n := range slices.Backward(t.log) {
		if n.change <= after {
			break
		}
		if !seen[n.item] {
			seen[n.item] = true
			t.tell(&c, n.item)
		}
	}
	return c, nil
}

// everything returns what a directory is loaded with.
func (t *tables) everything() directory.Changes {
	c := directory.Changes{Last: t.change}
	for id := range t.people {
		t.tell(&c, item{aPerson, id})
	}
	for id := range t.groups {
		t.tell(&c, item{aGroup, id})
	}
	for id := range t.users {
		t.tell(&c, item{personOf, id})
	}
	for id := range t.workspaces {
		t.tell(&c, item{aWorkspace, id})
	}
	for m := range t.favorites {
		t.tell(&c, item{favoritesOf, m.user})
	}
	for _, noun := range []noun{
		theRelationTypes, theLabels, theRules, theSearch, theMatrix, theFunctions, theWelcome, theFees, theFinance, theBulkJob,
		theSuppressed,
		theScreening, theJubilee, theLeavers, theFactorRule,
		theTraining, theIdentity, theFirstStart,
	} {
		t.tell(&c, item{noun, 0})
	}
	return c
}

// tell adds a record to changes as it stands now.
func (t *tables) tell(c *directory.Changes, r item) {
	switch r.noun {
	case aPerson:
		if p, err := t.person(r.id); err == nil {
			c.People = append(c.People, p.Store())
		} else {
			c.RemovedPeople = append(c.RemovedPeople, r.id)
		}
	case aGroup:
		if g, err := t.group(r.id); err == nil {
			c.Groups = append(c.Groups, g)
		} else {
			c.RemovedGroups = append(c.RemovedGroups, r.id)
		}
	case aWorkspace:
		if w, err := t.workspace(r.id); err == nil {
			c.Workspaces = append(c.Workspaces, w)
		} else {
			c.RemovedWorkspaces = append(c.RemovedWorkspaces, r.id)
		}
	case theRelationTypes:
		all := t.relationTypes.all()
		c.RelationTypes = &all
	case theLabels:
		all := t.labels.all()
		c.Labels = &all
	case favoritesOf:
		t.tellFavorites(c, r.id)
	case personOf:
		if c.Linked == nil {
			c.Linked, c.Given = map[account.UserID]int64{}, map[account.UserID]access.Given{}
			c.Welcomed = map[account.UserID]time.Time{}
			c.Shares = map[account.UserID]access.Shares{}
		}
		c.Shares[r.id] = t.shares[r.id].Clone()
		c.Given[r.id] = t.users[r.id].Given.Clone()
		c.Linked[r.id], c.Welcomed[r.id] = t.users[r.id].Person, t.users[r.id].Welcomed
	case theRules:
		rules := t.volunteerRules()
		c.Rules = &rules
	case theSearch:
		settings := t.searchSettings()
		c.Search = &settings
	case theMatrix:
		matrix := t.matrix.Clone()
		c.Matrix = &matrix
	case theFactorRule:
		asked := t.factorRule.Clone()
		c.FactorRule = &asked
	case theFunctions:
		functions := t.functionMap.Clone()
		c.Functions = &functions
	case theWelcome:
		welcome := t.welcomeMail()
		c.Welcome = &welcome
	case theFees:
		book := t.fees.Clone()
		c.FeeBook = &book
	case theFinance:
		finances := t.financeSettings()
		c.Finance = &finances
	case theScreening:
		mails := t.screening.Clone()
		c.Screening = &mails
	case theLeavers:
		keeps := t.leaverSettings()
		c.Leavers = &keeps
	case theJubilee:
		celebrated := t.jubileeSettings()
		c.Jubilee = &celebrated
	case theBulkJob:
		running := t.bulkJob()
		c.BulkJob = &running
	case theSuppressed:
		blocked := t.suppressed.blocked()
		c.Suppressed = &blocked
	case theTraining:
		schedule := t.training.Clone()
		c.Training = &schedule
	case theIdentity:
		club := t.identity
		c.Identity = &club
	case theFirstStart:
		kept := t.firstStart
		c.FirstStart = &kept
	}
}

func (t *tables) tellFavorites(c *directory.Changes, user account.UserID) {
	if _, told := c.Favorites[user]; told {
		return
	}
	if c.Favorites == nil {
		c.Favorites = map[account.UserID][]account.Favorite{}
	}
	c.Favorites[user] = nil
	for m := range t.favorites {
		if m.user == user {
			c.Favorites[user] = append(c.Favorites[user], m.Favorite)
		}
	}
}

// catchUp brings the directory to the tables, if it was ever loaded.
func (s *Store) catchUp(t *tables) error {
	if s.directory.View() == nil {
		return nil
	}
	return s.directory.CatchUp(t.change, t.since)
}

// club is the port over the directory of a store.
type club struct{ handle }

var _ ports.Directory = club{}

// errInside is what bringing a directory up to date inside a step is.
var errInside = errors.New("a directory is not brought up to date inside a step")

func (s club) View() *directory.View { return s.store.directory.View() }

func (s club) Room(people int) error { return s.store.directory.Room(people) }

func (s club) outside(ctx context.Context, step func(*tables) error) error {
	if s.inside != nil {
		return errInside
	}
	return s.run(ctx, step)
}

func (s club) Load(ctx context.Context) error {
	return s.outside(ctx, func(t *tables) error { return s.store.directory.Load(t.everything()) })
}

func (s club) CatchUp(ctx context.Context, change int64) error {
	if v := s.View(); v != nil && v.Number() >= change {
		return nil
	}
	return s.outside(ctx, func(t *tables) error { return s.store.directory.CatchUp(change, t.since) })
}

func (s club) Refresh(ctx context.Context) error {
	return s.outside(ctx, func(t *tables) error { return s.store.directory.CatchUp(t.change, t.since) })
}
