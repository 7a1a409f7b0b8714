// Package ports holds the interfaces that the core calls, in the words of the nouns: stores, and what a rule needs from
// the outside. What calls the core (HTTP, commands, an embedding program) holds the concrete services instead.
//
// A port's comment is its contract; package porttest has one suite of the same name for each, and every adapter runs it.
// All methods may be called from many goroutines, and stop with the context's error once the context is done.
//
// Times are kept to the microsecond and come back in UTC. What is handed in is copied, and what is handed out is a copy.
// Absent records are a *fault.Fault of kind NotFound, taken ones of kind Conflict; anything else that goes wrong
// (a lost connection, a full disk) is a plain error and has changed nothing.
package ports
