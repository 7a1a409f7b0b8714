// Package markup makes the HTML of users safe, by bluemonday.
//
// It does not decide what may stay (core/richtext), and changes nothing that is safe.
package markup

import (
	"fmt"
	"regexp"

	"github.com/microcosm-cc/bluemonday"

	"github.com/clubhuis/clubhuis/core/richtext"
	"github.com/clubhuis/clubhuis/ports"
)

// Sanitizer implements ports.Markup. Use New.
type Sanitizer struct{ policy *bluemonday.Policy }

var _ ports.Markup = Sanitizer{}

// New makes one.
func New() Sanitizer {
	policy := bluemonday.NewPolicy()
	policy.AllowElements(richtext.Elements...)
	policy.AllowAttrs("href").OnElements("a")
	policy.AllowURLSchemes(richtext.Schemes...)
	policy.RequireParseableURLs(true)
	policy.RequireNoFollowOnLinks(true)
	policy.RequireNoReferrerOnLinks(true)
	policy.AddTargetBlankToFullyQualifiedLinks(true)
	policy.AllowAttrs("class").Matching(regexp.MustCompile(`^` + richtext.MentionClass + `$`)).OnElements("span")
	policy.AllowAttrs("data-user-id").Matching(
		regexp.MustCompile(fmt.Sprintf(`^[1-9][0-9]{0,%d}$`, richtext.MostDigits-1))).OnElements("span")
	policy.AddSpaceWhenStrippingTag(false)
	return Sanitizer{policy}
}

// Sanitize implements ports.Markup.
func (s Sanitizer) Sanitize(html string) string { return s.policy.Sanitize(html) }
