package inmem_test

import (
	"testing"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

func TestPapers(t *testing.T) { porttest.Papers(t, inmem.Papers{}) }
