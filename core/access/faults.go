package access

// Sentences about the matrix of roles and capabilities.
const (
	unknownRole       = "Deze rol bestaat niet."
	unknownCapability = "Dit recht bestaat niet, of kan niet aan een rol worden gegeven."
	fixedRole         = "De rechten van de beheerder liggen vast."
)
