package httpapi

import "github.com/gorilla/mux"

// Routes are the routes of the whole API, without their surroundings.
func Routes(s Server) *mux.Router {
	api, routes := s.API()
	s.mount(api)
	return routes
}
