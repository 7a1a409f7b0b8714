import { restRoot } from './page-meta';

/** Where the bytes of a picture of the library are; null for none. */
export const mediaSrc = (id: number, size: 'thumbnail' | 'full'): string | null =>
  id === 0 ? null : `${restRoot}/club/v1/media/${id}/${size}`;

/**
 * A file as the body of a request. The schema describes its bytes as text; this puts the file itself on its way.
 */
export const fileBody = (file: File) => ({
  body: { file: file.name },
  bodySerializer: () => {
    const form = new FormData();
    form.append('file', file);
    return form;
  },
});
