// Package sealing owns how all sealed secrets get another key.
//
// It does not own where the keys are kept, and not that no server runs meanwhile: the program sees to both.
package sealing

import (
	"context"
	"fmt"
	"time"

	"github.com/clubhuis/clubhuis/core/audit"
	"github.com/clubhuis/clubhuis/core/seal"
	"github.com/clubhuis/clubhuis/ports"
)

// Service is the sealed secrets of one club. All fields are needed.
type Service struct {
	Atomic ports.Atomic
	Now    func() time.Time
	Random func([]byte) (int, error) // fills with unpredictable bytes: crypto/rand.Read
}

// Rotated is what became of the secrets.
type Rotated struct {
	Resealed int // sealed with the new key now
	Already  int // were sealed with it before
	Lost     int // neither key opens them; they stay as they are
}

// Rotate seals all secrets with the new key that the old one opens, as one step: before it the old key opens everything, after it
// the new one. It may be repeated. It is for who operates the program; nothing that serves others may call it.
func (s *Service) Rotate(ctx context.Context, old, new []byte) (result Rotated, err error) {
	err = s.Atomic.Do(ctx, func(stores ports.Stores) error {
		result = Rotated{}
		if _, err := stores.Sealed.Reseal(ctx, func(purpose seal.Purpose, sealed string) (string, error) {
			return s.reseal(&result, old, new, purpose, sealed)
		}); err != nil {
			return err
		}
		about := audit.Object{Noun: audit.Settings, Name: "key"}
		return stores.Audit.Append(ctx, audit.New(audit.KeyRotated, audit.Command("key rotate"), s.Now(), about).
			With(audit.Values{"resealed": result.Resealed, "lost": result.Lost}))
	})
	return result, err
}

// reseal returns a secret as the new key seals it.
func (s *Service) reseal(result *Rotated, old, new []byte, purpose seal.Purpose, sealed string) (string, error) {
	if _, err := seal.Open(new, purpose, sealed); err == nil {
		result.Already++
		return sealed, nil
	}
	secret, err := seal.Open(old, purpose, sealed)
	if err != nil {
		result.Lost++
		return sealed, nil // of another installation, or damaged: whoever needs it is told so
	}
	nonce := make([]byte, seal.NonceSize)
	if _, err := s.Random(nonce); err != nil {
		return "", fmt.Errorf("no random bytes: %w", err)
	}
	result.Resealed++
	return seal.Seal(new, purpose, nonce, secret)
}
