package settings

import (
	"context"

	"github.com/clubhuis/clubhuis/core/access"
	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/identity"
	"github.com/clubhuis/clubhuis/ports"
)

// Club returns who the club is, as far as this server knows. Everybody may know that.
func (s *Service) Club() identity.Club { return s.Directory.View().Identity().With(s.Given) }

// LatestClub returns who the club is, to visitors for whom nothing else brought the directory up to date. When the database does
// not respond it returns what was known last.
func (s *Service) LatestClub(ctx context.Context) identity.Club {
	_ = s.Directory.Refresh(ctx)
	return s.Club()
}

// Identity is what administrators see of who the club is.
type Identity struct {
	identity.Settings
	Club  identity.Club  // what follows from it
	Given identity.Given // what the operator decided
}

func (s *Service) identified(set identity.Settings) Identity {
	return Identity{set, set.With(s.Given), s.Given}
}

// Identity returns who the club is, to administrators.
func (s *Service) Identity(_ context.Context, viewer access.Viewer) (Identity, error) {
	if err := viewer.Require(access.Manage); err != nil {
		return Identity{}, err
	}
	return s.identified(s.Directory.View().Identity()), nil
}

// ChangeIdentity edits who the club is, for administrators, and returns the result. What the operator gave can't be changed.
func (s *Service) ChangeIdentity(ctx context.Context, viewer access.Viewer, change func(*identity.Settings)) (Identity, error) {
	if err := viewer.Require(access.Manage); err != nil {
		return Identity{}, err
	}
	var after identity.Settings
	err := s.Atomic.Do(ctx, func(stores ports.Stores) (err error) {
		after, err = s.changeIdentity(ctx, stores, viewer, change)
		return err
	})
	return s.identified(after), err
}

// SetLogo makes an uploaded picture the club's logo, for administrators. The one that was stays in the library: others may
// have it, too.
func (s *Service) SetLogo(ctx context.Context, viewer access.Viewer, data []byte) (Identity, error) {
	if err := viewer.Require(access.Manage); err != nil {
		return Identity{}, err
	}
	var after identity.Settings
	err := s.Hang(ctx, viewer, data, "logo", func(stores ports.Stores, picture int64) (_ int64, err error) {
		after, err = s.changeIdentity(ctx, stores, viewer, func(set *identity.Settings) { set.Logo = picture })
		return 0, err
	})
	return s.identified(after), err
}

func (s *Service) changeIdentity(
	ctx context.Context, stores ports.Stores, viewer access.Viewer, change func(*identity.Settings),
) (after identity.Settings, err error) {
	var before identity.Settings
	after, err = stores.Identity.Change(ctx, func(set *identity.Settings) error {
		before = *set
		change(set)
		if err := set.Validate(); err != nil {
			return err
		}
		return set.Refuse(&before, s.Given)
	})
	if err != nil {
		return before, err
	}
	about := audit.Object{Noun: audit.Settings, Name: audit.ClubSettings}
	entry := audit.New(audit.SettingsChanged, audit.By(viewer), s.Now(), about)
	return after, stores.Audit.Append(ctx, entry.Changed(toldOf(&before), toldOf(&after)))
}

// toldOf is what the log tells of who the club is.
func toldOf(set *identity.Settings) audit.Values {
	return audit.Values{
		"name": set.Name, "colour": set.Colour, "logo_id": set.Logo, "sender_name": set.SenderName, "sender_email": set.SenderEmail,
	}
}
