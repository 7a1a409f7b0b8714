/** What the server wrote into the head of the page. */
export const pageMeta = (name: string): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content || undefined;

/** Where the REST API of this club stands. */
export const restRoot = (pageMeta('rest-root') ?? '/api').replace(/\/$/, '');
