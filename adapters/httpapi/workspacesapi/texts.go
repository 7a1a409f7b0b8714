package workspacesapi

// What somebody is told about workspaces.
const (
	removedSpace  = "De werkruimte is verwijderd. De personen en teams zijn gebleven."
	removedMember = "Het lidmaatschap is beëindigd."
	revokedInvite = "De uitnodiging is ingetrokken."
)

func joined(workspace string) string { return "Je bent nu lid van " + workspace + "." }
