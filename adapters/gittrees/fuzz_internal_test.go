package gittrees

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/clubhuis/clubhuis/core/sync/agent"
)

// FuzzDiff lets an agent write anything into three files, of which the first may become a link and the second be no text: each
// line that came is found at its own file, whatever it looks like.
func FuzzDiff(f *testing.F) {
	f.Add("een\ntwee", "+++ b/z", "-----BEGIN RSA PRIVATE KEY-----", uint8(0), "")
	f.Add("diff --git a/x b/x\n@@ -1 +1 @@\n+x", "\xff\r\n\x00", "", uint8(1), "1\t0\ta.go\x00-\t-\t\x00\x00x")
	f.Add("@@", "", "\\ No newline at end of file", uint8(2), ":100644 160000 a b M\x00a.go")
	f.Add("src/a.go", "x", "y", uint8(3), "diff --git a/x b/x\n+x\n@@ -0,0 +1 @@\n+x\ndiff --git")
	f.Fuzz(func(t *testing.T, first, second, third string, kinds uint8, raw string) {
		var numbers, modes, patch strings.Builder
		texts := []string{first, second, third}
		names := []string{"README.md", "b \".txt", "src/ü.go"}
		for i, name := range names {
			texts[i] = strings.ReplaceAll(texts[i], "\x00", "")
			header := fmt.Sprintf("diff --git a/%s b/%s\n", name, name)
			lines := strings.Split(texts[i], "\n")
			mode := "100644"
			patch.WriteString(header)
			switch {
			case i == 0 && kinds&1 != 0: // as git shows what becomes a link: what goes, and what comes
				mode, lines = "120000", lines[:1]
				patch.WriteString("deleted file mode 100644\n--- a/" + name + "\n+++ /dev/null\n@@ -1 +0,0 @@\n-was\n" + header)
				patch.WriteString("new file mode 120000\n--- /dev/null\n+++ b/" + name + "\n")
			case i == 1 && kinds&2 != 0:
				texts[i], lines = "", nil
				patch.WriteString("Binary files a/" + name + " and b/" + name + " differ\n")
				fmt.Fprintf(&numbers, "-\t-\t%s\x00", name)
				fmt.Fprintf(&modes, ":100644 100644 aaaa bbbb M\x00%s\x00", name)
				continue
			default:
				patch.WriteString("--- a/" + name + "\n+++ b/" + name + "\n")
			}
			texts[i] = strings.Join(lines, "\n")
			fmt.Fprintf(&numbers, "%d\t1\t%s\x00", len(lines), name)
			fmt.Fprintf(&modes, ":100644 %s aaaa bbbb M\x00%s\x00", mode, name)
			fmt.Fprintf(&patch, "@@ -1 +1,%d @@\n-was\n", len(lines))
			for _, line := range lines {
				patch.WriteString("+" + line + "\n")
			}
			patch.WriteString("\\ No newline at end of file\n")
		}
		d := readDiff(numbers.String(), modes.String(), patch.String())
		if len(d.Changes) != len(names) || d.Changes[0].Link != (kinds&1 != 0) || d.Changes[1].Binary != (kinds&2 != 0) {
			t.Fatalf("%+v", d.Changes)
		}
		if len(d.Patch) < mostPatch {
			for i := range d.Changes {
				lines := strings.Join(d.Changes[i].Lines, "\n")
				if d.Changes[i].Path != names[i] || lines != validLines(texts[i]) || len(d.Changes[i].Lines) != d.Changes[i].Added {
					t.Fatalf("%s has %q instead of %q", names[i], lines, texts[i])
				}
			}
		}
		odd := readDiff(raw, raw, raw) // what git never says
		long := func(c agent.Change) bool { return len(c.Lines) > len(raw) }
		if !utf8.ValidString(odd.Patch) || slices.ContainsFunc(odd.Changes, long) {
			t.Fatalf("%+v", odd)
		}
	})
}

// validLines replaces what is no UTF-8 line by line.
func validLines(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.ToValidUTF8(lines[i], "�")
	}
	return strings.Join(lines, "\n")
}
