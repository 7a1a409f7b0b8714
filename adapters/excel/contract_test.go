package excel_test

import (
	"testing"

	"github.com/clubhuis/clubhuis/adapters/excel"
	"github.com/clubhuis/clubhuis/ports/porttest"
)

func TestContract(t *testing.T) { porttest.Spreadsheets(t, excel.Writer{}) }
