/** A picture of this server by its path, whatever name the server has for itself: so the session's cookie goes along. */
export function picturePath(address: string): string | undefined {
  if (address === '') return undefined;
  const url = URL.parse(address, window.location.origin);
  return url === null ? undefined : `${url.pathname}${url.search}`;
}
