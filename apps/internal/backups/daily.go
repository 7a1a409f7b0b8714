package backups

import (
	"context"
	"sync"

	"github.com/clubhuis/clubhuis/adapters/archive"
	"github.com/clubhuis/clubhuis/apps/internal/settings"
)

// DailyFlags say where the daily backup goes.
type DailyFlags struct {
	BackupTo         settings.URL `placeholder:"PLACE" empty:"(nowhere)" help:"Folder or bucket URL for a backup every day; 7 days, 4 weeks and 12 months are kept."`
	BackupRecipients []string     `name:"backup-recipient" placeholder:"age1…" help:"For whom the backups are encrypted; repeat it for several."`
}

// Read checks the flags, and returns a warning, "" for none.
func (f *DailyFlags) Read(problems *settings.Problems) (warning string) {
	recipients, err := Recipients(f.BackupRecipients)
	if err != nil {
		problems.Add("backup-recipient", "%w", err)
	}
	if f.BackupTo != "" && recipients == nil {
		return "--backup-to without --backup-recipient: whoever reads the backups reads everything; make a key with age-keygen"
	}
	return ""
}

// Beside lets a program make backups in a place beside its other work, and returns how to stop that, which closes the place.
func Beside(ctx context.Context, place *archive.Place, work func(context.Context)) (stop func()) {
	working, cancel := context.WithCancel(ctx)
	var running sync.WaitGroup
	running.Go(func() { work(working) })
	return func() {
		cancel()
		running.Wait()
		_ = place.Close() // what was written there is
	}
}
