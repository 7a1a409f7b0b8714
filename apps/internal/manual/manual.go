// Package manual writes a program's man page and the completions of shells from the definitions of its commands, so that they say
// what the program does.
//
// It owns their form. What a command or flag is called and does stands in the commands of the program.
package manual

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// Command prints one of them.
type Command struct {
	Form string `arg:"" enum:"man,bash,zsh,fish" help:"man, bash, zsh or fish."`
}

// Run writes to the standard output of the program.
func (c *Command) Run(k *kong.Kong) error { return Write(k.Stdout, k.Model, c.Form) }

// Write writes the man page ("man"), or the completions of a shell.
func Write(w io.Writer, app *kong.Application, form string) error {
	text := map[string]func(*kong.Application) string{"man": man, "bash": bash, "zsh": zsh, "fish": fish}[form](app)
	_, err := io.WriteString(w, text)
	return err
}

// shown is a command that is not hidden, with the words that call it.
type shown struct {
	words []string
	node  *kong.Node
}

// leaves returns the commands that do something, in the order of their definition.
func leaves(node *kong.Node, words ...string) (list []shown) {
	for _, child := range node.Children {
		if child.Hidden || child.Type != kong.CommandNode {
			continue
		}
		path := append(slices.Clone(words), child.Name)
		if below := leaves(child, path...); len(below) > 0 {
			list = append(list, below...)
		} else {
			list = append(list, shown{path, child})
		}
	}
	return list
}

// flags returns those of a command that are not hidden, by name; inherited says whether with those of all commands.
func flags(node *kong.Node, inherited bool) (list []*kong.Flag) {
	for at := node; at != nil; at = at.Parent {
		for _, flag := range at.Flags {
			if !flag.Hidden {
				list = append(list, flag)
			}
		}
		if !inherited {
			break
		}
	}
	slices.SortFunc(list, func(a, b *kong.Flag) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// escape keeps a text from being read as a request of roff.
func escape(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		return `\&` + text
	}
	return text
}

func man(app *kong.Application) string {
	var b strings.Builder
	name := app.Name
	fmt.Fprintf(&b, ".TH %s 8\n.SH NAME\n%s \\- %s\n.SH SYNOPSIS\n.B %s\n.I command\n[flags]\n", strings.ToUpper(name),
		escape(name), escape(app.Help), escape(name))
	b.WriteString(".SH DESCRIPTION\nEach flag can be set in the environment: \\-\\-base\\-url is " +
		strings.ToUpper(name) + "_BASE_URL.\n")
	if common := flags(app.Node, false); len(common) > 0 {
		b.WriteString(".SH FLAGS OF ALL COMMANDS\n")
		described(&b, common)
	}
	b.WriteString(".SH COMMANDS\n")
	for _, command := range leaves(app.Node) {
		fmt.Fprintf(&b, ".SS %s %s", escape(name), escape(strings.Join(command.words, " ")))
		for _, argument := range command.node.Positional {
			b.WriteString(" " + escape(strings.ToUpper(argument.Name)))
		}
		fmt.Fprintf(&b, "\n%s\n", escape(command.node.Help))
		described(&b, flags(command.node, false))
	}
	return b.String()
}

func described(b *strings.Builder, list []*kong.Flag) {
	for _, flag := range list {
		fmt.Fprintf(b, ".TP\n.B \\-\\-%s\n", escape(flag.Name))
		if !flag.IsBool() {
			fmt.Fprintf(b, "\\fI%s\\fR. ", escape(strings.Trim(flag.FormatPlaceHolder(), `"`)))
		}
		b.WriteString(escape(flag.Help) + "\n")
	}
}

// names returns what may follow each beginning of a command, for shells: the words that were typed, and what can come.
func names(app *kong.Application) (typed []string, follow map[string][]string) {
	follow = map[string][]string{}
	add := func(words []string, next string) {
		key := strings.Join(words, " ")
		if _, known := follow[key]; !known {
			typed = append(typed, key)
		}
		if !slices.Contains(follow[key], next) {
			follow[key] = append(follow[key], next)
		}
	}
	for _, command := range leaves(app.Node) {
		for i, word := range command.words {
			add(command.words[:i], word)
		}
		for _, flag := range flags(command.node, true) {
			add(command.words, "--"+flag.Name)
		}
	}
	return typed, follow
}

func bash(app *kong.Application) string {
	var b strings.Builder
	fmt.Fprintf(&b, "_%s() {\n  local typed= word\n  for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n", app.Name)
	b.WriteString("    case $word in -*) ;; *) typed=\"${typed:+$typed }$word\" ;; esac\n  done\n  case $typed in\n")
	typed, follow := names(app)
	for _, words := range typed {
		fmt.Fprintf(&b, "    '%s') COMPREPLY=($(compgen -W '%s' -- \"${COMP_WORDS[COMP_CWORD]}\")) ;;\n", words,
			strings.Join(follow[words], " "))
	}
	fmt.Fprintf(&b, "  esac\n}\ncomplete -o default -F _%s %s\n", app.Name, app.Name)
	return b.String()
}

func zsh(app *kong.Application) string {
	return fmt.Sprintf("#compdef %s\nautoload -U +X bashcompinit && bashcompinit\n%s", app.Name, bash(app))
}

func fish(app *kong.Application) string {
	var b strings.Builder
	quote := func(text string) string { return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(text) + "'" }
	for _, command := range leaves(app.Node) {
		for i, word := range command.words {
			condition := "__fish_use_subcommand"
			if i > 0 {
				condition = "__fish_seen_subcommand_from " + command.words[i-1]
			}
			help := ""
			if i == len(command.words)-1 {
				help = command.node.Help
			}
			line := fmt.Sprintf("complete -c %s -f -n %s -a %s -d %s\n", app.Name, quote(condition), word, quote(help))
			if !strings.Contains(b.String(), line) {
				b.WriteString(line)
			}
		}
		last := command.words[len(command.words)-1]
		for _, flag := range flags(command.node, true) {
			fmt.Fprintf(&b, "complete -c %s -n %s -l %s -d %s\n", app.Name, quote("__fish_seen_subcommand_from "+last), flag.Name,
				quote(flag.Help))
		}
	}
	return b.String()
}
