package groups

import (
	"testing"
	"time"

	"github.com/clubhuis/clubhuis/adapters/inmem"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/core/sync/workrows"
	"github.com/clubhuis/clubhuis/core/usecase/synchronizations/internal/engine"
)

// The rows of a member are looked up once a run. One that is written after that is lost with the member, too.
func TestARowOfTheSameRunIsWrittenAgainForALostMember(t *testing.T) {
	t.Parallel()
	rows := Rows{Runner: &engine.Runner{Engine: engine.Engine{Stores: inmem.NewSync(), Now: time.Now}}}
	remember := func(member, title string) workrows.Row {
		row := workrows.Row{Member: member, Group: workrows.Whole, Remote: 7, Title: title, Sent: true}
		if err := rows.rememberRows(t.Context(), []workrows.Row{row}); err != nil {
			t.Fatal(err)
		}
		return row
	}
	lost := func(member string) {
		if err := rows.MemberLost(t.Context(), member); err != nil {
			t.Fatal(err)
		}
	}
	before := remember("AB12345", "Secretaris")
	lost("ZZ99999")
	during := remember("AB12345", "Penningmeester")
	lost("AB12345")
	for _, row := range []workrows.Row{before, during} {
		e, err := rows.Entry(t.Context(), ledger.Assignment, row.Key())
		if err != nil {
			t.Fatal(err)
		}
		if now, err := ledger.State[workrows.Row](&e); err != nil || now.Sent || now.Remote != 0 {
			t.Errorf("%s: %+v, %v", row.Title, now, err)
		}
	}
}
