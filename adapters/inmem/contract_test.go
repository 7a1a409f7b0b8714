package inmem_test

import (
	"testing"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

func TestContract(t *testing.T) {
	porttest.Storage(t, func(testing.TB) porttest.Database {
		store := inmem.Open()
		return porttest.Database{Stores: store.Stores(), Atomic: store}
	})
}

func TestFiles(t *testing.T) { porttest.Files(t, new(inmem.Files)) }

func TestPasswordStrength(t *testing.T) { porttest.PasswordStrength(t, inmem.PasswordStrength{}) }

func TestPasswordHasher(t *testing.T) { porttest.PasswordHasher(t, inmem.FastHasher{}) }
