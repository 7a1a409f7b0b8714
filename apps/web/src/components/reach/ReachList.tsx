import { Text } from '@mantine/core';
import { IconDeviceMobile, IconLink, IconMail, IconPhone, type Icon } from '@tabler/icons-react';

import type { ContactEntry, ContactType } from '@/api/types';
import { contactHref, contactText } from '@/components/contact';

import { waysOf } from './reach';
import classes from './Reach.module.css';
import { WhatsappLink } from './WhatsappLink';

const icons: Partial<Record<ContactType | '', Icon>> = {
  email: IconMail,
  email2: IconMail,
  phone: IconPhone,
  mobile: IconDeviceMobile,
};

interface ReachListProps {
  /** Who is reached. */
  name: string;
  contacts: readonly ContactEntry[];
}

/** How somebody is reached: each way is a link that a thumb hits. */
export function ReachList({ name, contacts }: ReachListProps) {
  return (
    <ul className={classes.ways}>
      {waysOf(contacts).map((entry, index) => (
        <Way key={index} name={name} entry={entry} />
      ))}
    </ul>
  );
}

function Way({ name, entry }: { name: string; entry: ContactEntry }) {
  const { contact_type, contact_label } = entry;
  const WayIcon = icons[contact_type] ?? IconLink;
  const href = contactHref(entry);
  const content = (
    <>
      <WayIcon size={20} stroke={1.7} aria-hidden />
      <span className={classes.value}>{contactText(entry)}</span>
      {contact_label !== '' && (
        <Text span size="xs" c="dimmed">
          {contact_label}
        </Text>
      )}
    </>
  );
  return (
    <li className={classes.way}>
      {href === undefined ? (
        <span className={classes.link}>{content}</span>
      ) : (
        <a className={classes.link} href={href} {...elsewhere(href)}>
          {content}
        </a>
      )}
      <WhatsappLink name={name} entry={entry} />
    </li>
  );
}

const elsewhere = (href: string) =>
  href.startsWith('http') ? { target: '_blank', rel: 'noreferrer' } : {};
