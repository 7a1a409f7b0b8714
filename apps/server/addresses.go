package main

// reserved are the first parts of paths that are taken: the API's can't begin with them. A test holds them against the page's
// routes.
var reserved = map[string]bool{
	"assets": true, "reference": true, // files of the page
	"afmelden": true, "calendar": true, "workspace": true, // where members end mails, and calendars read
	"betaling":  true,                                                                              // where members pay
	"aanmelden": true, "commissies": true, "contributie": true, "facturen": true, "feedback": true, // its routes
	"instellingen": true, "leden": true, "start": true, "taken": true, "teams": true, "tuchtzaken": true, "wachtwoord": true,
	"werkruimtes": true, "workspace-invite": true,
	"healthz": true, "readyz": true, "metrics": true, // for operators
}
