package finance

// subjects are the subjects of the mails.
var subjects = map[Template]string{
	DisciplineInvoice:  "Factuur {factuur_nummer} van {organisatie_naam}",
	MembershipInvoice:  "Contributie {seizoen}: factuur {factuur_nummer} van {organisatie_naam}",
	InstallmentDue:     "Termijn {termijn_nummer} van {totaal_termijnen}: factuur {factuur_nummer}",
	InstallmentFirst:   "Herinnering termijn {termijn_nummer} van {totaal_termijnen}: factuur {factuur_nummer}",
	InstallmentSecond:  "Tweede herinnering termijn {termijn_nummer} van {totaal_termijnen}: factuur {factuur_nummer}",
	UnplannedReminder:  "Herinnering factuur {factuur_nummer} van {organisatie_naam}",
	UnplannedReminder2: "Tweede herinnering factuur {factuur_nummer} van {organisatie_naam}",
	CreditNote:         "Creditnota {creditnota_nummer} bij factuur {factuur_nummer}",
}

// testSubject begins the subject of a mail that is tried.
const testSubject = "[TEST] "

const (
	greeting = "Beste {voornaam},\n\n"
	ending   = "\n\nMet vriendelijke groet,\n{organisatie_naam}"
	payHow   = "\n\n{betaallink}\n\nOf scan deze code met de camera van je telefoon:\n\n{qr_code}"
)

// firstTexts are what the mails say at first.
var firstTexts = map[Template]string{
	DisciplineInvoice: greeting +
		"De KNVB brengt de kosten van een tuchtzaak bij de club in rekening. De club vraagt deze kosten aan jou.\n\n" +
		"{tuchtzaken_lijst}\n\nHet totaal is {totaal_bedrag}. Wil je dit uiterlijk {vervaldatum} betalen? " +
		"De factuur {factuur_nummer} zit als bijlage bij deze mail." + payHow + ending,
	MembershipInvoice: greeting +
		"Dit is de factuur {factuur_nummer} voor je contributie van seizoen {seizoen}. Het bedrag is {totaal_bedrag}.\n\n" +
		"Met de knop hieronder zie je de factuur. Daar kies je hoe je betaalt: in één keer of in termijnen. " +
		"Wil je dit uiterlijk {vervaldatum} doen?" + payHow + ending,
	InstallmentDue: greeting +
		"Het is tijd voor termijn {termijn_nummer} van {totaal_termijnen} van factuur {factuur_nummer}. " +
		"Het bedrag is {termijn_bedrag}. Wil je dit uiterlijk {vervaldatum} betalen?" + payHow + ending,
	InstallmentFirst: greeting +
		"Termijn {termijn_nummer} van {totaal_termijnen} van factuur {factuur_nummer} is nog niet betaald. " +
		"Je kon tot {vervaldatum} betalen. Dat is {dagen_te_laat} dagen geleden. Het bedrag is {termijn_bedrag}.\n\n" +
		"Heb je al betaald? Dan hoef je niets te doen." + payHow + ending,
	InstallmentSecond: greeting +
		"We schreven je al over termijn {termijn_nummer} van {totaal_termijnen} van factuur {factuur_nummer}. " +
		"Die had je uiterlijk {vervaldatum} moeten betalen, {dagen_te_laat} dagen geleden. Het bedrag is {termijn_bedrag}.\n\n" +
		"Lukt betalen niet? Antwoord dan op deze mail. Dan zoeken we samen een oplossing." + payHow + ending,
	UnplannedReminder: greeting +
		"Factuur {factuur_nummer} is nog niet betaald. Je kon tot {vervaldatum} betalen. Dat is {dagen_te_laat} dagen geleden. " +
		"Er staat nog {totaal_bedrag} open.\n\nHeb je al betaald? Dan hoef je niets te doen." + payHow + ending,
	UnplannedReminder2: greeting +
		"We schreven je al over factuur {factuur_nummer}. Die had je uiterlijk {vervaldatum} moeten betalen, " +
		"{dagen_te_laat} dagen geleden. Er staat nog {totaal_bedrag} open.\n\n" +
		"Lukt betalen niet? Antwoord dan op deze mail. Dan zoeken we samen een oplossing." + payHow + ending,
	CreditNote: greeting +
		"De club trekt {totaal_bedrag} af van factuur {factuur_nummer}. De creditnota {creditnota_nummer} zit als bijlage bij " +
		"deze mail.\n\nReden: {reden}" + ending,
}

// Words of the parts of a mail.
const (
	payButton     = "Bekijken en betalen"
	qrDescription = "QR-code die naar de betaalpagina leidt"
	caseHeading   = "Tuchtzaak"
	feeHeading    = "Bedrag"
	totalHeading  = "Totaal"
)

var months = [...]string{
	"januari", "februari", "maart", "april", "mei", "juni", "juli", "augustus", "september", "oktober", "november", "december",
}
