package demo

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	"github.com/clubhuis/clubhuis/core/access"
)

// user is somebody who can sign in to a demo.
type user struct {
	label, username, name, password string
	role                            access.Role
	sees                            string // what the demo shows with it
}

// The two whom everybody tries first: one who sees everything, and one who sees what they created.
var (
	administrator = user{
		label: "administrator", username: "beheer", name: "Bea Beheer", password: "welkom-in-het-clubhuis", role: access.Administrator,
	}
	member = user{label: "user", username: "lid", name: "Lies Lid", password: shared, role: access.Member}
)

// shared is the password of everybody but the administrator.
const shared = "welkom-bij-de-club"

// coordinator is a plain user to whom teams and an age group were given.
const coordinator = "coordinator"

// board is a member of the board.
const board = "bestuur"

// section returns the user of the role of a section.
func section(name string, capability access.Capability, sees string) user {
	return user{
		username: string(capability), name: name, password: shared, role: access.SectionRole(capability), sees: sees,
	}
}

// others have one role each.
func others() []user {
	return []user{
		{username: coordinator, name: "Coen Coördinator", password: shared, role: access.Member,
			sees: "two teams and an age group that were given"},
		{username: board, name: "Bas Bestuur", password: shared, role: access.Board,
			sees: "the board: own tasks, and in a workspace who has a birthday soon"},
		section("Lena Leden", access.Administration, "everybody, and edits them"),
		section("Vera Verklaring", access.Certificates, "current volunteers and their certificates"),
		section("Vic Vrijwilliger", access.Volunteers, "own data and tasks; the section of volunteers"),
		section("Fien Financiën", access.Finance, "own data and tasks; sets financial blocks"),
		section("Wim Wedstrijd", access.Matches, "own data and tasks; the section of matches"),
		section("Toos Toegang", access.AccessControl, "own data and tasks; the section of access"),
		section("Fay Fairplay", access.FairPlay, "own data and tasks; the section of discipline"),
		section("Job Jubileum", access.Anniversaries, "own data and tasks; the section of anniversaries"),
		section("Teun Teams", access.Teams, "all teams and committees, without their people"),
	}
}

// everybody are all who can sign in to a demo, the administrator first.
func everybody() []user { return slices.Concat([]user{administrator, member}, others()) }

// Announce prints how to sign in to a demo.
func Announce(out io.Writer) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, u := range []user{administrator, member} {
		_, _ = fmt.Fprintf(table, "%s: %s / %s\n", u.label, u.username, u.password)
	}
	_, _ = fmt.Fprintf(table, "and with the password of %s:\n", member.username)
	for _, u := range others() {
		_, _ = fmt.Fprintf(table, "  %s\t%s\t%s\n", u.username, u.name, u.sees)
	}
	return table.Flush()
}
