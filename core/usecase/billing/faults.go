package billing

import "github.com/clubhuis/clubhuis/core/fault"

// What can be wrong with what goes out.
var (
	ErrNoEmail = fault.New(fault.Invalid, "no_email", "Dit lid heeft geen e-mailadres dat werkt. Vul er een in bij het lid.")
	ErrNotSent = fault.New(fault.Invalid, "invalid_status", "Deze factuur is nog niet verstuurd.")
	ErrRunning = fault.New(fault.Conflict, "job_running", "Er worden al facturen gemaakt. Wacht tot dat klaar is.")
)

// Sentences about a field.
const notAnAddress = "Dit is geen geldig e-mailadres."
