package main

import (
	"slices"
	"strings"
	"testing"
)

func TestTestsNameEverySectionAndNoOther(t *testing.T) {
	t.Parallel()
	all, err := readSections("../../" + sectionsFile)
	if err != nil {
		t.Fatal(err)
	}
	claims, err := readClaims("../..")
	if err != nil {
		t.Fatal(err)
	}
	if len(claims) < 100 {
		t.Errorf("only %d claims were found", len(claims))
	}
	for _, unknown := range all.unknown(claims) {
		t.Errorf("no contract has %s: correct the comment, or %s", unknown, sectionsFile)
	}
	held := func(name string) bool {
		return slices.ContainsFunc(claims, func(c claim) bool { return c.section == name || strings.HasPrefix(c.section, name+"-") })
	}
	for _, one := range all {
		if !held(one.name) {
			t.Errorf("no test names %s (%s): write `contract: ` and the section above the one that holds it", one.name, one.title)
		}
	}
}

func TestCommentsAreRead(t *testing.T) {
	t.Parallel()
	for comment, want := range map[string]string{
		"club §2.8-3":                              "club 2.8-3",
		"club §1, §2.11-1":                         "club 1|club 2.11-1",
		"facts §1.10, club §4.9":                   "club 4.9",
		"club §2.7, §4.7; facts §1.2, §1.3":        "club 2.7|club 4.7",
		"club §2.1, §5-4; synchronization §1-3":    "club 2.1|club 5-4|sync 1-3",
		"club §4.9, calendar feeds rule 4; RFC §3": "club 4.9",
		"club §6-1 and §6-2: a year":               "club 6-1|club 6-2",
		`sync §2.5, "club" is no section`:          "sync 2.5",
		"the words of §3":                          "",
	} {
		if got := strings.Join(read(comment), "|"); got != want {
			t.Errorf("%q names %q, want %q", comment, got, want)
		}
	}
}

func TestAClaimBelongsToTheTestBelowItOrAroundIt(t *testing.T) {
	t.Parallel()
	text := strings.ReplaceAll(`package x
// CONTRACT: club §1
// More about it.
func TestOne(t *testing.T) {
	// CONTRACT: club §2
	check()
}
// CONTRACT: sync §3
`+"test('a page', async () => {", "CONTRACT", "contract") // else they would be comments of this file
	got := claimsOf("x_test.go", []byte(text))
	want := []claim{{"club 1", "TestOne", "x_test.go"}, {"club 2", "TestOne", "x_test.go"}, {"sync 3", "a page", "x_test.go"}}
	if !slices.Equal(got, want) {
		t.Errorf("got %+v", got)
	}
}

func TestThePageSaysWhatNoTestNames(t *testing.T) {
	t.Parallel()
	all := sections{{"club 1", "One"}, {"club 2-1", "Two"}, {"club 2-2", "Three"}, {"sync 1", "Four | five"}, {"sync 1-1", "Six"}}
	page := string(all.page([]claim{{"club 2", "TestAll", "a_test.go"}, {"sync 1-1", "TestSix", "b_test.go"}}))
	for _, want := range []string{
		"Of 5 sections and rules tests name 2; 2 more are rules", "**No test names:** club §1 (One).",
		"**Only with their whole section:** club §2-1 (Two); club §2-2 (Three).",
		"| club §2 | (as a whole) | 1 | `a_test.go`: TestAll |",
		"| club §2-1 | Two | 0 |", `| sync §1 | Four \| five | 0 |`, "| sync §1-1 | Six | 1 | `b_test.go`: TestSix |",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in\n%s", want, page)
		}
	}
	if strings.Contains(page, "| sync §1 | (as a whole)") {
		t.Errorf("a section stands twice:\n%s", page)
	}
}

func TestFuzzTargetsAreFound(t *testing.T) {
	t.Parallel()
	targets, err := fuzzTargets("../..")
	if err != nil || !slices.Contains(targets, fuzzTarget{"./core/peoplefile", "FuzzReadText"}) || len(targets) < 10 {
		t.Errorf("%v, %v", targets, err)
	}
}
