package paymentpage

import (
	"fmt"

	"github.com/clubhuis/clubhuis/core/civil"
	"github.com/clubhuis/clubhuis/core/invoice"
	"github.com/clubhuis/clubhuis/core/money"
)

// What the page says, beside what stands in page.html.
const (
	absentTitle = "Deze pagina bestaat niet"
	absentText  = "De link naar deze betaalpagina klopt niet, of de factuur is er niet meer. Gebruik de link uit de laatste mail " +
		"van je club, of vraag je club om een nieuwe."
	brokenTitle = "Dit lukt nu niet"
	brokenText  = "Er ging iets mis bij ons. Probeer het over een paar minuten opnieuw."

	badForm  = "Het formulier klopt niet meer. Laad de pagina opnieuw en probeer het nog een keer."
	awayText = "De betaaldienst is nu niet bereikbaar. Probeer het over een paar minuten opnieuw."

	fullTitle = "Volledig betalen"
)

// note is what stands above everything else.
type note struct{ Title, Text string }

// The notes. What somebody reads who comes back from paying does not say that money came in: nobody may know that yet.
var (
	paidNote   = note{"Deze factuur is betaald", "Je hoeft niets meer te doen."}
	thanksNote = note{"Bedankt",
		"We verwerken je betaling. Zodra die binnen is, zie je het op deze pagina. Is het niet gelukt? Dan kun je hier " +
			"opnieuw betalen."}
	thanksPaid = note{"Bedankt", "Je betaling is binnen. Deze factuur is betaald."}
)

func overpaid(much money.Cents) note {
	return note{paidNote.Title, fmt.Sprintf("Er is %s te veel betaald. De club neemt daarover contact met je op.", much.Dutch())}
}

var months = [...]string{
	"januari", "februari", "maart", "april", "mei", "juni", "juli", "augustus", "september", "oktober", "november", "december",
}

func dutch(day civil.Date) string {
	return fmt.Sprintf("%d %s %d", day.Day, months[day.Month-1], day.Year)
}

func partName(number int, due civil.Date) string {
	if due.IsZero() {
		return fmt.Sprintf("Termijn %d", number)
	}
	return fmt.Sprintf("Termijn %d: %s", number, dutch(due))
}

func fee(each money.Cents) string {
	return fmt.Sprintf("Dit is met %s toeslag per termijn.", each.Dutch())
}

func planTitle(plan invoice.Plan, count int) string {
	if plan == invoice.Full {
		return fullTitle
	}
	return fmt.Sprintf("In %d termijnen", count)
}

// button is what is said on the button that goes on to the checkout, or without a provider on the one that chooses.
func button(plan invoice.Plan, first money.Cents, online bool) string {
	switch {
	case !online && plan == invoice.Full:
		return "Ik betaal alles in één keer"
	case !online:
		return "Ik betaal in termijnen"
	case plan == invoice.Full:
		return fmt.Sprintf("Betaal %s", first.Dutch())
	}
	return fmt.Sprintf("Betaal eerste termijn: %s", first.Dutch())
}

func payPart(number int, amount money.Cents) string {
	if number == 0 {
		return fmt.Sprintf("Betaal %s", amount.Dutch())
	}
	return fmt.Sprintf("Betaal termijn %d: %s", number, amount.Dutch())
}

// states are what an instalment is, with the class of its colour.
var states = map[invoice.InstallmentStatus][2]string{
	invoice.InstallmentPaid: {"betaald", "paid"}, invoice.InstallmentOverdue: {"te laat", "late"},
	invoice.InstallmentPending: {"", ""}, invoice.InstallmentSent: {"", ""},
}
