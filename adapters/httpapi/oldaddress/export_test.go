package oldaddress

// Lists returns where the other pages were, and where they are.
func Lists() map[string]string {
	all := map[string]string{}
	for _, one := range lists {
		all[one.was] = one.is
	}
	return all
}
