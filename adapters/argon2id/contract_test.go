package argon2id_test

import (
	"testing"

	"github.com/clubhuis/clubhuis/adapters/argon2id"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

func TestContract(t *testing.T) { porttest.PasswordHasher(t, argon2id.Hasher{}) }
