package rest

import (
	"strconv"

	"github.com/clubhuis/clubhuis/core/media"
)

// PicturePath is where the file of a picture is answered, with a number and a size put in.
const PicturePath = "/club/v1/media/{id}/{size}"

// Picture is the address of a picture's file, "" for picture 0: in whatever record it hangs.
func (f *Format) Picture(id media.ID, size media.Size) string {
	if id == 0 {
		return ""
	}
	return f.RootURL + "/club/v1/media/" + strconv.FormatInt(id, 10) + "/" + string(size)
}
