package sharesapi

import "github.com/clubhuis/clubhuis/core/access"

const revoked = "Het delen is gestopt."

func sharedWith(name string, permission access.Permission, changed bool) string {
	may := "mag dit bekijken."
	if permission == access.ToEdit {
		may = "mag dit bekijken en wijzigen."
	}
	if changed {
		return "Gewijzigd: " + name + " " + may
	}
	return "Gedeeld: " + name + " " + may
}
