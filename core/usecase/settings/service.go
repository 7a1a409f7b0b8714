// Package settings owns who reads and changes what an administrator sets for the whole club.
package settings

import (
	"context"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports"
)

// Service is the settings of one club.
type Service struct {
	Settings ports.Settings
}

// VolunteerRules are open to everybody who is signed in.
func (s *Service) VolunteerRules(ctx context.Context, viewer access.Viewer) (work.Rules, error) {
	if !viewer.SignedIn() {
		return work.Rules{}, fault.ErrNotSignedIn
	}
	return s.Settings.VolunteerRules(ctx)
}

// ChangeVolunteerRules applies change to the rules, for administrators, and answers the result. It takes effect at once:
// who is a volunteer is worked out at every answer.
func (s *Service) ChangeVolunteerRules(ctx context.Context, viewer access.Viewer, change func(*work.Rules)) (work.Rules, error) {
	if !viewer.SignedIn() {
		return work.Rules{}, fault.ErrNotSignedIn
	}
	if !viewer.Can(access.Manage) {
		return work.Rules{}, fault.ErrForbidden
	}
	rules, err := s.Settings.VolunteerRules(ctx)
	if err != nil {
		return work.Rules{}, err
	}
	change(&rules)
	rules = rules.Clean()
	return rules, s.Settings.SetVolunteerRules(ctx, rules)
}
