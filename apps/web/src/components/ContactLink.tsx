import { Anchor } from '@mantine/core';

import { contactHref, type Contact } from '@/components/contact';

/** A contact value, as a link where it leads somewhere. */
export function ContactLink({ entry }: { entry: Contact }) {
  const href = contactHref(entry);
  if (href === undefined) return entry.contact_value;
  const elsewhere = href.startsWith('http') && { target: '_blank', rel: 'noreferrer' };
  return (
    <Anchor href={href} inherit {...elsewhere}>
      {entry.contact_value}
    </Anchor>
  );
}
