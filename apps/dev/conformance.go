package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// sectionsFile lists the sections of both contracts.
const sectionsFile = "docs/contract-sections.txt"

// conformance writes a page that says which tests hold which section of the contracts, and which sections no test names.
func (s *session) conformance(context.Context) error { return s.told(s.writeConformance()) }

// told prints the error of a command that runs in this program.
func (s *session) told(err error) error {
	var exit exitError
	if err != nil && !errors.As(err, &exit) {
		fmt.Fprintf(s.stderr, "dev: %v\n", err)
	}
	return err
}

func (s *session) writeConformance() error {
	flags := flag.NewFlagSet("conformance", flag.ContinueOnError)
	flags.SetOutput(s.stderr)
	to := flags.String("to", "", "the file to write; without it the page is printed")
	if err := flags.Parse(s.args); err != nil {
		return exitError(exitUsage)
	}
	sections, err := readSections(s.path(sectionsFile))
	if err != nil {
		return err
	}
	claims, err := readClaims(s.root)
	if err != nil {
		return err
	}
	if unknown := sections.unknown(claims); len(unknown) > 0 {
		return errors.New("tests name sections that no contract has:\n  " + strings.Join(unknown, "\n  "))
	}
	page := sections.page(claims)
	if *to == "" {
		_, err = s.stdout.Write(page)
		return err
	}
	return os.WriteFile(*to, page, 0o644) //nolint:gosec // it is for everybody
}

// section is a section of a contract or a numbered rule in it: "club 2.8-3".
type section struct{ name, title string }

type sections []section

func readSections(path string) (list sections, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read the sections of the contracts: %w", err)
	}
	seen := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		name, title, ok := strings.Cut(line, "\t")
		if !ok || seen[name] || strings.TrimSpace(title) == "" {
			return nil, fmt.Errorf("%s: the line %q is no section with a title, or stands there twice", path, line)
		}
		seen[name] = true
		list = append(list, section{name, strings.TrimSpace(title)})
	}
	return list, nil
}

// claim says that a test holds a section.
type claim struct{ section, test, file string }

// named is a reference to a section, or the word that says of which document the next ones are.
var named = regexp.MustCompile(`\b(club|synchronization|sync|facts|issue|RFC)\b|§(\d+(?:\.\d+)*(?:-\d+)?)`)

// read returns the sections of the contracts that a comment names: "club §2.8-3, §7; facts §1.2" names two.
func read(comment string) (names []string) {
	document := ""
	for _, found := range named.FindAllStringSubmatch(comment, -1) {
		switch {
		case found[1] == "synchronization":
			document = "sync"
		case found[1] != "":
			document = found[1]
		case document == "club" || document == "sync":
			names = append(names, document+" "+found[2])
		}
	}
	return names
}

var (
	contractComment = regexp.MustCompile(`^\s*//.*\bcontract: (.*)`)
	goTest          = regexp.MustCompile(`^func ((?:Test|Fuzz|Benchmark)\w+)\(`)
	pageTest        = regexp.MustCompile(
		`^\s*(?:test|it|describe|test\.describe)(?:\.\w+)*\(\s*(?:` + "'([^']+)'|`([^`]+)`|\"([^\"]+)\"" + `)`,
	)
)

// tested are the names of files with tests.
func tested(name string) bool {
	return strings.HasSuffix(name, "_test.go") || strings.HasSuffix(name, ".spec.ts") || strings.HasSuffix(name, ".test.ts") ||
		strings.HasSuffix(name, ".test.tsx")
}

// notOurs are folders without sources of ours.
var notOurs = []string{"node_modules", "var", "dist", "testdata", ".git"}

// readClaims reads all tests below a folder, in the order of their files.
func readClaims(root string) (claims []claim, err error) {
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if slices.Contains(notOurs, entry.Name()) {
				return filepath.SkipDir
			}
			return nil
		}
		if !tested(entry.Name()) {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		claims = append(claims, claimsOf(filepath.ToSlash(relative), text)...)
		return nil
	})
	return claims, err
}

// claimsOf reads one file. A comment is about the test that it stands above, else about the one that it stands in, or
// about the first one.
func claimsOf(file string, text []byte) (claims []claim) {
	lines := strings.Split(string(text), "\n")
	current := "" // the test that we are in
	for i, line := range lines {
		if name := testOn(line); name != "" {
			current = name
		}
		comment := contractComment.FindStringSubmatch(line)
		if comment == nil {
			continue
		}
		test := current
		for _, next := range lines[i+1:] {
			if strings.HasPrefix(strings.TrimSpace(next), "//") {
				continue
			}
			name := testOn(next)
			if name != "" {
				test = name
			}
			if test != "" { // what stands between the comment and the first test belongs to that
				break
			}
		}
		if test == "" {
			test = "(what other tests ask)"
		}
		for _, name := range read(comment[1]) {
			claims = append(claims, claim{name, test, file})
		}
	}
	return claims
}

