package inmem_test

import (
	"testing"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

func TestOneTimeCodes(t *testing.T) {
	t.Parallel()
	porttest.OneTimeCodes(t, inmem.OneTimeCodes{})
}
