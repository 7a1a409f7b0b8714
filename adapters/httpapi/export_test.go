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

// Operations are the operations of the whole API, by path, and the schemas that they refer to.
func Operations(s Server) (map[string]*huma.PathItem, huma.Registry) {
	api, _ := s.API()
	s.mount(api)
	return api.OpenAPI().Paths, api.OpenAPI().Components.Schemas
}
