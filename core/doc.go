// Package core is the root of Clubhuis' rules: every noun of the club is a package below it, and every noun of the
// synchronization with the federation a package below core/sync. The club's nouns do not know those.
//
// The nouns (core/person, core/account, …) are values and functions of values. They import the standard library,
// golang.org/x/text and each other, and nothing that does I/O, reads a clock, draws a random number or logs.
// What people and programs can do with them is in core/usecase, which adds the interfaces of package ports.
//
// The core is complete without a server: example_test.go registers, edits and lists people on the in-memory adapters.
package core
