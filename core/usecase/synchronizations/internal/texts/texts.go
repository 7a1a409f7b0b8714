// Package texts owns every sentence that the pipelines say to volunteers, in Dutch. What nouns say (the faults of the site,
// records that cannot be read) stands with them.
package texts

import (
	"github.com/clubhuis/clubhuis/core/fault"
	"github.com/clubhuis/clubhuis/core/sync/federation"
)

// What ends a run.
var (
	ErrTooManyRemovals = fault.New(fault.Conflict, "too_many_removals",
		"De run zou te veel weghalen en is gestopt; er is niets gewijzigd.")
	ErrTooManyCreations = fault.New(fault.Conflict, "too_many_creations",
		"Nog niemand heeft gezegd dat deze oud-leden erbij mogen; er is niets gewijzigd.")
	ErrNoDownload = fault.New(fault.Conflict, "no_download",
		"Er is nog geen eerdere download om mee verder te gaan.")
	ErrNobody = fault.New(fault.Conflict, "no_members",
		"De ledenadministratie kent geen enkel lid.")
	ErrNoContributions = fault.New(fault.Conflict, "no_contributions",
		"Van geen enkel jaar konden de contributies worden gelezen; er is niets gewijzigd.")
	ErrNotOurs = fault.New(fault.Conflict, "not_administered",
		"Wat de synchronisatie invoert telt in de applicatie niet als door een beheerder ingevoerd: "+
			"geef haar gebruiker de rol club_synchronisatie, en werk eerst de applicatie bij als die ouder is.")
)

// Why a record could not be sent.
var (
	ErrNoChildType = fault.New(fault.Conflict, "no_child_type",
		"De applicatie kent het soort relatie 'child' niet.")
	ErrNoChildYet = fault.New(fault.Conflict, "no_child_yet",
		"Geen van de kinderen staat al in de applicatie.")
	ErrNotSentYet = fault.New(fault.Conflict, "member_not_sent",
		"De ouder is een lid dat nog niet in de applicatie staat.")
	ErrUnreadableWork = fault.New(fault.Conflict, "unreadable_work",
		"De werkgeschiedenis in de applicatie kan niet worden gelezen.")
	ErrStranger = fault.New(fault.Conflict, "stranger",
		"Deze persoon is door iemand anders ingevoerd.")
	ErrUnsure = fault.New(fault.Conflict, "unreadable_record",
		"Er staat een record in de applicatie dat niet te lezen is en "+
			"dat deze kan zijn; er wordt niets nieuws ingevoerd.")
	ErrKeepsChanging = fault.New(fault.Conflict, "keeps_changing",
		"Iemand anders wijzigt dit nu steeds; de volgende run probeert het opnieuw.")
	ErrNoGroup = fault.New(fault.Conflict, "no_group",
		"Het team of de commissie staat niet in de applicatie.")
)

// What the causes of errors say.
const (
	NobodyFound = "het zoeken vond niemand"
	NoKnownPage = "geen van de bekende leden heeft nog een pagina"
	NoTeams     = "er is geen enkel team gevonden"
	RosterLacks = "de lijst van teams noemt spelers, de bezetting van het team is leeg"
	NoCases     = "er is geen enkele tuchtzaak gevonden"

	UnreadableCase = "deze tuchtzaak is niet te lezen (%w); zij blijft zoals zij was"
)

// The guard.
const (
	Removals       = "%d van %d %s" // how many, of how many, of what
	WouldStop      = "zou stoppen: "
	AcceptRemovals = "%s. Klopt dat, draai dan met de hand: %s"
	AcceptCommand  = "clubsync run %s --accept-removals %d"

	AcceptCreations  = "er komen %d oud-leden bij. Klopt dat, draai dan met de hand: %s"
	CreationsCommand = "clubsync run %s --accept-creations %d"
)

// Of what a run would remove too many.
const (
	Members          = "leden"
	Parents          = "ouders"
	AddressesOnList  = "adressen op lijst %d"
	Teams            = "teams"
	Committees       = "commissies"
	MembersWithWork  = "leden met een taak of team"
	CertificateDates = "datums van een VOG"
	HelpdeskNumbers  = "helpdesknummers"
	Customers        = "klanten van de helpdesk"
	CustomerEmails   = "klanten van de helpdesk met een e-mailadres"
	CasesOfOthers    = "tuchtzaken staan nu op naam van een ander lid"
	FeesOfCases      = "administratiekosten van tuchtzaken"
	ContributionsOf  = "contributies van %d"
	StrangeMembers   = "bekende leden staan op naam van wie geen leden beheert"
	OtherMembers     = "bekende leden staan op een nummer dat nu van iemand anders is"
	StrangeParents   = "bekende ouders staan op naam van wie geen leden beheert"
)

