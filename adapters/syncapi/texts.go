package syncapi

// What the service says when it refuses (contract §4).
const (
	codeInvalid = "Invalid assoc_id: must be 4-10 alphanumeric characters"
	keyMissing  = "Missing X-Sync-API-Key header"
	keyWrong    = "Invalid API key"
	tooManyKeys = "Too many wrong API keys. Try again in a minute."

	keyNotSet = "API key not configured on server"
	absent    = "Member not found"
	noWork    = "No individual sync of this member"
	busy      = "Another individual sync is already in progress. Try again in a minute."
	failed    = "Internal sync error"

	notFound    = "Not found"
	wrongMethod = "Method not allowed"
)
