/** The parameters of a change of a record that the server refuses when the record has another ETag by now. */
export const still = (id: number, etag: string) => ({
  path: { id },
  header: { 'If-Match': etag },
});
