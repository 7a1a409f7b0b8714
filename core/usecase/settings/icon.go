package settings

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/clubhuis/clubhuis/core/media"
)

// icons is the logo as a small picture, as it was made last. What is behind a number of the library never changes.
type icons struct {
	mu    sync.Mutex
	logo  int64
	icon  []byte
	err   error
	tried time.Time
}

const (
	iconWithin = 5 * time.Second  // how long making it may take
	iconAgain  = 30 * time.Second // when it is tried again after a failure
)

// Icon returns the club's logo as a small PNG, nil for none. Everybody may see it: it stands on pages without a sign-in. When it
// can't be made it returns nil and, the first time, why.
func (s *Service) Icon(ctx context.Context) ([]byte, error) {
	logo := s.Club().Logo
	if logo == 0 {
		return nil, nil
	}
	s.icons.mu.Lock()
	defer s.icons.mu.Unlock()
	known := s.icons.logo == logo
	if known && (s.icons.err == nil || s.Now().Sub(s.icons.tried) < iconAgain) {
		return s.icons.icon, nil
	}
	// Who asks and leaves does not make the club go without.
	making, cancel := context.WithTimeout(context.WithoutCancel(ctx), iconWithin)
	defer cancel()
	icon, err := s.makeIcon(making, logo)
	s.icons.logo, s.icons.icon, s.icons.err, s.icons.tried = logo, icon, err, s.Now()
	return icon, err
}

func (s *Service) makeIcon(ctx context.Context, logo int64) ([]byte, error) {
	m, err := s.Media.ByID(ctx, logo)
	if err != nil {
		return nil, fmt.Errorf("the logo: %w", err)
	}
	full, err := s.Files.Read(ctx, m.Key(media.Full))
	if err != nil {
		return nil, fmt.Errorf("the file of the logo: %w", err)
	}
	icon, err := s.Pictures.Icon(ctx, full)
	if err != nil {
		return nil, fmt.Errorf("make the logo small: %w", err)
	}
	return icon, nil
}
