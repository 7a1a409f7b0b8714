import { ActionIcon } from '@mantine/core';
import { IconBrandWhatsapp } from '@tabler/icons-react';

import type { Contact } from '@/components/contact';
import { reachableTexts } from '@/texts/reachable';

import { whatsappHref } from './reach';
import classes from './Reach.module.css';

interface WhatsappLinkProps {
  /** Who is written to. */
  name: string;
  entry: Contact;
}

/** Beside a mobile number: to write instead of calling. */
export function WhatsappLink({ name, entry }: WhatsappLinkProps) {
  const href = whatsappHref(entry);
  if (href === undefined) return null;
  return (
    <ActionIcon
      component="a"
      href={href}
      target="_blank"
      rel="noreferrer"
      className={classes.more}
      variant="light"
      size={40}
      aria-label={reachableTexts.whatsapp(name)}
      data-print="never"
    >
      <IconBrandWhatsapp size={20} stroke={1.7} aria-hidden />
    </ActionIcon>
  );
}
