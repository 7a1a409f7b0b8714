// Package site reads the club's site and keeps what it told: members, teams with their rosters, and the pages of functions.
// Pages that have changed their shape stop a run before it writes.
//
// It writes nothing to the site, and what is made of what it read is decided elsewhere.
package site

import (
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
	there, err := s.readOne(ctx, known)
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
		err = s.Canary(ctx, codes)
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

// canaries is how many members are tried until one is found who is still there.
const canaries = 5

// Canary reads one of the members, if there are any. It fails when none of those that it tries is there.
func (s *Site) Canary(ctx context.Context, codes []string) error {
	there, err := s.readOne(ctx, codes)
	if err == nil && !there && len(codes) > 0 {
		err = federation.ErrAnswer.Because(errors.New(texts.NoKnownPage))
	}
	return err
}

// readOne reads one of the members, and reports whether one was there. It stops the run when the site's pages have changed;
// another error is only that. Those that are tried are spread over all.
func (s *Site) readOne(ctx context.Context, codes []string) (there bool, err error) {
	apart := max(1, len(codes)/canaries)
	for n, at := 0, 0; n < canaries && at < len(codes); n, at = n+1, at+apart {
		detail, err := s.Club.Member(ctx, codes[at], federation.TabGeneral)
		switch {
		case errors.Is(err, federation.ErrAbsent):
			continue
		case errors.Is(err, federation.ErrShape):
			return false, engine.Stop(err)
		case err != nil:
			return false, err
		case detail.General == nil || detail.Code != codes[at] || detail.General.First+detail.General.Last == "":
			return false, engine.Stop(federation.ErrShape.Because(fmt.Errorf("the page of %s has no name", codes[at])))
		}
		return true, nil
	}
	return false, nil
}
