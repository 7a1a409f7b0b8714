package agent

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Outcome is what the agent says that became of its work.
type Outcome string

// The outcomes. NoChanges is only of a file that was looked at without an item.
const (
	None      Outcome = "" // it did not say
	Resolved  Outcome = "RESOLVED"
	NeedsInfo Outcome = "NEEDS_INFO"
	Declined  Outcome = "DECLINED"
	NoChanges Outcome = "NO_CHANGES"
)

// Said is what the agent's output ends with.
type Said struct {
	Outcome  Outcome
	Question string // of NEEDS_INFO, or the reason of DECLINED; plain text
	Cost     string // the line in which it says what it cost, "" without
}

// Longest texts of the agent that go into a comment, in characters.
const longestQuestion = 4000

var (
	statusLine = regexp.MustCompile(`(?i)^[\s*_>#` + "`" + `]*STATUS[\s*_` + "`" + `]*:[\s*_` + "`" +
		`]*([A-Za-z_ -]*?)[\s*_.` + "`" + `]*$`)
	askedLine = regexp.MustCompile(`(?i)^[\s*_>#` + "`" + `]*(?:QUESTION|REASON)[\s*_` + "`" + `]*:[\s*_` + "`" + `]*(.*)$`)
	costLine  = regexp.MustCompile(`(?i)^[\s*_>#` + "`" + `]*(?:TOTAL )?COST[\s*_` + "`" + `]*:.*$`)
	otherLine = regexp.MustCompile(`^[\s*_]*[A-Z][A-Z_ ]{2,20}[\s*_]*:`)
)

// Read returns what the agent said: the last STATUS line counts, with the QUESTION (or REASON) that follows it. A last line with
// another word than the outcomes is no status: an earlier one does not count instead.
func Read(output string) (said Said) {
	lines := strings.Split(Plain(output), "\n")
	from := -1
	for i, line := range lines {
		if statusLine.MatchString(line) {
			from = i
		}
		if costLine.MatchString(line) {
			said.Cost = strings.TrimSpace(line)
		}
	}
	if from < 0 {
		return said
	}
	word := strings.ToUpper(statusLine.FindStringSubmatch(lines[from])[1])
	switch outcome := Outcome(strings.NewReplacer(" ", "_", "-", "_").Replace(word)); outcome {
	case Resolved, NeedsInfo, Declined, NoChanges:
		said.Outcome = outcome
	}
	said.Question = question(lines[from+1:])
	return said
}

// question returns the text behind the last QUESTION line of a block, until the next line that begins with another such word.
func question(block []string) string {
	var text []string
	within := false
	for _, line := range block {
		switch found := askedLine.FindStringSubmatch(line); {
		case found != nil:
			text, within = []string{found[1]}, true
		case costLine.MatchString(line), otherLine.MatchString(line):
			within = false
		case within:
			text = append(text, line)
		}
	}
	return Short(strings.TrimSpace(strings.Join(text, "\n")), longestQuestion)
}

// Plain returns output as text: valid, without the codes of terminals, with plain ends of lines.
func Plain(output string) string {
	output = terminalCode.ReplaceAllString(strings.ToValidUTF8(output, "�"), "")
	output = strings.ReplaceAll(strings.ReplaceAll(output, "\r\n", "\n"), "\r", "\n")
	return strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && unicode.IsControl(r) {
			return -1
		}
		return r
	}, output)
}

var terminalCode = regexp.MustCompile("\x1b(\\[[0-9;?]*[ -/]*[@-~]|\\][^\x07\x1b]*(\x07|\x1b\\\\)|[@-_])")

// Short returns at most so many characters of a text.
func Short(text string, most int) string {
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most-1]) + "…"
}

// End returns at most so many bytes of the end of a text, from the start of a line where there is one.
func End(text string, most int) string {
	if len(text) <= most {
		return text
	}
	text = text[len(text)-most:]
	if line := strings.IndexByte(text, '\n'); line >= 0 {
		return text[line+1:]
	}
	return strings.ToValidUTF8(text, "")
}
