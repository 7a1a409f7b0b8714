import { Anchor } from '@mantine/core';

import type { ContactEntry } from '@/api/types';
import { contactHref } from '@/lib/person';

/** A contact value, as a link where it leads somewhere. */
export function ContactLink({ entry }: { entry: ContactEntry }) {
  const href = contactHref(entry);
  if (href === undefined) return entry.contact_value;
  const elsewhere = href.startsWith('http') && { target: '_blank', rel: 'noreferrer' };
  return (
    <Anchor href={href} inherit {...elsewhere}>
      {entry.contact_value}
    </Anchor>
  );
}
