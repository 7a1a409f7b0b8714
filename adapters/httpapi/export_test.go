package httpapi

import (
	"github.com/danielgtaylor/huma/v2"
	"github.com/gorilla/mux"
)

// Routes are the routes of the whole API, without their surroundings.
func Routes(s Server) *mux.Router {
	api, routes := s.API()
	s.mount(api)
	return routes
}

// Operations are the operations of the whole API, by path.
func Operations(s Server) map[string]*huma.PathItem {
	api, _ := s.API()
	s.mount(api)
	return api.OpenAPI().Paths
}
