package main

import (
	"context"
	"errors"
	"flag"
	"io"
)

// A step is one thing that a command does. Its detail goes behind "ok" in the
// progress line; its failure ends the command with its output and the advice.
type step struct {
	name   string
	run    func(*session, context.Context) (detail string, err error)
	advice string
}

// A command is a list of steps and then, for one that stays, a program in the
// foreground that gets the command's own arguments.
type command struct {
	name       string
	summary    string
	steps      []step
	foreground func(*session, context.Context) error
	counts     bool // ends with the number of tests, for CI to read

	// Of a command that can do a part of its work.
	quick, generated []step
}

func (c command) takesArguments() bool { return c.foreground != nil || c.takesOptions() }

func (c command) takesOptions() bool { return c.quick != nil }

// testOptions are the flags of a command that tests.
type testOptions struct {
	quick bool
	cases int // 0 for as many as always
	times bool
}

func (o *testOptions) read(args []string) error {
	flags := flag.NewFlagSet("test", flag.ContinueOnError)
	flags.SetOutput(io.Discard) // the error says it
	flags.BoolVar(&o.quick, "quick", false, "")
	flags.IntVar(&o.cases, "cases", 0, "")
	flags.BoolVar(&o.times, "times", false, "")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 || o.quick && o.cases > 0 || o.cases < 0 {
		return errors.New("the options are --quick or --cases NUMBER, and --times")
	}
	return nil
}

// part returns what a command does with options.
func (c command) part(o testOptions) command {
	switch {
	case o.quick:
		c.steps = c.quick
	case o.cases > 0:
		c.steps = c.generated
	}
	return c
}

// The steps, each once. A command below is an order of them.
var (
	basicTools = needs(goTool, nodeTool)
	testTools  = needs(roomTool, postgresTool, chromiumTool, gitTool, wrapperTool)

	webPackages = step{"npm packages", (*session).installWebPackages,
		"Check the connection to the npm registry; when package.json and package-lock.json disagree, run npm install in apps/web " +
			"and commit both."}
	webBuild = step{"page", (*session).buildPage,
		"Correct the page in apps/web; `npm run build` there shows this error alone."}
	webFresh = step{"page, when it changed", (*session).refreshPage, webBuild.advice}
	webTypes = step{"page: types", (*session).checkPageTypes,
		"Correct the types in apps/web; after a change of the API run: go run ./apps/dev generate"}
	webTests = step{"page: tests", (*session).testPage,
		"Correct the page in apps/web; `npm test` there runs these tests alone."}
	webQuickTests = step{"page: tests, when it changed", (*session).testChangedPage, webTests.advice}
	webLint       = step{"page: lint", (*session).lintPage,
		"Run `npm run format` in apps/web for what is layout; correct the rest by hand."}
	endToEnd = step{"page in a browser", (*session).testBrowser,
		"Pictures are in apps/web/test-results. Run one test, with each of its steps, by: cd apps/web && npx playwright test " +
			"-g 'its name' --trace on"}

	serverBuild = step{"server", (*session).buildServer,
		"Correct the compiler's errors above."}
	browserToo  = step{"browser of the synchronization", (*session).lookForBrowser, ""}
	aroundBuild = step{"synchronization, made-up world", (*session).buildAround, serverBuild.advice}
	database    = step{"PostgreSQL server", (*session).startPostgres,
		"See whether initdb runs by hand; the server's own words are above."}
	vet = step{"go vet", (*session).vet,
		"Correct the lines above; `go vet ./...` runs this alone."}
	goTests = step{"go test", (*session).testGo,
		"Run one test with: go test ./its/package -run 'ItsName' -v. A skipped test counts as failed: make it run or remove it."}
	quickTests     = step{"go test, the quick ones", (*session).testQuickly, goTests.advice}
	generatedTests = step{"go test, the generated ones", (*session).testGenerated, goTests.advice}
	raceTests      = step{"go test -race", (*session).testRaces,
		"Run one test with: go test -race ./its/package -run 'ItsName' -v"}

	format = step{"gofmt", (*session).checkFormat,
		"Run: gofmt -w on the files above."}
	golangci = step{"golangci-lint", (*session).lintGo,
		"Correct the lines above; each rule's reason is in .golangci.yml."}

	generateGo = step{"go generate", (*session).generateGo,
		"Correct the generator's error above; `go generate ./its/package` runs one alone."}
	generateWeb = step{"page: API types", (*session).generateWeb,
		"docs/api/openapi.json must be a valid description; it comes out of `go generate`."}
	moduleTidy = step{"go.mod is tidy", (*session).checkModule,
		"Run: go mod tidy"}
	snapshot  = step{"derived files as they are", (*session).takeSnapshot, ""}
	unchanged = step{"derived files up to date", (*session).compareSnapshot,
		"The files above were written anew just now. Look at the difference and commit them."}
)

