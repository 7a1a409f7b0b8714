package main

// reserved are the first parts of paths that are taken: the API's can't begin with them. A test holds them against the page's
// routes.
var reserved = map[string]bool{
	"assets": true, "reference": true, // files of the page
	"afmelden": true, "calendar": true, "workspace": true, // where members end mails, and calendars read
	"betaling": true, // where members pay
	// where the application before had pages
	"people": true, "financien": true, "login": true, "settings": true, "todos": true,
	// its routes
	"aanmelden": true, "commissies": true, "contributie": true, "diensten": true, "eerste-start": true, "facturen": true,
	"feedback":     true,
	"instellingen": true, "jubilarissen": true, "leden": true, "start": true, "taken": true, "teams": true, "trainingsschema": true,
	"tuchtzaken": true, "tweestaps": true, "vog": true, "wachtwoord": true, "werkruimtes": true, "workspace-invite": true,
	"healthz": true, "readyz": true, "metrics": true, // for operators
}
