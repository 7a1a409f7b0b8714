package rest

// Undoable is the header of what can be taken back.
type Undoable struct {
	Undo string `header:"X-Undo" doc:"Takes it back, for ten minutes and for the same user: POST /club/v1/undo/{token}. Absent when nothing was changed."`
}
