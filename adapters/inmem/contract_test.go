package inmem_test

import (
	"testing"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

func TestContract(t *testing.T) {
	porttest.Storage(t, func(testing.TB) porttest.Database { return database(inmem.Open()) })
}

func database(store *inmem.Store) porttest.Database {
	return porttest.Database{
		Stores: store.Stores(), Atomic: store,
		Another: func(_ testing.TB, limit int) porttest.Database {
			another := store.Another()
			another.LimitDirectory(limit)
			return database(another)
		},
	}
}

func TestFiles(t *testing.T) { porttest.Files(t, new(inmem.Files)) }

func TestPasswordStrength(t *testing.T) { porttest.PasswordStrength(t, inmem.PasswordStrength{}) }

func TestPasswordHasher(t *testing.T) { porttest.PasswordHasher(t, inmem.FastHasher{}) }
