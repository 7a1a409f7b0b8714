package letter_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/clubhuis/clubhuis/core/letter"
)

var update = flag.Bool("update", false, "write the golden files anew")

var house = letter.House{Club: "v.v. Ons Genoegen", BaseURL: "https://club.example"}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil || got != string(want) {
		t.Errorf("%s: %v\n%s", name, err, got)
	}
}

func TestALetterOfEverything(t *testing.T) {
	t.Parallel()
	text, html := house.Write(letter.Letter{
		Title: "Welkom, Joël & co",
		Parts: append(letter.Paragraphs("Beste Joël,\r\n\r\nTwee regels:\neerste <b>vet</b>\n\n\n\nEinde."),
			letter.Part{Text: "Wachtwoord instellen", Link: "/wachtwoord/" + letter.Secret},
			letter.Part{Text: "Elders", Link: "https://elders.example/?a=1&b=2"}),
	})
	golden(t, "everything.txt", text)
	golden(t, "everything.html", html)
}

func TestWhatMembersTypedIsNoMarkup(t *testing.T) {
	t.Parallel()
	const attack = `</title><script>alert(1)</script><img src=x onerror=alert(2)>"'`
	_, html := letter.House{Club: attack, BaseURL: "https://club.example"}.Write(letter.Letter{
		Title: attack, Parts: []letter.Part{{Text: attack}, {Text: attack, Link: "javascript:alert(3)"}},
	})
	for _, markup := range []string{"<script", "<img", "</title><", "javascript:alert"} {
		if strings.Contains(html, markup) {
			t.Errorf("%s is in %s", markup, html)
		}
	}
}
