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
	ending = "\n\nHeb je een vraag? Antwoord dan op deze mail."
)

// firstTexts are what the mails say at first.
var firstTexts = map[Template]string{
	New: greeting + "Fijn dat je vrijwilliger bent! " + why + "Van jou hebben we er nog geen." + how + ending,
	Renewal: greeting + why + "Die is drie jaar geldig. Jouw VOG is van " + PlacePrevious +
		", dus het is tijd voor een nieuwe." + how + ending,
	ReminderNew: greeting + "Op " + PlaceMailed + " schreven we je over je VOG. We hebben die nog niet ontvangen. " +
		"De club diende je aanvraag in bij Justis op: " + PlaceJustis + ".\n\nWil je kijken of je de mail van Justis hebt gekregen, " +
		"en de aanvraag afmaken met je DigiD?" + ending,
	ReminderRenewal: greeting + "Op " + PlaceMailed + " schreven we je over het vernieuwen van je VOG van " + PlacePrevious +
		". We hebben de nieuwe nog niet ontvangen. De club diende je aanvraag in bij Justis op: " + PlaceJustis +
		".\n\nWil je kijken of je de mail van Justis hebt gekregen, en de aanvraag afmaken met je DigiD?" + ending,
}
