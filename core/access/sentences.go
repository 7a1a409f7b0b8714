package access

// labels are what members call the roles and the capabilities. A section role is called by its section.
var (
	roleLabels = map[Role]string{
		Administrator: "Beheerder", Member: "Gebruiker", Board: "Bestuur", Synchronizer: "Synchronisatie",
	}
	capabilityLabels = map[Capability]string{
		Finance: "Financieel", FairPlay: "Fair play", AccessControl: "Toegangscontrole", Matches: "Wedstrijdzaken",
		Anniversaries: "Jubilarissen", Administration: "Ledenadministratie", Volunteers: "Vrijwilligers", Certificates: "VOG",
		Teams: "Teams", Synchronization: "Synchronisatie",
	}
)

// Label is what members call the capability.
func (c Capability) Label() string { return capabilityLabels[c] }

// Label is what members call the role.
func (r Role) Label() string {
	if label, has := roleLabels[r]; has {
		return label
	}
	for _, capability := range Capabilities() {
		if SectionRole(capability) == r {
			return capability.Label()
		}
	}
	return string(r)
}

// notByFunction is said of the role of the synchronization service.
const notByFunction = "Deze rol is voor het account van de synchronisatie, en hoort bij geen functie."
