package onetime_test

import (
	"testing"

	"github.com/clubhuis/clubhuis/adapters/onetime"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

func TestOneTimeCodes(t *testing.T) {
	t.Parallel()
	porttest.OneTimeCodes(t, onetime.Codes{})
}
