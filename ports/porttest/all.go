package porttest

import (
	"context"
	"testing"
)

// Storage runs the suites of every storage port.
func Storage(t *testing.T, open Open) {
	for _, suite := range []struct {
		name string
		run  func(*testing.T, Open)
	}{
		{"Directory", Directory}, {"People", People}, {"MemberCodes", MemberCodes}, {"Groups", Groups}, {"Terms", Terms}, {"Favorites", Favorites},
		{"Users", Users}, {"Sessions", Sessions}, {"ApplicationPasswords", ApplicationPasswords},
		{"Attempts", Attempts}, {"Atomic", Atomic}, {"Setting", Setting}, {"JobRuns", JobRuns}, {"Media", Media},
		{"Uploads", Uploads},
	} {
		t.Run(suite.name, func(t *testing.T) {
			suite.run(t, func(t testing.TB) Database {
				db := open(t)
				ok(t, db.Directory.Load(context.Background()))
				return db
			})
		})
	}
}