// testOn returns the name of the test that begins on a line, "" for none.
func testOn(line string) string {
	if found := goTest.FindStringSubmatch(line); found != nil {
		return found[1]
	}
	if found := pageTest.FindStringSubmatch(line); found != nil {
		return found[1] + found[2] + found[3]
	}
	return ""
}

// unknown names the claims whose sections no contract has.
func (s sections) unknown(claims []claim) (unknown []string) {
	for _, c := range claims {
		if !s.has(c.section) {
			unknown = append(unknown, fmt.Sprintf("%s: %s (%s)", c.file, c.section, c.test))
		}
	}
	return unknown
}

// has reports whether a section is one of them: also one that has nothing but numbered rules.
func (s sections) has(name string) bool {
	return slices.ContainsFunc(s, func(one section) bool {
		return one.name == name || strings.HasPrefix(one.name, name+"-")
	})
}

// page writes the page, as Markdown.
func (s sections) page(claims []claim) []byte {
	holding := map[string]map[string]map[string]bool{} // the tests by section and file
	for _, c := range claims {
		if holding[c.section] == nil {
			holding[c.section] = map[string]map[string]bool{}
		}
		if holding[c.section][c.file] == nil {
			holding[c.section][c.file] = map[string]bool{}
		}
		holding[c.section][c.file][c.test] = true
	}
	count := func(name string) (n int) {
		for _, tests := range holding[name] {
			n += len(tests)
		}
		return n
	}
	var open, together []string
	var table bytes.Buffer
	listed := map[string]bool{}
	add := func(name, title string) {
		listed[name] = true
		var tests []string
		for _, file := range slices.Sorted(maps.Keys(holding[name])) {
			names := slices.Sorted(maps.Keys(holding[name][file]))
			tests = append(tests, fmt.Sprintf("`%s`: %s", file, cell(strings.Join(names, ", "))))
		}
		document, number, _ := strings.Cut(name, " ")
		fmt.Fprintf(&table, "| %s §%s | %s | %d | %s |\n", document, number, cell(title), count(name), strings.Join(tests, "<br>"))
	}
	for i, one := range s {
		if whole, _, isRule := strings.Cut(one.name, "-"); isRule && !listed[whole] && count(whole) > 0 {
			add(whole, "(as a whole)") // it has nothing but rules
		}
		add(one.name, one.title)
		document, number, _ := strings.Cut(one.name, " ")
		about := fmt.Sprintf("%s §%s (%s)", document, number, one.title)
		switch {
		case !s.isHeld(i, count):
			open = append(open, about)
		case count(one.name) == 0 && strings.Contains(one.name, "-"):
			together = append(together, about)
		}
	}
	var page bytes.Buffer
	fmt.Fprintf(&page, "# Which tests hold which section of the contracts\n\n"+
		"Made from the comments of the tests (`// contract: club §2.8-3`). Of %d sections and rules tests name %d; %d more are "+
		"rules of a section that tests name as a whole.\n\n", len(s), len(s)-len(open)-len(together), len(together))
	for _, list := range []struct {
		title string
		about []string
	}{{"No test names", open}, {"Only with their whole section", together}} {
		if len(list.about) > 0 {
			fmt.Fprintf(&page, "**%s:** %s.\n\n", list.title, strings.Join(list.about, "; "))
		}
	}
	page.WriteString("| Section | About | Tests | Which |\n|---|---|---:|---|\n")
	page.Write(table.Bytes())
	return page.Bytes()
}

// isHeld reports whether tests name a section, one of its rules, or for a rule its whole section.
func (s sections) isHeld(i int, count func(string) int) bool {
	name := s[i].name
	if whole, _, isRule := strings.Cut(name, "-"); count(name) > 0 || isRule && count(whole) > 0 {
		return true
	}
	return slices.ContainsFunc(s, func(rule section) bool { return strings.HasPrefix(rule.name, name+"-") && count(rule.name) > 0 })
}

// cell keeps a text within its cell of a table.
func cell(text string) string { return strings.ReplaceAll(text, "|", `\|`) }
