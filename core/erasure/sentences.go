package erasure

const (
	becauseErased = "Wordt gewist."
	becauseBooks  = "Blijft zeven jaar in de boekhouding, dat moet van de Belastingdienst. Alleen met naam en adres."

	becauseAccount = "Kan zich meteen niet meer aanmelden, en wordt na 30 dagen gewist. " +
		"Wat het account beheerde gaat naar een beheerder."
	becauseNamed = "Blijven staan. In plaats van de naam staat er (gewist). Bij teams en commissies gaat een contact met de naam, " +
		"het e-mailadres of het telefoonnummer helemaal weg. Hoe een team, commissie of werkruimte heet blijft zo: pas dat zelf aan."
	becauseShared = "Blijven bij die anderen staan. Deze persoon gaat eraf, en van mails gaat de inhoud weg."
)

// sentences are what the rehearsal says of each kind: what it is, and why it goes or stays.
var sentences = map[Kind]struct{ title, why string }{
	Record:       {"Gegevens van de persoon", becauseErased},
	Photos:       {"Foto's", "Worden gewist, ook de bestanden."},
	Relations:    {"Relaties", "Worden gewist, ook bij de ander."},
	Account:      {"Account", becauseAccount},
	Activities:   {"Activiteiten op de tijdlijn", "Worden gewist."},
	Notes:        {"Notities", "Worden gewist, ook privénotities van anderen."},
	Tasks:        {"Taken die alleen over deze persoon gaan", "Worden gewist."},
	Mails:        {"Mails", "Worden gewist, met onderwerp en inhoud. In de mailbox van de ontvanger blijven ze."},
	Cases:        {"Tuchtzaken", "Worden gewist. Wat ervan is gefactureerd blijft op de factuur staan."},
	Changes:      {"Wijzigingen", "Worden gewist."},
	Looks:        {"Wie keek", "Wordt gewist."},
	Log:          {"Regels in het logboek", "Worden gewist. Er blijft één regel: dat deze persoon is gewist, zonder naam."},
	Marks:        {"Favorieten, delen en laatst bekeken", "Worden gewist."},
	Imports:      {"Regels uit bestanden", "Worden gewist."},
	Merges:       {"Samengevoegde dubbelen", "De verwijzing van het oude nummer wordt gewist."},
	Suppressions: {"Onbestelbare e-mailadressen", "Worden gewist."},
	Invites:      {"Uitnodigingen voor werkruimtes", "Worden gewist."},
	Drafts:       {"Conceptfacturen", "Worden gewist: ze zijn nooit verstuurd."},
	Unbilled:     {"Waarom er voor het laatste seizoen geen factuur was", "Wordt gewist."},
	Shifts:       {"Diensten", "Blijven staan, zonder deze persoon."},
	Together:     {"Activiteiten, taken en mails die ook over anderen gaan", becauseShared},
	Texts:        {"Teksten over anderen met de volledige naam erin", becauseNamed},
	Authored:     {"Wat deze persoon zelf schreef of deed als gebruiker", "Blijft staan, zonder de naam."},
	Invoices:     {"Facturen", becauseBooks},
	Payments:     {"Betalingen", becauseBooks},
	Credits:      {"Creditnota's", becauseBooks},
}
