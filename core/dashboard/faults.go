package dashboard

// What is said of a layout that cannot be kept.
const (
	NotABlock  = "Dit blok staat niet op jouw dashboard."
	BlockTwice = "Elk blok kan er maar één keer in staan."
)
