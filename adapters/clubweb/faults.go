package clubweb

import "github.com/clubhuis/clubhuis/core/fault"

// What can be wrong before the site is reached, in sentences for the volunteer who reads the report.
var (
	// ErrNoBrowser: there is no Chromium to drive.
	ErrNoBrowser = fault.New(fault.Internal, "browser_missing",
		"Er is geen browser (Chromium) gevonden om de ledenadministratie mee te lezen.")
	// ErrBusy: another process of this service has the browser, and kept it for too long.
	ErrBusy = fault.New(fault.Unavailable, "browser_busy", "Een andere synchronisatie is nog bezig met de ledenadministratie.")
)