// Columns are what the site may tell nobody any more, by federation.Column.
var Columns = []string{"e-mailadressen", "mobiele nummers", "geboortedata", "adressen", "ouders", "foto's", "teams"}

// Notes beside a step.
const (
	GaveUp          = "gestopt: %s is niet bereikbaar; %d blijven staan voor een volgende keer"
	MoreNotes       = "en meer: clubsync verify noemt ze allemaal"
	SharedAddresses = "bij %d mensen staat een e-mailadres bij een ander; elk adres is van één klant: %s"
	SharedAddress   = "persoon %d met persoon %d"
	TakenAddress    = "een e-mailadres van persoon %d staat bij een andere klant van de helpdesk; het blijft daar"
	OtherOwners     = "van %d klanten van de helpdesk klopt het nummer van de persoon in de applicatie niet meer; " +
		"zij blijven bij hun eigen persoon"
	OpenPhoto       = "foto's gaan niet naar de helpdesk: het adres van de applicatie is geen https"
	OldConversation = "%d gesprekken zijn na 90 dagen nog van niemand die bekend is, en vervallen"

	OldContributions = "de contributies van %d zijn niet gelezen; die blijven zoals ze waren"

	OldMembers    = "de download is mislukt; verder met die van %s, niemand wordt gemarkeerd of weggehaald"
	OddPage       = "de pagina van %s is niet te lezen; een ander lid is bekeken om te zien of de ledenadministratie veranderd is"
	MemberTwice   = "%s staat dubbel in de download; de eerste telt"
	InvalidEmails = "%d adressen zijn geen e-mailadres en staan op geen lijst"

	NoPhotos      = "geen gewijzigde foto's"
	NoPhotoSignIn = "inloggen voor de foto's is niet gelukt; ze wachten op een volgende keer"

	EditsWait    = "de ledenadministratie is niet gelezen; %d wijzigingen wachten op een volgende keer"
	EditsGone    = "%s staat niet meer in de ledenadministratie: wat daar nog heen moest (velden: %d) is vervallen"
	FormerMember = "%s is oud-bondslid: de wijziging blijft alleen in de applicatie"

	OldTeams       = "de teams zijn niet gelezen; verder met de vorige download, er wordt niets beëindigd of weggehaald"
	TeamTwice      = "team %s staat dubbel in de download; het eerste telt"
	ListGone       = "de e-maillijst %s bestaat niet meer; zij is vergeten"
	RostersStopped = "gestopt met lezen; van de overige teams verandert de bezetting niet"

	OldCases       = "de tuchtzaken zijn niet gelezen; verder met de vorige download"
	CaseBilled     = "tuchtzaak %s staat op een factuur en blijft zoals zij is, hoewel zij nu van een ander lid is"
	CasePersonGone = "de speler van tuchtzaak %s is in de applicatie verwijderd; de zaak blijft zoals zij is"

	FormerParents = "%d oud-leden staan er al als ouder, en blijven dat: %s"
	FormerRemoved = "%d oud-leden zijn in de applicatie verwijderd en komen niet terug; met --force wel: %s"
	WouldCreate   = "om ze toe te voegen: %s"

	NoMembersYet = "er zijn nog geen leden bekend; draai eerst people"
	NothingRead  = "er is niets gelezen; alles blijft zoals het was"
	RolesStopped = "gestopt met lezen; van wie niet is gelezen blijft alles zoals het was"
)

// Strangers: records that are not administered. Nobody who administers members made or vouched for them, and whoever did make
// them may read and change them. They are never taken for a member, a parent, a team or a committee: nothing is sent to them,
// nothing of them goes to the site, and they are neither marked nor removed. The report says so.
const (
	StrangeMember = "iemand anders heeft lid %s al ingevoerd (persoon %d) en krijgt er geen gegevens in; " +
		"laat een beheerder die persoon overnemen of verwijderen"
	OtherMember   = "lid %s staat niet meer op naam van persoon %d en wordt overgeslagen; clubsync verify zegt waarom"
	AnotherMember = "lid %s staat niet meer op naam van persoon %d, die er geen gegevens van krijgt; " +
		"de volgende run people zoekt het lid op of voert het opnieuw in"
	StrangeParent = "persoon %d heeft het e-mailadres van een ouder, maar is door iemand anders ingevoerd " +
		"en krijgt geen gegevens; laat een beheerder die persoon overnemen of verwijderen"
	StrangeGroup = "%s %s is door iemand anders ingevoerd (nummer %d) en wordt niet gebruikt; " +
		"laat een beheerder het overnemen of verwijderen"
)

