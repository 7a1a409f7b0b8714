package screening

// subjects are the subjects of the mails.
var subjects = map[Template]string{
	New: "VOG aanvraag", Renewal: "VOG vernieuwing", ReminderNew: "VOG herinnering",
	ReminderRenewal: "VOG herinnering - vernieuwing",
}

// unknown stands for a day that nobody knows.
const unknown = "onbekend"

const (
	greeting = "Beste " + PlaceFirst + ",\n\n"
	why      = "Voor vrijwilligers vraagt de club een Verklaring Omtrent het Gedrag (VOG). "
	how      = "\n\nJe krijgt binnenkort een mail van Justis, de screeningsautoriteit, met een link. Daarmee vraag je de VOG aan " +
		"met je DigiD. Voor vrijwilligers is dat gratis. Daarna krijg je de VOG met de post. Stuur dan een foto of scan aan de club."
	writtenNew     = "Op " + PlaceMailed + " schreven we je over je VOG. We hebben die nog niet ontvangen."
	writtenRenewal = "Op " + PlaceMailed + " schreven we je over het vernieuwen van je VOG van " + PlacePrevious +
		". We hebben de nieuwe nog niet ontvangen."
	perhaps = "\n\nHeb je al een mail van Justis gekregen? Maak de aanvraag dan af met je DigiD. Zo niet, dan komt die mail nog " +
		"en hoef je nu niets te doen."
	ending = "\n\nHeb je een vraag? Antwoord dan op deze mail."
)

// firstTexts are what the mails say at first.
var firstTexts = map[Template]string{
	New: greeting + "Fijn dat je vrijwilliger bent! " + why + "Van jou hebben we er nog geen." + how + ending,
	Renewal: greeting + why + "Die is drie jaar geldig. Jouw VOG is van " + PlacePrevious +
		", dus het is tijd voor een nieuwe." + how + ending,
	ReminderNew: greeting + writtenNew + " De club diende je aanvraag in bij Justis op: " + PlaceJustis +
		".\n\nWil je kijken of je de mail van Justis hebt gekregen, en de aanvraag afmaken met je DigiD?" + ending,
	ReminderRenewal: greeting + writtenRenewal + " De club diende je aanvraag in bij Justis op: " + PlaceJustis +
		".\n\nWil je kijken of je de mail van Justis hebt gekregen, en de aanvraag afmaken met je DigiD?" + ending,
}

// unsubmittedTexts are what the first texts say instead to somebody of whom no day is known on which the club submitted the
// request: Justis may not have written to them yet.
var unsubmittedTexts = map[Template]string{
	ReminderNew:     greeting + writtenNew + perhaps + ending,
	ReminderRenewal: greeting + writtenRenewal + perhaps + ending,
}
