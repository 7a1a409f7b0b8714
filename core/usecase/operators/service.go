// Package operators owns what those who run the synchronization do on its pages: signing in, seeing what ran and what went wrong,
// and asking the service to start, unlock, compare and repair.
//
// Everything but signing in is asked of a Desk, which only somebody who is signed in has. It runs nothing itself: that is House.
package operators

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"time"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/difference"
	"github.com/clubhuis/clubhuis/core/sync/operator"
	"github.com/clubhuis/clubhuis/core/sync/run"
	"github.com/clubhuis/clubhuis/ports"
)

// Service is the operators' side of one club's synchronization. House may be nil where nobody signs in.
type Service struct {
	Stores   ports.SyncStores
	Files    ports.Files // the evidence of failures
	Hasher   ports.PasswordHasher
	Strength ports.PasswordStrength
	Random   func([]byte) (int, error)
	Now      func() time.Time
	Zone     *time.Location
	House    House

	attempts attempts
}

// House is the process that serves the pages.
type House interface {
	// Pipelines are those that can be started, in the order in which they are shown.
	Pipelines() []Offer
	// Working is what the process does of a kind now: a pipeline, Comparing or Repairing. The zero value is nothing.
	Working(what string) Working
	// Failure is why Comparing or Repairing failed the last time, nil when it did not.
	Failure(what string) error
	// Begin starts something and returns once it has begun. It is ErrAtWork while something of its kind is at work, and ErrLocked
	// while its lock is held.
	Begin(ctx context.Context, order Order) error
	// Locks are the locks that are held now.
	Locks(ctx context.Context) ([]Lock, error)
	// Unlock removes a lock. It is ErrHeld for one whose owner lives, or may live, unless it is forced; a lock that nobody holds is
	// no error.
	Unlock(ctx context.Context, kind string, force bool) error
	// Log returns what a run logged, "" when that is not kept.
	Log(ctx context.Context, r *run.Run) (string, error)
	// Dead reports whether a run that is written down as running never comes to its end.
	Dead(r *run.Run) bool
	// Setup is how the service is set up.
	Setup() Setup
	// Backup is how the daily backup stands.
	Backup() Backup
}

// Offer is a pipeline that the pages show.
type Offer struct {
	Pipeline   run.Pipeline
	Configured bool // the club has the provider that it needs
	NoDryRun   bool // it cannot be tried out
}

// What the house can be working on, beside a pipeline.
const (
	Comparing = "compare"
	Repairing = "repair"
)

// Working is work under way.
type Working struct {
	What        string // a pipeline, Comparing or Repairing; "" for nothing
	DryRun      bool
	Waits       bool // for other work to be done
	Step        string
	Done, Total int // of the step; Total is 0 when nobody knows
	Since       time.Time
}

// Order is what an operator wants to begin.
type Order struct {
	What    string // a pipeline, Comparing or Repairing
	DryRun  bool
	Accept  int                  // the removals that somebody agreed to; 0 for none
	Repair  []difference.Finding // of Repairing
	Ordered string               // who ordered it, for the log
}

// Life says whether the owner of a lock lives.
type Life int

// The lives. Of a process on another machine nobody knows.
const (
	Unknown Life = iota
	Alive
	Dead
)

// Lock is a lock that is held.
type Lock struct {
	Kind    string // the type of the runs
	Process int    // 0 when nobody knows
	Host    string
	Since   time.Time
	Life    Life
}

// Setting is a setting as it is shown: secrets are masked.
type Setting struct{ Name, Value string }

// Setup is how the service is set up.
type Setup struct {
	Club     string
	Lists    []string // the ids of the e-mail lists
	Settings []Setting
	Warnings []string
}

// What an operator hears of the house.
var (
	ErrAtWork   = fault.New(fault.Conflict, "at_work", "Dit is al bezig. Wacht tot het klaar is.")
	ErrLocked   = fault.New(fault.Conflict, "locked", "Hier staat een vergrendeling op. Kijk bij Vergrendelingen.")
	ErrHeld     = fault.New(fault.Conflict, "lock_held", "Het proces dat dit vergrendelt leeft nog, of dat is hier niet te zien.")
	ErrUnknown  = fault.New(fault.NotFound, "unknown_pipeline", "Deze synchronisatie bestaat niet.")
	ErrNotSetUp = fault.New(fault.Conflict, "not_configured", "Deze synchronisatie is niet ingesteld.")
	ErrNothing  = fault.New(fault.Invalid, "nothing_chosen", "Kies eerst wat je wilt herstellen.")
	ErrNoRun    = fault.New(fault.NotFound, "no_run", "Deze run bestaat niet (meer).")
)

// Desk is what somebody who is signed in works at.
type Desk struct {
	s    *Service
	User operator.User
	// Digest is that of the session.
	digest account.Digest
}

// Resume returns the desk of a session's token: fault.ErrNotSignedIn without a session that lives.
func (s *Service) Resume(ctx context.Context, token string) (*Desk, error) {
	if token == "" {
		return nil, fault.ErrNotSignedIn
	}
	session, user, err := s.Stores.Operators.Session(ctx, account.DigestOf(token))
	if errors.Is(err, fault.ErrNotFound) || err == nil && !session.LiveAt(s.Now()) {
		return nil, fault.ErrNotSignedIn
	}
	if err != nil {
		return nil, err
	}
	return &Desk{s: s, User: user, digest: session.Digest}, nil
}

// SignIn checks a user name and password and returns the token of a new session. Wrong ones are operator.ErrSignIn, for unknown
// names too and after the same time; too many of them are operator.ErrTooMany.
func (s *Service) SignIn(ctx context.Context, username, password, address string) (string, error) {
	now := s.Now()
	give, err := s.attempts.begin(ctx, account.StrangerAttempt(operator.Key(username), address, now))
	if err != nil {
		return "", err
	}
	right := false
	defer func() { give(right) }()
	user, err := s.Stores.Operators.ByName(ctx, username)
	if err != nil && !errors.Is(err, operator.ErrAbsent) {
		return "", err
	}
	matches, err := s.Hasher.Matches(ctx, password, string(user.Hash))
	if err != nil {
		return "", err
	}
	if !matches || user.ID == 0 {
		return "", operator.ErrSignIn
	}
	raw := make([]byte, 32)
	if _, err := s.Random(raw); err != nil {
		return "", fmt.Errorf("no random bytes: %w", err)
	}
	token := base64.RawURLEncoding.EncodeToString(raw)
	session := operator.Session{Digest: account.DigestOf(token), User: user.ID, Began: now}
	err = s.Stores.Operators.Begin(ctx, session, user.Hash, now.Add(-operator.SessionLife))
	if errors.Is(err, operator.ErrAbsent) { // the password changed meanwhile
		return "", operator.ErrSignIn
	}
	right = err == nil
	return token, err
}

// SignOut ends the session.
func (d *Desk) SignOut(ctx context.Context) error { return d.s.Stores.Operators.End(ctx, d.digest) }
