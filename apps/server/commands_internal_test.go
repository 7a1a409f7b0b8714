package main

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// says returns what parsing writes, and its error, or the command and a flag of it, and with which code it would exit.
func says(t *testing.T, definition any, args []string) string {
	t.Helper()
	var said strings.Builder
	code := -1
	parser, err := newParser(definition, kong.Writers(&said, &said), kong.Exit(func(c int) { code = c }))
	if err != nil {
		t.Fatal(err)
	}
	command, err := parser.Parse(args)
	if err == nil && code < 0 {
		return fmt.Sprint(said.String(), command.Command(), command.FlagValue(command.Flags()[1]))
	}
	return fmt.Sprint(said.String(), err, code)
}

// calls returns the words that call a command and those below it.
func calls(node *kong.Node, words ...string) (list [][]string) {
	for _, child := range node.Children {
		if child.Type == kong.CommandNode {
			path := append(slices.Clone(words), child.Name)
			list = append(append(list, path), calls(child, path...)...)
		}
	}
	return list
}

// A program that reads the definition of the called command alone says what it says when it reads all.
func TestACommandIsParsedAsAmongTheOthers(t *testing.T) {
	t.Parallel()
	var all commands
	parser, err := newParser(&all)
	if err != nil {
		t.Fatal(err)
	}
	called := calls(parser.Model.Node)
	if len(called) < 30 {
		t.Errorf("only %d commands", len(called))
	}
	var lines [][]string
	for _, words := range called {
		lines = append(lines, append(words, "--help"))
	}
	for _, words := range [][]string{
		nil, {"serve"}, {"Serve"}, {"-serve"}, {"backup"}, {"user"}, {"user", "add"}, {"app-password", "add"}, {"apppassword", "add"}, {"nothing"},
	} {
		for _, more := range [][]string{nil, {"--no-such-flag"}, {"surplus"}, {"--database", "postgres://x"}, {"--database"}} {
			lines = append(lines, slices.Concat(words, more))
		}
	}
	for _, args := range lines {
		if got, want := says(t, onlyCalled(&all, args), args), says(t, new(commands), args); got != want {
			t.Errorf("%q:\n%s\ninstead of\n%s", args, got, want)
		}
	}
	if onlyCalled(&all, []string{"serve"}) == any(&all) || onlyCalled(&all, []string{"manual", "man"}) != any(&all) {
		t.Error("serve gets the definitions of all commands, or manual does not")
	}
}

func TestEveryCommandOfAnAlertExists(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../deploy/alerts/clubhuis.yaml")
	if err != nil {
		t.Fatal(err)
	}
	whole := strings.Join(strings.Fields(string(text)), " ")
	found := regexp.MustCompile(`"clubhuis ([^"]+)"`).FindAllStringSubmatch(whole, -1)
	if len(found) < 5 {
		t.Errorf("only %d commands", len(found))
	}
	for _, command := range found {
		parser, err := newParser(new(commands))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := parser.Parse(strings.Fields(strings.ReplaceAll(command[1], "NUMBER", "1"))); err != nil {
			t.Errorf("clubhuis %s: %v", command[1], err)
		}
	}
}
