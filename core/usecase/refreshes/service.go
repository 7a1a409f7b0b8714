// Package refreshes owns who may have one member brought up to date from the federation's administration, and asks for it.
//
// The work is the synchronization service's; this package keeps nothing, and the person is read as ever.
package refreshes

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/dashboard"
	"github.com/clubhuis/clubhuis/core/sync/refresh"
	"github.com/clubhuis/clubhuis/ports"
)

// Service is what one club has for it.
type Service struct {
	Synchronization ports.Synchronization // nil for a club without the service
	Now             func() time.Time

	mu       sync.Mutex
	standing dashboard.Standing
}

// Listen asks the service how its runs end and remembers the answer, for those who show it without waiting for it.
func (s *Service) Listen(ctx context.Context) error {
	if s.Synchronization == nil {
		return nil
	}
	asked := s.Now()
	failing, err := s.Synchronization.Failing(ctx)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.standing.Asked.IsZero() {
		s.standing.Asked = asked
	}
	if err == nil {
		s.standing.Failing, s.standing.Heard = failing, asked
	}
	return err
}

// Standing returns what was last heard of how the runs end. It asks nobody.
func (s *Service) Standing() dashboard.Standing {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.standing
}

// Offered reports whether it makes sense for the viewer to ask.
func (s *Service) Offered(viewer access.Viewer) bool {
	return s.Synchronization != nil && viewer.Can(access.AccessControl)
}

// Member brings the member of that code up to date, for who has the section of access control, administrators among them
// (contract §4). It takes up to refresh.Patience, and goes on for who does not wait for the answer.
func (s *Service) Member(ctx context.Context, viewer access.Viewer, code string) (refresh.Result, error) {
	if err := viewer.Require(access.AccessControl); err != nil {
		return refresh.Result{}, err
	}
	if err := refresh.CheckCode(code); err != nil {
		return refresh.Result{}, err
	}
	if s.Synchronization == nil {
		return refresh.Result{}, refresh.ErrNotConfigured.Because(errNoService)
	}
	return s.Synchronization.Member(context.WithoutCancel(ctx), code)
}

// State returns how far the work on the member of that code is, for who may ask for it.
func (s *Service) State(ctx context.Context, viewer access.Viewer, code string) (refresh.State, error) {
	if err := viewer.Require(access.AccessControl); err != nil {
		return "", err
	}
	if err := refresh.CheckCode(code); err != nil {
		return "", err
	}
	if s.Synchronization == nil {
		return "", refresh.ErrNotConfigured.Because(errNoService)
	}
	return s.Synchronization.State(ctx, code)
}

var errNoService = errors.New("this club has no synchronization service")
