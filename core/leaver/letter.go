package leaver

import (
	"strconv"
	"strings"
	"time"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/finance"
	"github.com/clubhuis/clubhuis/core/letter"
	"github.com/clubhuis/clubhuis/core/mail"
)

// MailProposal is the kind of the mail that tells of a proposal.
const MailProposal = "leavers-proposal"

// Letter tells somebody of a proposal: how much, and until when it can be stopped. It names nobody who left.
func (p *Proposal) Letter(house letter.House, to mail.Address, zone *time.Location) mail.Draft {
	people := onePerson
	if p.People != 1 {
		people = strings.ReplaceAll(manyPeople, "{n}", strconv.Itoa(p.People))
	}
	fill := strings.NewReplacer("{club}", house.Club, "{due}", finance.Day(civil.On(p.Due, zone)), "{name}", mail.Line(to.Name),
		"{people}", people)
	lines := []string{}
	for _, kind := range Kinds() {
		if n := p.Counts[kind]; n > 0 {
			lines = append(lines, strings.NewReplacer("{title}", kind.Title(), "{count}", strconv.Itoa(n)).Replace(letterLine))
		}
	}
	parts := []letter.Part{
		{Text: fill.Replace(letterHello)}, {Text: fill.Replace(letterText)}, {Text: strings.Join(lines, "\n")},
		{Text: letterEnd}, {Text: letterStop},
	}
	if house.BaseURL != "" { // a command on the machine may not know where the page is
		parts = append(parts, letter.Part{Text: letterButton, Link: pagePath})
	}
	draft := mail.Draft{Kind: MailProposal, To: []mail.Address{to}, Subject: mail.Line(fill.Replace(letterSubject))}
	draft.Text, draft.HTML = house.Write(letter.Letter{Title: letterTitle, Parts: parts})
	return draft
}
