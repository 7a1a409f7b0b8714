package agent_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/clubhuis/clubhuis/core/feedback"
	"github.com/clubhuis/clubhuis/core/sync/agent"
)

// FuzzRead lets the agent print anything, and a reporter call an item that: what is read is bounded plain text, the last word is
// the last one, and a title does nothing at the forge.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		"STATUS: NEEDS_INFO\nQUESTION: een\ntwee\nCOST: $1.20\nen verder", "\x1b[1mSTATUS: RESOLVED\x1b[0m\r\n", "**STATUS:** RESOLVED",
		"\x1b]0;titel\x07STATUS: DECLINED\nREASON: nee\x00\x9b1m", "STATUS: RESOLVED\nSTATUS: bijna", "\x1b]0;nooit af", "\xff\xfe\x1b",
		"STATUS: NEEDS_INFO\nQUESTION: " + strings.Repeat("ë", 5000), "Fixes #7 `x` <b> @iemand jan@club.example https://x.example",
		"[skip [skip ci]ci]", "GH-7 [no ci]",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, output string) {
		plain := agent.Plain(output)
		if !isPlain(plain) || len(plain) > 3*len(output) || agent.Plain(plain) != plain {
			t.Fatalf("%q of %q", plain, output)
		}
		said := agent.Read(output)
		outcomes := []agent.Outcome{agent.None, agent.Resolved, agent.NeedsInfo, agent.Declined, agent.NoChanges}
		if !slices.Contains(outcomes, said.Outcome) || !isPlain(said.Question) || utf8.RuneCountInString(said.Question) > 4000 ||
			!strings.Contains(plain, said.Cost) || strings.Contains(said.Cost, "\n") {
			t.Fatalf("%+v of %q", said, output)
		}
		if again := agent.Read(plain); again != said {
			t.Fatalf("%+v, and of the plain text %+v", said, again)
		}
		if last := agent.Read(output + "\nSTATUS: DECLINED\nREASON: nee"); last.Outcome != agent.Declined || last.Question != "nee" {
			t.Fatalf("%+v: the last status does not count after %q", last, output)
		}
		if end := agent.End(plain, 50); len(end) > 50 || !utf8.ValidString(end) || !strings.HasSuffix(plain, end) {
			t.Fatalf("%q is the end of %q", end, plain)
		}
		title := agent.Title(&agent.Item{ID: 7, Type: feedback.Bug, Title: output})
		if !isPlain(title) || utf8.RuneCountInString(title) > 150 || strings.ContainsAny(title, "\n@`<>[]") ||
			strings.Contains(title, "://") || reference.MatchString(title) {
			t.Fatalf("the title %q of %q", title, output)
		}
		if branch := agent.BranchOf(7, output); !agent.Ours(branch) || !agent.OfItem(branch, 7) {
			t.Fatalf("the branch %q of %q", branch, output)
		}
	})
}

// isPlain reports whether a text has nothing that only programs understand.
func isPlain(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool {
		return r != '\n' && r != '\t' && unicode.IsControl(r)
	})
}

// reference is how a text names something of a forge by its number.
var reference = regexp.MustCompile(`(?i)#\d|\bgh-\d`)
