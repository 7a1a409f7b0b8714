// Package settings owns who reads and changes what an administrator sets for the whole club.
package settings

import (
	"context"
	"time"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/identity"
	"github.com/clubhuis/clubhuis/core/work"
	"github.com/clubhuis/clubhuis/ports"
)

// Service is the settings of one club.
type Service struct {
	Directory ports.Directory
	Atomic    ports.Atomic // of the same stores
	Now       func() time.Time
	Given     identity.Given // what the operator said of who the club is

	// Hang keeps a picture of the library, and puts it in its place in the same step; place returns which one was there.
	Hang func(
		ctx context.Context, viewer access.Viewer, data []byte, name string,
		place func(stores ports.Stores, picture int64) (before int64, err error),
	) error

	Media    ports.Media
	Files    ports.Files
	Pictures ports.Pictures

	icons icons
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
	var before, after work.Rules
	err := s.Atomic.Do(ctx, func(stores ports.Stores) (err error) {
		after, err = stores.VolunteerRules.Change(ctx, func(rules *work.Rules) error {
			before = rules.Clean()
			change(rules)
			*rules = rules.Clean()
			return rules.Validate()
		})
		if err != nil {
			return err
		}
		return stores.Audit.Append(ctx, audit.New(audit.SettingsChanged, audit.By(viewer), s.Now(), volunteers).
			Changed(told(before), told(after)))
	})
	return after, err
}

// volunteers is the rules of volunteers as the log names them.
var volunteers = audit.Object{Noun: audit.Settings, Name: "volunteer-roles"}

func told(rules work.Rules) audit.Values {
	return audit.Values{
		"player_roles": rules.PlayerRoles, "excluded_roles": rules.ExcludedRoles, "exempt_commissies": rules.ExemptCommittees,
	}
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
	var before, after access.Matrix
	err := s.Atomic.Do(ctx, func(stores ports.Stores) (err error) {
		after, err = stores.Matrix.Change(ctx, func(m *access.Matrix) error {
			before = m.Clone()
			return m.Merge(decided)
		})
		if err != nil {
			return err
		}
		return stores.Audit.Append(ctx, audit.New(audit.MatrixChanged, audit.By(viewer), s.Now(), audit.Object{}).
			Changed(held(before), held(after)))
	})
	return after, err
}

// held is which role holds which capability as the log tells it.
func held(matrix access.Matrix) audit.Values {
	values := audit.Values{}
	for _, role := range access.Roles() {
		for _, capability := range access.Capabilities() {
			values[string(role)+"."+string(capability)] = matrix.Holds(role, capability)
		}
	}
	return values
}
