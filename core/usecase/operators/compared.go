package operators

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/clubhuis/clubhuis/core/sync/difference"
	"github.com/clubhuis/clubhuis/core/sync/ledger"
	"github.com/clubhuis/clubhuis/ports"
)

// KeepCompared keeps what was found, in place of what was found before.
func KeepCompared(ctx context.Context, downloads ports.Downloads, found []difference.Finding, at time.Time) error {
	if err := downloads.Begin(ctx, ledger.SetDifferences); err != nil {
		return err
	}
	records := map[string][]byte{}
	for i := range found {
		record, err := json.Marshal(&found[i])
		if err != nil {
			return err
		}
		records[fmt.Sprintf("%08d", i)] = record
	}
	if err := downloads.Stage(ctx, ledger.SetDifferences, records); err != nil {
		return err
	}
	return downloads.Commit(ctx, ledger.SetDifferences, at)
}

// Compared returns what was found last, and when; the zero time for never.
func Compared(ctx context.Context, downloads ports.Downloads) (found []difference.Finding, taken time.Time, err error) {
	err = downloads.Each(ctx, ledger.SetDifferences, func(_ string, record []byte) error {
		var f difference.Finding
		err := json.Unmarshal(record, &f)
		found = append(found, f)
		return err
	})
	if err == nil {
		taken, err = downloads.Taken(ctx, ledger.SetDifferences)
	}
	return found, taken, err
}
