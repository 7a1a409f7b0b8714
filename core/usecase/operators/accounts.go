package operators

import (
	"context"
	"strings"

	"github.com/clubhuis/clubhuis/core/account"
	"github.com/clubhuis/clubhuis/core/sync/operator"
)

// What the one who runs the machine does with the accounts of operators: whoever may read the database may do it.

// Add adds an operator.
func (s *Service) Add(ctx context.Context, username, displayName, password string) error {
	user := operator.User{Username: strings.TrimSpace(username), DisplayName: strings.TrimSpace(displayName), Added: s.Now()}
	if err := user.Validate(); err != nil {
		return err
	}
	var err error
	if user.Hash, err = s.hash(ctx, &user, password); err != nil {
		return err
	}
	_, err = s.Stores.Operators.Add(ctx, user)
	return err
}

// SetPassword gives an operator another password, and ends all sessions.
func (s *Service) SetPassword(ctx context.Context, username, password string) error {
	user, err := s.Stores.Operators.ByName(ctx, username)
	if err != nil {
		return err
	}
	hash, err := s.hash(ctx, &user, password)
	if err != nil {
		return err
	}
	return s.Stores.Operators.SetPassword(ctx, user.ID, hash)
}

func (s *Service) hash(ctx context.Context, user *operator.User, password string) (account.Hash, error) {
	err := account.CheckPassword(password, "password", func() int { return s.Strength.Score(password, user.Words()) })
	if err != nil {
		return "", err
	}
	hash, err := s.Hasher.Hash(ctx, password)
	return account.Hash(hash), err
}

// Remove removes an operator, and ends all sessions.
func (s *Service) Remove(ctx context.Context, username string) error {
	user, err := s.Stores.Operators.ByName(ctx, username)
	if err != nil {
		return err
	}
	return s.Stores.Operators.Remove(ctx, user.ID)
}

// Operators returns all operators by user name.
func (s *Service) Operators(ctx context.Context) ([]operator.User, error) {
	return s.Stores.Operators.List(ctx)
}