// NotMember is what the report says of somebody who stands under the number of a member and is not that member: a stranger, or
// one who got the number later.
func NotMember(administered bool) string {
	if administered {
		return AnotherMember
	}
	return StrangeMember
}

// What the Secretaris is asked to do about a case that names another member now: its dossier, and the codes of both members.
const (
	TaskCaseRemoved = "Tuchtzaak %s is verwijderd, want zij is niet van %s maar van %s. Controleer of er een factuur " +
		"voor is gestuurd."
	TaskCaseBilled = "Tuchtzaak %s staat op een factuur van %s, maar is van %s. Controleer die factuur en verwijder dan de zaak."
	PersonNumber   = "persoon "
)

// What groups are called.
const (
	Team      = "team"
	Committee = "commissie"
)

// What verify finds.
const (
	NotSent      = "is lid, maar nog niet in de applicatie gezet"
	SentAsFormer = "is lid, maar staat in de applicatie als oud-lid"
	FormerByHand = "is lid, maar persoon %d is met de hand tot oud-lid gemaakt; clubsync run people --force zet dat recht"
	NotMarked    = "is geen lid meer, maar nog niet als oud-lid gemarkeerd"

	PersonTwice   = "staat er twee keer in: persoon %d en %d"
	PersonGone    = "persoon %d bestaat niet meer, of is door iemand anders ingevoerd"
	OtherCode     = "persoon %d heeft deze relatiecode niet meer"
	ParentGone    = "ouder %d bestaat niet meer, of is door iemand anders ingevoerd"
	UnknownCode   = "persoon %d heeft een relatiecode die de synchronisatie niet kent"
	CaseGone      = "tuchtzaak %d bestaat niet meer"
	CaseOther     = "nummer %d is nu van een andere tuchtzaak"
	DuesGone      = "wat de applicatie van de contributies van persoon %d zegt is niet wat de dienst voor contributies zegt: %s"
	DuesNotTold   = "de contributies staan nog niet in de applicatie"
	NoCustomer    = "persoon %d is nog geen klant van de helpdesk"
	CustomerGone  = "klant %d, van persoon %d, bestaat niet meer"
	CustomerOther = "klant %d, van persoon %d, is niet zoals hij hoort te zijn: %s"
	QuestionWaits = "gesprek %s staat nog niet op de tijdlijn van persoon %d"
	GroupGone     = "%s %d bestaat niet meer, of is door iemand anders ingevoerd"
	GroupOther    = "%s %d is niet meer die van de ledenadministratie"
	EditsNotSent  = "wat in de applicatie is gewijzigd moet er nog naartoe: %s"
	NotOnList     = "staat niet op lijst %d"
	NotActive     = "staat op lijst %d, maar krijgt geen mail (%s)"
	StillOnList   = "staat nog op lijst %d, maar hoort er niet meer bij"
	FieldDiffers  = "is niet wat de ledenadministratie zegt"
	TitleDiffers  = "%s %d heet anders dan in de ledenadministratie"
	addressInText = "adres"
)

// What of a customer differs.
const (
	CustomerName     = "naam"
	CustomerAddress  = "e-mailadressen"
	CustomerNumbers  = "telefoonnummers"
	CustomerWebsites = "websites"
	CustomerField    = "veld %d"
)

// Photos that are still on their way.
const (
	PhotoNotFetched = "de foto is nog niet opgehaald"
	PhotoNotSent    = "de foto staat nog niet in de applicatie"
	PhotoNotRemoved = "de foto is nog niet weggehaald"
)

// Fields are what volunteers call the fields that are written back.
var Fields = map[federation.Field]string{
	federation.FieldEmail: "e-mailadres", federation.FieldEmail2: "tweede e-mailadres",
	federation.FieldMobile: "mobiel nummer", federation.FieldMobile2: "tweede mobiele nummer",
	federation.FieldTelephone: "telefoonnummer", federation.FieldTelephone2: "tweede telefoonnummer",
	federation.FieldStreet: addressInText, federation.FieldNumber: addressInText, federation.FieldAppendix: addressInText,
	federation.FieldZip: addressInText, federation.FieldCity: addressInText, federation.FieldCountry: addressInText,
	federation.FieldHelpdesk: "helpdesknummer", federation.FieldVOG: "datum VOG", federation.FieldBlock: "financiële blokkade",
}
