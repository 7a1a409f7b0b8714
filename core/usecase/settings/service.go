// Package settings owns who reads and changes what an administrator sets for the whole club.
package settings

import (
	"context"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports"
)

// Service is the settings of one club.
type Service struct {
	Directory ports.Directory
	Rules     ports.Setting[work.Rules]
	Decided   ports.Setting[access.Matrix]
}

// VolunteerRules returns the rules, to everybody who is signed in.
func (s *Service) VolunteerRules(_ context.Context, viewer access.Viewer) (work.Rules, error) {
	if err := viewer.RequireSignedIn(); err != nil {
		return work.Rules{}, err
	}
	return s.Directory.View().VolunteerRules(), nil
}

// ChangeVolunteerRules applies change to the rules, for administrators, and returns the result. It takes effect at once:
// the next answer goes by it.
func (s *Service) ChangeVolunteerRules(ctx context.Context, viewer access.Viewer, change func(*work.Rules)) (work.Rules, error) {
	if err := viewer.Require(access.Manage); err != nil {
		return work.Rules{}, err
	}
	return s.Rules.Change(ctx, func(rules *work.Rules) error {
		change(rules)
		*rules = rules.Clean()
		return rules.Validate()
	})
}

// Matrix returns which capabilities roles bring, to administrators.
func (s *Service) Matrix(_ context.Context, viewer access.Viewer) (access.Matrix, error) {
	if err := viewer.Require(access.Manage); err != nil {
		return nil, err
	}
	return s.Directory.View().Matrix(), nil
}

// Decide merges what administrators decide into the matrix, and returns the result; see access.Matrix.Merge. From then on every
// request goes by it, whichever process answers.
func (s *Service) Decide(ctx context.Context, viewer access.Viewer, decided access.Matrix) (access.Matrix, error) {
	if err := viewer.Require(access.Manage); err != nil {
		return nil, err
	}
	return s.Decided.Change(ctx, func(m *access.Matrix) error { return m.Merge(decided) })
}
