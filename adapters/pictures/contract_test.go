package pictures_test

import (
	"testing"

	"github.com/clubhuis/clubhuis/adapters/pictures"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

func TestContract(t *testing.T) { porttest.Pictures(t, pictures.New()) }
