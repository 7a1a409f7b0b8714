package dossiers

import "github.com/clubhuis/clubhuis/core/civil"

// readme is the file that says what the others are.
const readme = "LEES MIJ.txt"

func readmeOf(name string, made civil.Date) []byte {
	return []byte("Alles wat de club van " + name + " weet, op " + made.String() + `.

De bestanden zijn leesbaar in elke tekstverwerker, en door programma's (JSON).

persoon.json      de gegevens van de persoon, met de relaties
foto-…            de foto, als er een is
tijdlijn.json     notities, activiteiten en taken die over de persoon gaan
mails.json        de mails die zijn gestuurd
facturen.json     de facturen, met wat is betaald
tuchtzaken.json   de tuchtzaken
diensten.json     de diensten als vrijwilliger
account.json      het account waarmee de persoon inlogt, als er een is
wijzigingen.json  wie wat heeft gewijzigd
inzage.json       wie de gegevens heeft bekeken of in een bestand heeft meegenomen
logboek.json      wat er verder met de gegevens is gebeurd

Notities en taken die anderen alleen voor zichzelf maakten staan hier niet bij: beheerders zien die niet.
Reservekopieën bevatten dezelfde gegevens, van ten hoogste een jaar geleden.
`)
}
