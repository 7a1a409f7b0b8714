// Package site reads the club's site and keeps what it told: members, teams with their rosters, and the pages of functions.
// Pages that have changed their shape stop a run before it writes.
//
// It writes nothing to the site, and what is made of what it read is decided elsewhere.
package site

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/sync/federation"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/engine"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/texts"
	"github.com/clubhuis/clubhuis/ports"
)

// Site is the club's site in a run.
type Site struct {
	*engine.Runner
	Club ports.ClubSite
}

// pagePause is between two pages (contract §8).
var pagePause = engine.Wait{Least: 500 * time.Millisecond, Most: 1500 * time.Millisecond}

// Members reads everybody, by code, and returns apart those whose row cannot be read. It reads a known member first, and one of
// those who were found when none of the known is there any more.
func (s *Site) Members(ctx context.Context, step *engine.Step, known []string) (Found, error) {
	there, err := s.readOne(ctx, step, known)
	if err != nil {
		return Found{}, err
	}
	rows, err := s.Club.Members(ctx)
	if errors.Is(err, federation.ErrShape) {
		return Found{}, engine.Stop(err)
	}
	unreadable, err := federation.Readable(err)
	if err == nil && !there {
		codes := make([]string, len(rows))
		for i := range rows {
			codes[i] = rows[i].Code
		}
		err = s.Canary(ctx, step, codes)
	}
	if err != nil {
		return Found{}, err
	}
	return Found{Rows: once(step, rows), Unreadable: unreadable}, nil
}

// Found is what the search found.
type Found struct {
	Rows       []federation.Member
	Unreadable []federation.UnreadableRow
}

// once returns the rows by member code, each code once: sites have told somebody twice.
func once(step *engine.Step, rows []federation.Member) []federation.Member {
	slices.SortStableFunc(rows, func(a, b federation.Member) int { return strings.Compare(a.Code, b.Code) })
	return slices.CompactFunc(rows, func(a, b federation.Member) bool {
		if a.Code == b.Code {
			step.Note(texts.MemberTwice, a.Code)
		}
		return a.Code == b.Code
	})
}

// Find is the row of a member in the search. Nobody is federation.ErrAbsent.
func (s *Site) Find(ctx context.Context, code string) (federation.Member, error) {
	rows, err := s.Club.Members(ctx)
	unreadable, err := federation.Readable(err)
	if err != nil {
		return federation.Member{}, err
	}
	for _, r := range unreadable {
		if r.Code == code {
			return federation.Member{}, federation.ErrAnswer.Because(r)
		}
	}
	for i := range rows {
		if rows[i].Code == code {
			return rows[i], nil
		}
	}
	return federation.Member{}, federation.ErrAbsent
}

// canaries is how many members are tried until one is found who is still there and can be read.
const canaries = 5

// Canary reads one of the members, if there are any. It fails when none of those that it tries is there.
func (s *Site) Canary(ctx context.Context, step *engine.Step, codes []string) error {
	there, err := s.readOne(ctx, step, codes)
	if err == nil && !there && len(codes) > 0 {
		err = federation.ErrAnswer.Because(errors.New(texts.NoKnownPage))
	}
	return err
}

// readOne reads one of the members, and reports whether one was there. Those that are tried are spread over all. One page may be
// odd, and is then noted: only when none can be read it stops the run, because the site's pages have changed, or fails, because
// the site does not answer.
func (s *Site) readOne(ctx context.Context, step *engine.Step, codes []string) (there bool, err error) {
	var changed, silent error
	var odd []string
	apart := max(1, len(codes)/canaries)
	for n, at := 0, 0; n < canaries && at < len(codes); n, at = n+1, at+apart {
		switch err := s.readPage(ctx, codes[at]); {
		case err == nil:
			for _, code := range odd {
				step.Note(texts.OddPage, code)
			}
			return true, nil
		case errors.Is(err, federation.ErrAbsent):
			continue
		case errors.Is(err, federation.ErrShape):
			changed = cmp.Or(changed, err)
		case errors.Is(err, federation.ErrAnswer) && !engine.Stops(ctx, err):
			silent = cmp.Or(silent, err)
		default:
			return false, err
		}
		odd = append(odd, codes[at])
	}
	if changed != nil {
		return false, engine.Stop(changed)
	}
	return false, silent
}

// readPage reads the page of a member, and holds that there is somebody on it.
func (s *Site) readPage(ctx context.Context, code string) error {
	detail, err := s.Club.Member(ctx, code, federation.TabGeneral)
	if err == nil && (detail.General == nil || detail.Code != code || detail.General.First+detail.General.Last == "") {
		return federation.ErrShape.Because(fmt.Errorf("the page of %s has no name", code))
	}
	return err
}
