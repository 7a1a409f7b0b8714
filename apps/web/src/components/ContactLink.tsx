import { Anchor } from '@mantine/core';

import { type Contact, contactHref, contactText } from '@/components/contact';

/** A contact value, as a link where it leads somewhere. */
export function ContactLink({ entry }: { entry: Contact }) {
  const href = contactHref(entry);
  if (href === undefined) return contactText(entry);
  const elsewhere = href.startsWith('http') && { target: '_blank', rel: 'noreferrer' };
  return (
    <Anchor href={href} inherit {...elsewhere}>
      {contactText(entry)}
    </Anchor>
  );
}