// commands is what dev can do, in the order in which the usage shows it.
var commands = []command{
	{
		name:       "demo",
		summary:    "set up, build and start a demo in which the club arrives; arguments go to `clubhuis demo`",
		steps:      []step{basicTools, browserToo, webFresh, serverBuild, aroundBuild},
		foreground: (*session).serveDemo,
	},
	{
		name:       "serve",
		summary:    "set up, build and start an empty club; arguments go to `clubhuis serve`",
		steps:      []step{basicTools, webFresh, serverBuild},
		foreground: (*session).serve,
	},
	{
		name:    "test",
		summary: "set up and run every test; this is what .ci/run calls; --quick, --cases 10000, --times",
		steps:   join([]step{basicTools, testTools, together([]step{webPackages}, []step{vet})}, tests),
		counts:  true,

		quick:     []step{basicTools, webPackages, webQuickTests, quickTests},
		generated: []step{needs(goTool), testTools, database, generatedTests},
	},
	{
		name:    "ci",
		summary: "everything that must hold before a change goes in: lint, verify, test, races",
		steps: join(
			[]step{basicTools, testTools, needs(compilerTool), webPackages},
			checks, verification, tests, []step{raceTests}),
		counts: true,
	},
	{
		name:    "lint",
		summary: "format and static checks of the Go code and the page",
		steps:   join([]step{basicTools, webPackages}, checks),
	},
	{
		name:    "generate",
		summary: "write the derived files anew: OpenAPI, the page's types and routes",
		steps:   join([]step{basicTools, webPackages}, generation),
	},
	{
		name:    "verify",
		summary: "generate, and fail when that changed a file",
		steps:   join([]step{basicTools, webPackages}, verification),
	},
	{
		name:       "bench",
		summary:    "measure the server; arguments go to apps/bench",
		steps:      []step{basicTools, needs(postgresTool), webFresh, serverBuild},
		foreground: (*session).bench,
	},
	{
		name:       "alike",
		summary:    "ask the server and another build of it the same; arguments go to apps/bench alike",
		steps:      []step{needs(goTool), serverBuild},
		foreground: (*session).alike,
	},
	{
		name:       "load",
		summary:    "let 1,500 members open an invoice, then 50 volunteers work for ten minutes; arguments go to apps/bench load",
		steps:      []step{basicTools, needs(postgresTool), webFresh, serverBuild},
		foreground: (*session).load,
	},
	{
		name:       "fuzz",
		summary:    "attack the server with generated requests; arguments go to apps/fuzz",
		steps:      []step{needs(goTool, postgresTool), serverBuild},
		foreground: (*session).fuzz,
	},
	{
		name:       "fuzz:parsers",
		summary:    "let go invent inputs for all that reads outside text, ten seconds each; --for 1m, --within 1h, --only NAME",
		steps:      []step{needs(goTool)},
		foreground: (*session).fuzzParsers,
	},
	{
		name:       "conformance",
		summary:    "print which tests hold which section of the contracts; --to FILE",
		steps:      []step{needs(goTool)},
		foreground: (*session).conformance,
	},
	{
		name:       "release",
		summary:    "build programs, packages, images and checksums; --check installs and tries them in a fresh Debian, as root",
		steps:      []step{basicTools, webFresh},
		foreground: (*session).release,
	},
	{
		name:       "web:dev",
		summary:    "the page with reload on change, beside a server on port 8080",
		steps:      []step{basicTools, webPackages},
		foreground: (*session).serveWeb,
	},
	{
		name:    "web:build",
		summary: "build the page",
		steps:   []step{basicTools, webPackages, webBuild},
	},
	{
		name:    "web:test",
		summary: "types and unit tests of the page",
		steps:   []step{basicTools, webPackages, webTypes, webTests},
		counts:  true,
	},
	{
		name:    "web:e2e",
		summary: "the page in a browser, against the real server",
		steps:   []step{basicTools, needs(chromiumTool), webFresh, serverBuild, endToEnd},
		counts:  true,
	},
}

// Parts that more than one command has.
var (
	checks       = []step{format, vet, golangci, webLint}
	generation   = []step{generateGo, generateWeb, webBuild}
	verification = join([]step{moduleTidy, snapshot}, generation, []step{unchanged})
	tests        = []step{
		// The Go tests embed the built page, and wait for browsers while the page's tests compute.
		webBuild, database, together([]step{webTypes, webTests}, []step{goTests}), serverBuild, endToEnd,
	}
)

func find(name string) (command, bool) {
	for _, candidate := range commands {
		if candidate.name == name {
			return candidate, true
		}
	}
	return command{}, false
}

func join(parts ...[]step) []step {
	var all []step
	for _, part := range parts {
		all = append(all, part...)
	}
	return all
}
