package dossiers

import "github.com/clubhuis/clubhuis/core/civil"

// readme is the file that says what the others are.
const readme = "LEES MIJ.txt"

// withoutPhoto says that the file of the photo is not there.
const withoutPhoto = `
De foto ontbreekt: de club weet dat er een was, maar het bestand is niet meer op de schijf.
`

func readmeOf(name string, made civil.Date, lostPhoto bool) []byte {
	end := ""
	if lostPhoto {
		end = withoutPhoto
	}
	return []byte("Alles wat de club van " + name + " weet, op " + made.String() + `.

De bestanden zijn leesbaar in elke tekstverwerker, en door programma's (JSON).

persoon.json      de gegevens van de persoon, met de relaties
foto-…            de foto, als er een is
tijdlijn.json     notities, activiteiten en taken die over de persoon gaan, ook waar de persoon bij was
mails.json        de mails die zijn gestuurd
facturen.json     de facturen, met naam en adres zoals ze bewaard blijven, de termijnen en wat is betaald
tuchtzaken.json   de tuchtzaken
diensten.json     de diensten als vrijwilliger
account.json      het account waarmee de persoon zich aanmeldt, met apparaten, wachtwoorden voor programma's, tweede factor,
                  voorkeuren, favorieten, werkruimtes en bewaarde weergaven; zonder wachtwoorden en codes zelf
geschreven.json   wat de persoon als gebruiker schreef: activiteiten, notities, berichten en meldingen
wijzigingen.json  wie wat heeft gewijzigd
inzage.json       wie de gegevens heeft bekeken of in een bestand heeft meegenomen
logboek.json      wat er met de gegevens en het account is gebeurd, en wat het account deed
overig.json       met wie de gegevens zijn gedeeld, regels uit ingelezen bestanden, samengevoegde dubbelen,
                  adressen waar mail niet aankomt, uitnodigingen, en waarom er voor het laatste seizoen geen factuur was

Wat hier niet bij staat:
- Privénotities, van wie ook: ook niet die van de beheerder die dit dossier ophaalde. Die van de persoon zelf staan in
  de app.
- Taken, op die na die iemand anders aan de persoon gaf. Die de persoon zelf maakte, staan in de app.
- De inhoud van mails over het account en van dagelijkse overzichten: die staat in de mailbox van de persoon.
- Mails en uitnodigingen aan een e-mailadres dat ook van een ander is, als ze niet op de tijdlijn staan.
- Wat de persoon als gebruiker van anderen bekeek en wijzigde: dat hoort bij de gegevens van die anderen.
- Teksten over anderen waar alleen de naam in voorkomt.
- De schermafdrukken bij meldingen: die staan bij de melding in de app.

Reservekopieën bevatten dezelfde gegevens, van ten hoogste een jaar geleden.
` + end)
}
