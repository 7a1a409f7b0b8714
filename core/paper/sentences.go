package paper

import (
	"strconv"

	"github.com/clubhuis/clubhuis/core/invoice"
)

const (
	titleInvoice = "Factuur"
	titleCredit  = "Creditnota"

	factNumber = "Factuurnummer"
	factDate   = "Datum"
	factDue    = "Betalen vóór of op"
	factSeason = "Seizoen"
	factCredit = "Nummer"
	factOf     = "Bij factuur"

	factReference = "Je referentie"

	headLine   = "Omschrijving"
	headAmount = "Bedrag"
	headPlan   = "Termijnen"

	sumTotal    = "Totaal"
	sumFees     = "Toeslag voor betalen in termijnen"
	sumCredited = "Gecrediteerd"
	sumReceived = "Betaald"
	sumOpen     = "Nog te betalen"
	sumOver     = "Te veel betaald"
	sumCredit   = "Totaal gecrediteerd"

	notePaid     = "Deze factuur is betaald."
	noteTransfer = "Maak je het bedrag zelf over? Zet {bedrag} op {iban} ten name van {naam}. Noem daarbij {nummer}."
	noteReason   = "Reden: "
	noteLeft     = "Van factuur {nummer} staat nog {bedrag} open."

	labelLink = "Scan om online te betalen"
	labelEPC  = "Scan met de app van je bank om het bedrag over te maken"
)

var partStates = map[invoice.InstallmentStatus]string{
	invoice.InstallmentPending: "", invoice.InstallmentSent: "", invoice.InstallmentPaid: "betaald",
	invoice.InstallmentOverdue: "te laat",
}

func partLabel(number int) string { return "Termijn " + strconv.Itoa(number) }
