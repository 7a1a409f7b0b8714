/** The longest link that mail programs and systems are known to take whole. */
const longest = 1_800;

/** A new mail to all of these, none of whom sees the others; undefined for more than a link can hold. */
export function mailtoAll(addresses: readonly string[]): string | undefined {
  const bcc = addresses.map((address) => encodeURIComponent(address).replaceAll('%40', '@'));
  const link = `mailto:?bcc=${bcc.join(',')}`;
  return link.length > longest ? undefined : link;
}
