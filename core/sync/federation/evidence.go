package federation

import "github.com/clubhuis/clubhuis/core/sync/run"

// Evidence is what the browser showed.
func (f *Failure) Evidence() run.Evidence {
	return run.Evidence{System: run.ClubSite, Address: f.Address, Text: f.Text, Screenshot: f.Screenshot}
}
