package porttest

import "testing"

// Storage runs the suites of every storage port.
func Storage(t *testing.T, open Open) {
	for _, suite := range []struct {
		name string
		run  func(*testing.T, Open)
	}{
		{"People", People}, {"MemberCodes", MemberCodes}, {"Groups", Groups}, {"Terms", Terms}, {"Favorites", Favorites},
		{"Users", Users}, {"Sessions", Sessions}, {"ApplicationPasswords", ApplicationPasswords},
		{"Attempts", Attempts}, {"Atomic", Atomic}, {"Setting", Setting}, {"JobRuns", JobRuns}, {"Media", Media},
		{"Uploads", Uploads},
	} {
		t.Run(suite.name, func(t *testing.T) { suite.run(t, open) })
	}
}
