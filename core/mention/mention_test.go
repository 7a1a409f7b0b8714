package mention_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/clubhuis/clubhuis/core/letter"
	"github.com/clubhuis/clubhuis/core/mail"
	"github.com/clubhuis/clubhuis/core/mention"
	"github.com/clubhuis/clubhuis/core/timeline"
)

func span(user int) string {
	return fmt.Sprintf(`<span class="mention" data-user-id="%d">@x</span>`, user)
}

func TestNewsAreOfThoseWhoWereNotMentionedBefore(t *testing.T) {
	t.Parallel()
	many := ""
	for user := range 30 {
		many += span(user + 1)
	}
	for _, c := range []struct{ before, after, want string }{
		{"", "<p>niemand</p>", "[]"},
		{"", "<p>" + span(3) + span(2) + span(3) + "</p>", "[3 2]"},
		{span(3), span(2) + span(3), "[2]"},
		{"", span(1), "[]"}, // the author
		{"", `<span data-user-id="4" class="mention">@x</span><span data-user-id="99999999999999999999">y</span>`, "[4]"},
		{"", "&lt;span data-user-id=&#34;4&#34;&gt;", "[]"},
		{"", many, fmt.Sprint([]int{2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21})},
	} {
		if got := fmt.Sprint(mention.News(c.before, c.after, 1)); got != c.want {
			t.Errorf("from %q to %q: got %s, want %s", c.before, c.after, got, c.want)
		}
	}
}

func TestAMailAboutAMentionFits(t *testing.T) {
	t.Parallel()
	l := mention.Letter{
		Author: "Jan\r\nBcc: x", Kind: timeline.Note, Person: strings.Repeat("é", 600), PersonID: 7,
		Content: "<p>" + strings.Repeat("ë", 300) + "</p>",
	}
	draft := l.Write(letter.House{Club: "vv", BaseURL: "https://club.example"}, mail.Address{Email: "a@club.example"})
	message := mail.Message{To: draft.To, Subject: draft.Subject, Text: draft.Text, HTML: draft.HTML}
	if err := message.Validate(); err != nil || !strings.HasPrefix(draft.Subject, "Jan Bcc: x noemde je in een notitie over é") {
		t.Errorf("%q: %v", draft.Subject, err)
	}
	if got := utf8.RuneCountInString(mention.Preview(l.Content)); got != 201 || mention.Preview("<p>kort</p>") != "kort" {
		t.Errorf("a preview of %d characters", got)
	}
}
